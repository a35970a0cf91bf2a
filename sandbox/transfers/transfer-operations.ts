// Transfers: money from the platform to a connected account.
import type { Stripe } from 'stripe'
import { canReceiveTransfers } from '../accounts/account-capabilities.ts'
import { listObjects } from '../api/lists.ts'
import { storedMetadata } from '../api/metadata.ts'
import { serve, type Call } from '../api/operation.ts'
import { missingParameter, noSuch, notFound, notServed, refusal } from '../api/stripe-failure.ts'
import { emitEvent } from '../events/snapshot-event.ts'
import { currency, formatPounds } from '../money/amounts.ts'
import { readBalance, recordMovement } from '../money/balance.ts'
import { newCharge } from '../payments/charge.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { idOf, newId } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'

type Transfer = Stripe.Transfer

export const transferOperations = [
  serve('Transfers.create', createTransfer),
  serve('Transfers.retrieve', retrieveTransfer),
  serve('Transfers.list', listTransfers),
]

function createTransfer(sandbox: Sandbox, call: Call<Stripe.TransferCreateParams>): Transfer {
  const { store, clock } = sandbox
  const { params } = call
  const amount = params.amount
  if (amount === undefined) throw missingParameter('amount')
  if (params.currency !== currency) throw notServed('currencies other than gbp', 'currency')
  checkDestination(sandbox, params.destination)
  const availableOn = checkSource(sandbox, amount, params.source_transaction)
  const created = clock.now()
  const id = newId('tr')
  const sent = recordMovement(sandbox, {
    owner: platform,
    type: 'transfer',
    amountPence: -amount,
    source: id,
    availableOn,
    description: params.description ?? null,
  })
  const payment = receivePayment(sandbox, { transferId: id, amount, availableOn, params })
  const transfer = store.insert(
    'transfer',
    {
      id,
      object: 'transfer',
      amount,
      amount_reversed: 0,
      balance_transaction: sent.id,
      created,
      currency,
      description: params.description ?? null,
      destination: params.destination,
      destination_payment: payment.id,
      livemode: false,
      metadata: storedMetadata(params.metadata),
      reversals: {
        object: 'list',
        data: [],
        has_more: false,
        url: `/v1/transfers/${id}/reversals`,
      },
      reversed: false,
      source_transaction: params.source_transaction ?? null,
      source_type: params.source_type ?? 'card',
      transfer_group: params.transfer_group ?? sourceGroup(sandbox, params) ?? null,
    },
    { created },
  )
  emitEvent(sandbox, call.cause, { type: 'transfer.created', object: transfer })
  return transfer
}

function checkDestination({ store }: Sandbox, destination: string): void {
  const account = store.find('v2.core.account', destination)
  if (!account) throw noSuch('destination', destination, 'destination')
  if (canReceiveTransfers(account)) return
  throw refusal(
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    { code: 'insufficient_capabilities_for_transfer' },
  )
}

/**
 * When the money becomes available: with a source charge when that settles, otherwise at once. A charge that has settled is
 * no source any more: its money is part of the balance, and may have left that.
 */
function checkSource(sandbox: Sandbox, amount: number, sourceId: string | undefined): number {
  const now = sandbox.clock.now()
  const settlesAt = sourceId === undefined ? now : checkCharge(sandbox, amount, sourceId)
  if (settlesAt > now || amount <= readBalance(sandbox, platform).availablePence) return settlesAt
  throw refusal(
    'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance',
    { code: 'balance_insufficient' },
  )
}

/** Returns when it settles. */
function checkCharge(sandbox: Sandbox, amount: number, sourceId: string): number {
  const { store } = sandbox
  const charge = store.find('charge', sourceId, platform)
  const param = 'source_transaction'
  if (!charge) throw noSuch('charge', sourceId, param)
  const settled = store.find('balance_transaction', idOf(charge.balance_transaction))
  if (!settled) {
    throw refusal(`The charge ${sourceId} was not paid and cannot be transferred from.`, { param })
  }
  const { data } = store.list('transfer', { where: { source_transaction: sourceId } })
  const taken = data.reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0)
  if (taken + amount > charge.amount_captured) {
    throw refusal(
      `Transfers using this transaction as a source must not exceed the source amount of ${formatPounds(charge.amount_captured)}. (There is already ${formatPounds(taken)} transferred from this source.)`,
      { param: 'amount' },
    )
  }
  return settled.available_on
}

function sourceGroup(
  { store }: Sandbox,
  { source_transaction }: Stripe.TransferCreateParams,
): string | null | undefined {
  return source_transaction && store.find('charge', source_transaction)?.transfer_group
}

interface Received {
  transferId: string
  amount: number
  /** Unix seconds. */
  availableOn: number
  params: Stripe.TransferCreateParams
}

/** The transfer as the receiving account sees it: a payment. */
function receivePayment(
  sandbox: Sandbox,
  { transferId, amount, availableOn, params }: Received,
): Stripe.Charge {
  const owner = params.destination
  const created = sandbox.clock.now()
  const id = newId('py')
  const movement = recordMovement(sandbox, {
    owner,
    type: 'payment',
    amountPence: amount,
    source: id,
    availableOn,
  })
  const payment = newCharge({
    id,
    amountPence: amount,
    created,
    balanceTransaction: movement.id,
    paymentIntent: null,
    paymentMethod: null,
    card: null,
    metadata: {},
    transferGroup: params.transfer_group ?? null,
    sourceTransfer: transferId,
  })
  return sandbox.store.insert('charge', payment, { created, owner })
}

function retrieveTransfer(sandbox: Sandbox, call: Call<object>): Transfer {
  return getTransfer(sandbox, call.path['id'] ?? '', call.owner)
}

export function getTransfer({ store }: Sandbox, id: string, owner = platform): Transfer {
  const transfer = store.find('transfer', id, owner)
  if (!transfer) throw notFound('transfer', id)
  return transfer
}

function listTransfers(sandbox: Sandbox, call: Call<Stripe.TransferListParams>) {
  const { transfer_group, destination } = call.params
  const where = { transfer_group, destination }
  return listObjects(sandbox, 'transfer', call, { url: '/v1/transfers', where })
}
