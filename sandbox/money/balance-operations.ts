// Reads of an account's balance and of the transactions that make it up.
import type { Stripe } from 'stripe'
import { listObjects, listResponse } from '../api/lists.ts'
import { serve, type Call } from '../api/operation.ts'
import { notFound, notServed } from '../api/stripe-failure.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { currency } from './amounts.ts'
import { readBalance } from './balance.ts'

export const balanceOperations = [
  serve('Balance.retrieve', retrieveBalance),
  serve('BalanceTransactions.retrieve', getBalanceTransaction),
  serve('BalanceTransactions.list', listBalanceTransactions),
]

function retrieveBalance(sandbox: Sandbox, call: Call<object>): Stripe.Balance {
  const { availablePence, pendingPence } = readBalance(sandbox, call.owner)
  return {
    object: 'balance',
    available: inCards(availablePence),
    livemode: false,
    pending: inCards(pendingPence),
  }
}

function inCards(amount: number) {
  return [{ amount, currency, source_types: { card: amount } }]
}

function getBalanceTransaction({ store }: Sandbox, call: Call<object>): Stripe.BalanceTransaction {
  const id = call.path['id'] ?? ''
  const movement = store.find('balance_transaction', id, call.owner)
  if (!movement) throw notFound('balance transaction', id)
  return movement
}

function listBalanceTransactions(
  sandbox: Sandbox,
  call: Call<Stripe.BalanceTransactionListParams>,
) {
  const { params } = call
  const url = '/v1/balance_transactions'
  // Observed at the provider: although they name their dispute as the source, they are not found by it.
  if (params.source?.startsWith('du_')) return listResponse({ data: [], hasMore: false }, url)
  if (params.payout) throw notServed('payouts', 'payout')
  const where = { currency: params.currency, source: params.source, type: params.type }
  return listObjects(sandbox, 'balance_transaction', call, { url, where })
}
