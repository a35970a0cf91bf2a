// Opening the one account of an artist, whatever has become of the request before.

import type Stripe from 'stripe'
import { PaymentKeySpent, PaymentUnknown, type ArtistToPay } from './payments.ts'
import type { callsWithin } from './stripe-problems.ts'

type Account = Stripe.V2.Core.Account
type Calls = ReturnType<typeof callsWithin>

/** A key is spent once in a blue moon; five in a row are an outage. */
const keysToTry = 5

export async function openOneAccount(
  stripe: Stripe,
  { underOwnKey, translated }: Calls,
  artist: ArtistToPay,
): Promise<string> {
  const params = accountToOpen(artist.email, { user_id: artist.userId })
  let problem: unknown
  for (const idempotencyKey of keysOf(artist)) {
    try {
      const account = await underOwnKey(() =>
        stripe.v2.core.accounts.create(params, { idempotencyKey }),
      )
      return account.id
    } catch (error) {
      if (!(error instanceof PaymentKeySpent)) throw error
      problem = error
      const made = await translated(() => findAccount(stripe, artist))
      if (made !== null) return made.id
    }
  }
  throw new PaymentUnknown('No key opens the account.', { cause: problem })
}

/** The same ones for every click, so that two clicks at once open one account. */
function keysOf({ userId }: ArtistToPay): string[] {
  const first = `acct:${userId}`
  return Array.from({ length: keysToTry }, (_, at) => (at === 0 ? first : `${first}:a${at + 1}`))
}

/** As an artist's account has to be; `metadata` says whose it is. */
export function accountToOpen(
  email: string,
  metadata: Record<string, string>,
): Stripe.V2.Core.AccountCreateParams {
  return {
    contact_email: email,
    dashboard: 'express',
    identity: { country: 'gb' },
    defaults: {
      currency: 'gbp',
      responsibilities: { fees_collector: 'application', losses_collector: 'application' },
    },
    configuration: {
      recipient: {
        capabilities: { stripe_balance: { stripe_transfers: { requested: true } } },
      },
    },
    metadata,
  }
}

/** Every account is looked at: the provider narrows this list by nothing that would help. */
async function findAccount(stripe: Stripe, { userId }: ArtistToPay): Promise<Account | null> {
  for await (const account of stripe.v2.core.accounts.list({ limit: 20 })) {
    if (account.metadata?.['user_id'] === userId) return account
  }
  return null
}
