// Receipts: a payment gets its number in the transaction that records it.

import { customTrackTitle } from '#rules/payments/paid-titles.ts'
import { receiptsPageSize } from '#rules/orders/owned-search.ts'
import { refundProcess } from '#rules/payment-process.ts'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/client.ts'

/**
 * Numbers have no gaps: the counter's row stays locked until the transaction ends, and a rollback returns its number. It
 * is the last row that a payment locks together with other payments, so no two of them can deadlock.
 */
export async function issueReceipt(
  tx: Db,
  clock: Clock,
  { paymentId, customerId }: { paymentId: string; customerId: string },
): Promise<string> {
  const buyer = await tx
    .selectFrom('users')
    .select((eb) => ['email', eb.fn.coalesce('display_name', 'username').as('name')])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const { last_serial: serial } = await tx
    .updateTable('receipt_counter')
    .set((eb) => ({ last_serial: eb('last_serial', '+', 1) }))
    .returning('last_serial')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('receipts')
    .values({
      payment_id: paymentId,
      serial,
      // After the wait for the counter, so that a higher number is never older.
      issued_at: clock.now(),
      customer_id: customerId,
      buyer_name: buyer.name,
      buyer_email: buyer.email,
    })
    .execute()
  return receiptNumber(serial)
}

/** @param ofCustomer null for an admin, who may read every receipt */
export async function findReceipt(
  db: Db,
  { serial, ofCustomer }: { serial: number; ofCustomer: string | null },
) {
  const receipt = await db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .selectAll('receipts')
    .select(['subject_kind', 'subject_id', 'amount_pence as total_pence', 'card_last4'])
    .where('serial', '=', serial)
    .$if(ofCustomer !== null, (query) => query.where('receipts.customer_id', '=', ofCustomer ?? ''))
    .executeTakeFirst()
  if (!receipt) return null
  const { subject_id: subjectId } = receipt
  const lines =
    receipt.subject_kind === 'order'
      ? await findOrderLines(db, subjectId)
      : await findCommissionLine(db, subjectId)
  const refunds = await db
    .selectFrom('refunds')
    .leftJoin('order_lines', 'order_lines.id', 'refunds.order_line_id')
    .select([
      'refunds.id',
      'order_lines.title',
      'refunds.amount_pence',
      'refunds.cause',
      'refunds.status',
      'refunds.sent_at',
    ])
    .where('refunds.payment_id', '=', receipt.payment_id)
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute()
  return { ...receipt, lines, refunds }
}

function findOrderLines(db: Db, orderId: string) {
  return db
    .selectFrom('order_lines')
    .select(['id', 'title', 'artist_name as artist', 'key_signature as keySignature'])
    .select('customer_pence as pence')
    .where('order_id', '=', orderId)
    .orderBy('title')
    .orderBy('id')
    .execute()
}

async function findCommissionLine(db: Db, commissionId: string) {
  const commission = await db
    .selectFrom('commissions')
    .select(['id', 'name', 'artist_name as artist', 'customer_pence as pence'])
    .where('id', '=', commissionId)
    .executeTakeFirstOrThrow()
  const { name, ...line } = commission
  return [{ ...line, title: customTrackTitle(name), keySignature: null }]
}

export async function findReceipts(
  db: Db,
  { customerId, page }: { customerId: string; page: number },
) {
  const own = db.selectFrom('receipts').where('receipts.customer_id', '=', customerId)
  const { count } = await own
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(Number(count) / receiptsPageSize))
  const shown = Math.min(page, pages)
  const rows = await own
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .leftJoin('commissions', 'commissions.payment_id', 'payments.id')
    .select(['receipts.serial', 'receipts.issued_at', 'payments.amount_pence as total_pence'])
    .select('commissions.name as commission')
    .select((eb) => [
      eb
        .selectFrom('order_lines')
        .whereRef('order_lines.order_id', '=', 'payments.subject_id')
        .select((line) => line.fn.countAll<string>().as('tracks'))
        .as('tracks'),
      eb
        .selectFrom('refunds')
        .whereRef('refunds.payment_id', '=', 'payments.id')
        .where('refunds.status', '=', refundProcess.steps.arrive.to)
        .select((refund) => refund.fn.sum<string | null>('refunds.amount_pence').as('pence'))
        .as('refunded_pence'),
    ])
    .orderBy('receipts.serial', 'desc')
    .limit(receiptsPageSize)
    .offset((shown - 1) * receiptsPageSize)
    .execute()
  return { rows, pages, page: shown }
}
