// The API's operations on payouts, of the platform and of connected accounts.
import type { Stripe } from 'stripe'
import { listObjects } from '../api/lists.ts'
import { storedMetadata } from '../api/metadata.ts'
import { serve, type Call } from '../api/operation.ts'
import { notFound, notServed, refusal } from '../api/stripe-failure.ts'
import { currency, formatPounds } from '../money/amounts.ts'
import { readBalance } from '../money/balance.ts'
import { minPayoutPence } from '../money/price-list.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { canBePaidOut } from './bank-account.ts'
import { payOut } from './pay-out.ts'
import { cancelPayout } from './payout-progress.ts'

type Payout = Stripe.Payout

export const payoutOperations = [
  serve('Payouts.create', createPayout, { forAccounts: true }),
  serve('Payouts.retrieve', retrievePayout),
  serve('Payouts.list', listPayouts),
  serve('Payouts.update', updatePayout, { forAccounts: true }),
  serve('Payouts.cancel', cancelByCall, { forAccounts: true }),
]

function createPayout(sandbox: Sandbox, call: Call<Stripe.PayoutCreateParams>): Payout {
  const { params, owner } = call
  if (params.currency !== currency) throw notServed('currencies other than gbp', 'currency')
  if (params.method === 'instant') throw notServed('instant payouts', 'method')
  for (const name of ['destination', 'payout_method'] as const) {
    if (params[name] !== undefined) throw notServed(name, name)
  }
  if (!canBePaidOut(sandbox, owner)) {
    throw refusal('Cannot create payouts: this account has payouts disabled.', {
      code: 'payouts_not_allowed',
    })
  }
  if (params.amount < minPayoutPence) {
    throw refusal(`The payout must be at least ${formatPounds(minPayoutPence)}.`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
  if (params.amount > readBalance(sandbox, owner).availablePence) {
    throw refusal('You have insufficient funds in your Stripe account for this transfer.', {
      code: 'balance_insufficient',
    })
  }
  return payOut(sandbox, call.cause, {
    owner,
    amountPence: params.amount,
    contents: null,
    description: params.description ?? null,
    metadata: storedMetadata(params.metadata),
    statementDescriptor: params.statement_descriptor ?? null,
  })
}

function retrievePayout(sandbox: Sandbox, call: Call<object>): Payout {
  return getPayout(sandbox, call)
}

function listPayouts(sandbox: Sandbox, call: Call<Stripe.PayoutListParams>) {
  const { arrival_date, destination, status } = call.params
  if (arrival_date !== undefined) throw notServed('payouts by arrival', 'arrival_date')
  if (destination !== undefined) throw notServed('payouts by destination', 'destination')
  return listObjects(sandbox, 'payout', call, { url: '/v1/payouts', where: { status } })
}

function updatePayout(sandbox: Sandbox, call: Call<Stripe.PayoutUpdateParams>): Payout {
  const before = getPayout(sandbox, call)
  const metadata = storedMetadata(call.params.metadata, before.metadata ?? {})
  return sandbox.store.update('payout', { ...before, metadata })
}

function cancelByCall(sandbox: Sandbox, call: Call<object>): Payout {
  const payout = getPayout(sandbox, call)
  if (payout.automatic) throw refusal('Automatic payouts cannot be canceled.', {})
  if (payout.status !== 'pending') {
    throw refusal(`Payouts can only be canceled while they are pending, not ${payout.status}.`, {})
  }
  return cancelPayout(sandbox, call.cause, call.owner, payout)
}

function getPayout({ store }: Sandbox, call: Call<object>): Payout {
  const id = call.path['id'] ?? ''
  const payout = store.find('payout', id, call.owner)
  if (!payout) throw notFound('payout', id)
  return payout
}
