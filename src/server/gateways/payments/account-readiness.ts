// Reduces the provider's data of an artist's account to one result: ready to be paid, or the missing steps.

import type Stripe from 'stripe'
import { setupIsChecked, setupIsUnfinished } from '#rules/payments/account-setup.ts'
import type { AccountReadiness } from './payments.ts'

export function accountReadiness(account: Stripe.V2.Core.Account): AccountReadiness {
  const { stripe_transfers: capability, payouts } =
    account.configuration?.recipient?.capabilities?.stripe_balance ?? {}
  // Without a word of payouts nothing is known to be wrong with the bank.
  const isBankUnusable = payouts?.status === 'restricted'
  if (capability?.status === 'active') return { payoutsEnabled: true, isBankUnusable, todo: [] }
  const todo = missingSteps(account, capability?.status)
  return { payoutsEnabled: false, isBankUnusable: false, todo }
}

function missingSteps(account: Stripe.V2.Core.Account, status: string | undefined): string[] {
  const waitingForArtist = (account.requirements?.entries ?? [])
    .filter((entry) => entry.awaiting_action_from === 'user')
    .map((entry) => stepOf(entry.description))
  if (waitingForArtist.length > 0) return [...new Set(waitingForArtist)]
  return [status === 'pending' ? setupIsChecked : setupIsUnfinished]
}

const stepText: [RegExp, string][] = [
  [/given_name|surname|legal_name|individual\.name/, 'Your legal name'],
  [/date_of_birth|dob/, 'Your date of birth'],
  [/address/, 'Your address'],
  [/payout_method|bank|external_account|outbound_destination/, 'A bank account to be paid to'],
  [/document|identity|verification/, 'A proof of your identity'],
  [/terms|tos/, "The card provider's terms"],
  [/phone/, 'Your phone number'],
  [/tax|id_number/, 'Your tax number'],
]

function stepOf(description: string): string {
  const known = stepText.find(([pattern]) => pattern.test(description))
  return known?.[1] ?? description.replaceAll(/[._]/g, ' ')
}
