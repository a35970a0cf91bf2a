// A customer asks for the money of a bought track back.

import { mayAskFor, isRefundDoubtful, refundReasons } from '#rules/orders/refund-request.ts'
import type { RefundReason } from '#rules/orders/refund-request.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import { sumOfShares } from '#rules/payments/refund-shares.ts'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { notifyAdmins } from '#server/notifications/notify.ts'
import { findHeard } from './heard.ts'
import { findSale, sharesLeft } from './refundable-sale.ts'

type Own = { customerId: string; trackId: string }

/** Of the purchase by which the customer owns the track. @throws Refusal not_found */
export async function findOwnRequest(db: Db, clock: Clock, own: Own) {
  const lineId = await findLine(db, own)
  const sale = lineId === null ? undefined : await findSale(db, lineId)
  if (!sale || lineId === null) throw new Refusal('not_found')
  const heard = await findHeard(db, lineId)
  return {
    title: sale.title,
    boughtAt: sale.paid_at.toISOString(),
    pence: sumOfShares(sharesLeft(sale)),
    receiptNumber: sale.serial === null ? null : receiptNumber(sale.serial),
    reasons: refundReasons.filter((reason) => mayAskFor(reason, heard)),
    isDoubtful: isRefundDoubtful(sale.paid_at, clock.now()),
    request: await findRequest(db, lineId),
  }
}

type Asked = Own & { reason: RefundReason; words: string | null }

/** @throws Refusal not_found, refund_requested, heard_already */
export async function askForRefund(
  { db, clock }: { db: Db; clock: Clock },
  { reason, words, ...own }: Asked,
) {
  return db.transaction().execute(async (tx) => {
    await lockCustomer(tx, own.customerId)
    const lineId = await findLine(tx, own)
    if (lineId === null) throw new Refusal('not_found')
    if (!mayAskFor(reason, await findHeard(tx, lineId))) throw new Refusal('heard_already')
    const asked = await tx
      .insertInto('refund_requests')
      .values({
        order_line_id: lineId,
        customer_id: own.customerId,
        reason,
        words,
        requested_at: clock.now(),
      })
      .onConflict((conflict) => conflict.column('order_line_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!asked) throw new Refusal('refund_requested')
    const titles = [(await findSale(tx, lineId))?.title ?? '']
    await notifyAdmins(tx, { kind: 'refund_request', titles, key: `refund_request:${asked.id}` })
    const request = await findRequest(tx, lineId)
    if (!request) throw new Error(`The request ${asked.id} is missing.`)
    return request
  })
}

/** The line of the customer's order that has granted the track. */
async function findLine(db: Db, { customerId, trackId }: Own): Promise<string | null> {
  const owned = await db
    .selectFrom('entitlements')
    .select('order_line_id')
    .where('user_id', '=', customerId)
    .where('track_id', '=', trackId)
    .executeTakeFirst()
  return owned?.order_line_id ?? null
}

async function findRequest(db: Db, lineId: string) {
  const row = await db
    .selectFrom('refund_requests')
    .select(['reason', 'words', 'status', 'requested_at', 'answer'])
    .where('order_line_id', '=', lineId)
    .executeTakeFirst()
  if (!row) return null
  const { requested_at: requestedAt, ...request } = row
  return { ...request, requestedAt: requestedAt.toISOString() }
}
