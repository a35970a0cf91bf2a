// The API's operations on the platform's payouts.
import type { Stripe } from 'stripe'
import { listObjects } from '../api/lists.ts'
import { storedMetadata } from '../api/metadata.ts'
import { serve, type Call } from '../api/operation.ts'
import { notFound, notServed, refusal } from '../api/stripe-failure.ts'
import { currency } from '../money/amounts.ts'
import { readBalance } from '../money/balance.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { payOut } from './pay-out.ts'

export const payoutOperations = [
  serve('Payouts.create', createPayout),
  serve('Payouts.retrieve', getPayout),
  serve('Payouts.list', listPayouts),
]

function createPayout(sandbox: Sandbox, call: Call<Stripe.PayoutCreateParams>): Stripe.Payout {
  const { params, owner } = call
  if (params.currency !== currency) throw notServed('currencies other than gbp', 'currency')
  if (params.method === 'instant') throw notServed('instant payouts', 'method')
  for (const name of ['destination', 'payout_method'] as const) {
    if (params[name] !== undefined) throw notServed(name, name)
  }
  if (params.amount > readBalance(sandbox, owner).availablePence) {
    throw refusal('You have insufficient funds in your Stripe account for this transfer.', {
      code: 'balance_insufficient',
    })
  }
  return payOut(sandbox, call.cause, {
    owner,
    amountPence: params.amount,
    automatic: false,
    description: params.description ?? null,
    metadata: storedMetadata(params.metadata),
    statementDescriptor: params.statement_descriptor ?? null,
  })
}

function getPayout({ store }: Sandbox, call: Call<object>): Stripe.Payout {
  const id = call.path['id'] ?? ''
  const payout = store.find('payout', id, call.owner)
  if (!payout) throw notFound('payout', id)
  return payout
}

function listPayouts(sandbox: Sandbox, call: Call<Stripe.PayoutListParams>) {
  const { arrival_date, destination, status } = call.params
  if (arrival_date !== undefined) throw notServed('payouts by arrival', 'arrival_date')
  if (destination !== undefined) throw notServed('payouts by destination', 'destination')
  return listObjects(sandbox, 'payout', call, { url: '/v1/payouts', where: { status } })
}
