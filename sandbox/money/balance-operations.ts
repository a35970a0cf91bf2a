// Reads of an account's balance and of the transactions that make it up.
import type { Stripe } from 'stripe'
import { listObjects, listResponse } from '../api/lists.ts'
import { serve, type Call } from '../api/operation.ts'
import { invalidParameter, noSuch, notFound } from '../api/stripe-failure.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { shownBalance } from './shown-balance.ts'

export const balanceOperations = [
  serve('Balance.retrieve', retrieveBalance),
  serve('BalanceTransactions.retrieve', getBalanceTransaction),
  serve('BalanceTransactions.list', listBalanceTransactions),
]

function retrieveBalance(sandbox: Sandbox, call: Call<object>): Stripe.Balance {
  return shownBalance(sandbox, call.owner)
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
  if (params.payout !== undefined) checkPayout(sandbox, call.owner, params.payout)
  const where = { currency: params.currency, source: params.source, type: params.type }
  return listObjects(sandbox, 'balance_transaction', call, { url, where, payout: params.payout })
}

/** @throws StripeFailure for a payout whose contents cannot be listed. */
function checkPayout({ store }: Sandbox, owner: string, id: string): void {
  const payout = store.find('payout', id, owner)
  if (!payout) throw noSuch('payout', id, 'payout')
  if (!payout.automatic) {
    throw invalidParameter(
      'Balance transaction history can only be filtered on automatic transfers, not manual.',
      { param: 'payout' },
    )
  }
  if (payout.reconciliation_status === 'completed') return
  throw invalidParameter(`The contents of the payout ${id} are not known yet.`, {
    code: 'payout_reconciliation_not_ready',
    param: 'payout',
  })
}
