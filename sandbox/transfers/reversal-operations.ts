// Reversals: transferred money is returned to the platform, if the account still has it.
import type { Stripe } from 'stripe'
import { listObjects, type ListParams } from '../api/lists.ts'
import { storedMetadata } from '../api/metadata.ts'
import { serve, type Call } from '../api/operation.ts'
import { notFound, notServed, refusal } from '../api/stripe-failure.ts'
import { emitEvent } from '../events/snapshot-event.ts'
import { currency, formatPounds } from '../money/amounts.ts'
import { readBalance, recordMovement } from '../money/balance.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { idOf, newId } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'
import { refundPayment } from './payment-refund.ts'
import { getTransfer } from './transfer-operations.ts'

type Reversal = Stripe.TransferReversal

const shownInTransfer = 10

export const reversalOperations = [
  serve('Transfers.createReversal', createReversal),
  serve('Transfers.retrieveReversal', retrieveReversal),
  serve('Transfers.listReversals', listReversals),
]

function createReversal(
  sandbox: Sandbox,
  call: Call<Stripe.TransferCreateReversalParams>,
): Reversal {
  const { store, clock } = sandbox
  const { params } = call
  if (params.refund_application_fee) {
    throw notServed('application fees', 'refund_application_fee')
  }
  const transfer = getTransfer(sandbox, call.path['id'] ?? '')
  const amount = checkAmount(transfer, params.amount)
  const destination = idOf(transfer.destination)
  checkDestination(sandbox, destination)
  // Money that has not settled yet is returned unsettled.
  const availableOn = settlementOf(sandbox, transfer)
  checkDestinationBalance(sandbox, { destination, amount, availableOn })
  const id = newId('trr')
  const taken = { transfer, reversalId: id, amount, availableOn }
  const returned = recordMovement(sandbox, {
    owner: platform,
    type: 'transfer_refund',
    amountPence: amount,
    source: id,
    availableOn,
  })
  const created = clock.now()
  const reversal = store.insert(
    'transfer_reversal',
    {
      id,
      object: 'transfer_reversal',
      amount,
      balance_transaction: returned.id,
      created,
      currency,
      destination_payment_refund: refundPayment(sandbox, taken),
      metadata: storedMetadata(params.metadata),
      source_refund: null,
      transfer: transfer.id,
    },
    { created },
  )
  const amountReversed = transfer.amount_reversed + amount
  const { data, hasMore } = store.list('transfer_reversal', {
    where: { transfer: transfer.id },
    limit: shownInTransfer,
  })
  const updated = store.update('transfer', {
    ...transfer,
    amount_reversed: amountReversed,
    reversals: { ...transfer.reversals, data, has_more: hasMore },
    reversed: amountReversed === transfer.amount,
  })
  emitEvent(sandbox, call.cause, { type: 'transfer.reversed', object: updated })
  return reversal
}

function checkAmount(transfer: Stripe.Transfer, requested: number | undefined): number {
  const left = transfer.amount - transfer.amount_reversed
  const amount = requested ?? left
  if (left > 0 && amount <= left) return amount
  throw refusal(
    left === 0
      ? `Transfer ${transfer.id} is already fully reversed.`
      : `Transfer reversal amount (${formatPounds(amount)}) is greater than unreversed amount on transfer (${formatPounds(left)})`,
    { param: 'amount' },
  )
}

/** Assumption: the code. The provider documents only that nothing moves to or from a closed account. */
function checkDestination({ store }: Sandbox, destination: string): void {
  if (store.find('v2.core.account', destination)?.closed !== true) return
  throw refusal(
    `The account ${destination} has been closed, so its transfers cannot be reversed.`,
    { code: 'account_invalid' },
  )
}

/** What has settled must be available; what has not, must be when it settles. Other money that settles later does not count. */
function checkDestinationBalance(
  sandbox: Sandbox,
  {
    destination,
    amount,
    availableOn,
  }: { destination: string; amount: number; availableOn: number },
): void {
  const settlesAt = Math.max(sandbox.clock.now(), availableOn)
  if (amount <= readBalance(sandbox, destination, settlesAt).availablePence) return
  throw refusal(
    'The connected account does not have enough money in its balance to reverse this transfer.',
    { code: 'balance_insufficient' },
  )
}

function settlementOf({ store }: Sandbox, transfer: Stripe.Transfer): number {
  const sent = store.find('balance_transaction', idOf(transfer.balance_transaction))
  return sent?.available_on ?? transfer.created
}

function retrieveReversal(sandbox: Sandbox, call: Call<object>): Reversal {
  const id = call.path['id'] ?? ''
  const reversal = sandbox.store.find('transfer_reversal', id, call.owner)
  if (!reversal || reversal.transfer !== call.path['transferId']) {
    throw notFound('transfer_reversal', id)
  }
  return reversal
}

function listReversals(sandbox: Sandbox, call: Call<ListParams>) {
  const transfer = getTransfer(sandbox, call.path['id'] ?? '', call.owner)
  const where = { transfer: transfer.id }
  return listObjects(sandbox, 'transfer_reversal', call, { url: transfer.reversals.url, where })
}
