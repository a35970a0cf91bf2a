// An order as the subject of a payment: what it grants once it is paid, and what is owed from it then.

import type { Selectable } from 'kysely'
import { spokenKey } from '#rules/music/musical-key.ts'
import { checkoutCancelledPath, checkoutSuccessPath } from '#rules/page-paths.ts'
import { orderProcess, type OrderStep } from '#rules/orders/order-process.ts'
import type { SaleShares } from '#rules/payments/refund-shares.ts'
import { sumOfVat, vatOfShares } from '#rules/vat/contained-vat.ts'
import { vatTermsAt, type VatSettings } from '#rules/vat/vat-terms.ts'
import { orderRefundCauses } from '#rules/payments/payment-process.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import type { Tables } from '#server/db/tables.ts'
import { notify } from '#server/notifications/notify.ts'
import { queuePurchaseMail } from '#server/mail/purchase-mail.ts'
import { queueRefundMail } from '#server/mail/refund-mail.ts'
import {
  paidAtOf,
  type ArrivedRefund,
  type CheckoutPage,
  type Owed,
  type Payment,
  type PaymentSubject,
  type SentTransfer,
} from '#server/payments/payment-subjects.ts'
import { markTransferred, recordTrackSales } from '#server/sales/sale-commands.ts'
import { unavailableTracks } from '#server/tracks/taken-down-tracks.ts'
import { countTrackActivity } from '#server/tracks/track-popularity.ts'
import { recordDisputedOrder } from './disputed-order.ts'
import { issueReceipt } from './receipts.ts'
import { prepareBought } from './rendition-requests.ts'

type OrderLine = Selectable<Tables['order_lines']>

type Deps = { publicUrl: string; clock: Clock; vat: VatSettings }

export function orderSubject(deps: Deps): Omit<PaymentSubject, 'giveBackMade'> {
  return {
    describe: (db, orderId) => describeOrder(db, orderId, deps.publicUrl),
    fulfil: (tx, payment) => fulfilOrder(tx, payment, deps),
    // An order has no steps of anybody else: its customer's lock and its status are enough.
    lock: nothing,
    // It stays pending until the money is there.
    confirm: nothing,
    async decline(tx, { subject_id: orderId }) {
      await move(tx, 'orders', orderProcess, { id: orderId, step: 'fail' })
    },
    findUnavailable: findUnavailableOrders,
    async expire(tx, { subject_id: orderId }) {
      await move(tx, 'orders', orderProcess, { id: orderId, step: 'expire' })
    },
    async fail(tx, { subject_id: orderId }) {
      await move(tx, 'orders', orderProcess, { id: orderId, step: 'fail' })
    },
    async checkAgain(tx, { subject_id: orderId }) {
      await move(tx, 'orders', orderProcess, { id: orderId, step: 'checkAgain' })
    },
    async recordRefunds(tx, { subject_id: orderId, amount_pence: paidPence }, refundedPence) {
      await move(tx, 'orders', orderProcess, {
        id: orderId,
        step: refundStep(refundedPence, paidPence),
      })
    },
    // The artists' shares are theirs, whenever they are sent.
    async recordTransfer(tx, { id: paymentId }, { artistId, outcome }) {
      if (outcome === 'sent') await markTransferred(tx, { paymentId, artistId })
    },
    recordBankDispute: recordDisputedOrder,
    announceTransfer,
    announceRefund,
  }
}

function announceTransfer(
  tx: Db,
  _payment: Payment,
  { transferId, artistId, pence }: SentTransfer,
): Promise<void> {
  return notify(tx, { kind: 'transfer', pence, to: artistId, key: `transfer:${transferId}` })
}

/** Of a line; or of the whole payment, if the order was paid by another one. */
async function announceRefund(
  tx: Db,
  { customer_id: customerId }: Payment,
  { cause: anyCause, ...refund }: ArrivedRefund,
): Promise<void> {
  const cause = orderRefundCauses.find((one) => one === anyCause)
  if (!cause) throw new Error(`A refund of an order cannot be caused by ${anyCause}.`)
  const line = await tx
    .selectFrom('order_lines')
    .select('title')
    .where('id', '=', refund.orderLineId)
    .executeTakeFirst()
  await queueRefundMail(tx, { ...refund, cause, customerId, title: line?.title ?? 'Your tracks' })
}

const nothing = async () => {}

async function describeOrder(db: Db, orderId: string, publicUrl: string): Promise<CheckoutPage> {
  const lines = await db
    .selectFrom('order_lines')
    .select(['title as name', 'key_signature', 'customer_pence as pence'])
    .where('order_id', '=', orderId)
    .orderBy('track_id')
    .execute()
  return {
    lines: lines.map(({ key_signature: key, ...line }) => ({
      ...line,
      description: spokenKey(key),
    })),
    successUrl: publicUrl + checkoutSuccessPath('{CHECKOUT_SESSION_ID}'),
    cancelUrl: publicUrl + checkoutCancelledPath,
  }
}

/** @throws when the order is in a status that cannot be paid; the payment is not recorded then. */
async function fulfilOrder(
  tx: Db,
  payment: Payment,
  { publicUrl, clock, vat }: Deps,
): Promise<Owed> {
  const { id: paymentId, subject_id: orderId, customer_id: customerId } = payment
  if (!(await move(tx, 'orders', orderProcess, { id: orderId, step: 'pay' })))
    throw new Error(`Order ${orderId} cannot be paid.`)
  const lines = await tx
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('track_id')
    .execute()
  const { granted, refunded } = await grantTracks(tx, { customerId, grantedAt: clock.now() }, lines)
  await tellOfSale(tx, orderId, granted)
  const terms = vatTermsAt(vat, paidAtOf(payment))
  const sold = granted.map((line) => ({ id: line.id, ...vatOfShares(terms, sharesOf(line)) }))
  await recordTrackSales(tx, { paymentId, lines: sold, terms })
  const receiptNumber = await issueReceipt(tx, clock, { paymentId, customerId })
  if (granted.length > 0) {
    const order = {
      id: orderId,
      customer_id: customerId,
      // The email's total covers only the granted lines.
      total_pence: sum(granted, 'customer_pence'),
    }
    const contained = terms.mode === 'sale' ? { ...terms, ...sumOfVat(sold) } : null
    await queuePurchaseMail(tx, { ...order, receiptNumber, vat: contained }, granted, publicUrl)
  }
  return {
    transfers: sharesOfArtists(granted),
    refunds: refunded,
    heldPence: 0,
    platformFeePence: sum(granted, 'platform_fee_pence'),
    processingFeePence: sum(granted, 'processing_fee_pence'),
    vatPence: sumOfVat(sold).vatPence,
  }
}

function sharesOf(line: OrderLine): SaleShares {
  return {
    artistPence: line.artist_pence,
    platformFeePence: line.platform_fee_pence,
    processingFeePence: line.processing_fee_pence,
  }
}

/** Lines that grant nothing are refunded: their track is unavailable by now, or owned through another order. */
async function grantTracks(
  tx: Db,
  { customerId, grantedAt }: { customerId: string; grantedAt: Date },
  lines: OrderLine[],
): Promise<{ granted: OrderLine[]; refunded: Owed['refunds'] }> {
  const unavailableIds = await findUnavailableIds(tx, lines)
  const available = lines.filter((line) => !unavailableIds.has(line.track_id))
  const grantedIds = await insertEntitlements(tx, { customerId, grantedAt }, available)
  const granted = available.filter((line) => grantedIds.has(line.id))
  await removeFromCart(tx, customerId, lines)
  await countPurchases(tx, granted)
  const recordingIds = granted.map((line) => line.track_id)
  await prepareBought(tx, { userId: customerId, recordingIds })
  const refunded = lines
    .filter((line) => !grantedIds.has(line.id))
    .map((line): Owed['refunds'][number] => ({
      orderLineId: line.id,
      pence: line.customer_pence,
      cause: unavailableIds.has(line.track_id) ? 'unavailable' : 'owned',
    }))
  return { granted, refunded }
}

async function findUnavailableIds(tx: Db, lines: OrderLine[]): Promise<Set<string>> {
  const trackIds = lines.map((line) => line.track_id)
  const unavailable = await unavailableTracks(tx)
    .select('tracks.id')
    .where('tracks.id', 'in', trackIds)
    .execute()
  return new Set(unavailable.map(({ id }) => id))
}

/** Returns the ids of the lines that grant their track. */
async function insertEntitlements(
  tx: Db,
  { customerId, grantedAt }: { customerId: string; grantedAt: Date },
  lines: OrderLine[],
): Promise<Set<string | null>> {
  if (lines.length === 0) return new Set()
  const inserted = await tx
    .insertInto('entitlements')
    .values(
      lines.map((line) => ({
        user_id: customerId,
        track_id: line.track_id,
        order_line_id: line.id,
        granted_at: grantedAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_line_id')
    .execute()
  return new Set(inserted.map((entitlement) => entitlement.order_line_id))
}

/** Open orders with a track that is not sold any more. */
async function findUnavailableOrders(db: Db): Promise<string[]> {
  const rows = await unavailableTracks(db)
    .innerJoin('order_lines', 'order_lines.track_id', 'tracks.id')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select('orders.id')
    .distinct()
    .where('orders.status', '=', orderProcess.start)
    .execute()
  return rows.map(({ id }) => id)
}

async function removeFromCart(tx: Db, customerId: string, lines: OrderLine[]): Promise<void> {
  await tx
    .deleteFrom('cart_items')
    .where('customer_id', '=', customerId)
    .where(
      'track_id',
      'in',
      lines.map((line) => line.track_id),
    )
    .execute()
}

/** In the order of the ids, so that two orders for the same tracks cannot deadlock. */
async function countPurchases(tx: Db, granted: OrderLine[]): Promise<void> {
  const trackIds = granted.map((line) => line.track_id).toSorted()
  for (const trackId of trackIds) await countTrackActivity(tx, trackId, 'purchases')
}

function sharesOfArtists(lines: OrderLine[]): Owed['transfers'] {
  const byArtist = Map.groupBy(lines, (line) => line.artist_id)
  return [...byArtist].map(([artistId, own]) => ({ artistId, pence: sum(own, 'artist_pence') }))
}

/** Each artist once an order. */
async function tellOfSale(tx: Db, orderId: string, granted: OrderLine[]): Promise<void> {
  for (const [to, own] of Map.groupBy(granted, (line) => line.artist_id)) {
    const titles = own.map(({ title }) => title)
    const pence = sum(own, 'artist_pence')
    await notify(tx, { kind: 'sale', titles, pence, to, key: `sale:${orderId}` })
  }
}

function sum(
  lines: OrderLine[],
  field: 'artist_pence' | 'customer_pence' | 'platform_fee_pence' | 'processing_fee_pence',
): number {
  return lines.reduce((total, line) => total + line[field], 0)
}

function refundStep(refundedPence: number, paidPence: number): OrderStep {
  if (refundedPence === 0) return 'returnRefunds'
  return refundedPence === paidPence ? 'refundAll' : 'refundPart'
}
