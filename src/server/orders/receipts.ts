// Receipts: a payment gets its number in the transaction that records it.

import { sql, type Expression, type RawBuilder } from 'kysely'
import type { CommissionStatus } from '#rules/commissions/commission-process.ts'
import { disputeProcess } from '#rules/commissions/dispute-process.ts'
import { customTrackTitle } from '#rules/payments/paid-titles.ts'
import { receiptsPageSize } from '#rules/orders/owned-search.ts'
import { paidStatuses } from '#rules/payments/payment-process.ts'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { pageAt } from '#server/db/paging.ts'

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
    .select(['email', nameOf().as('name')])
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
      'refunds.vat_pence',
      'refunds.cause',
      'refunds.status',
      'returns',
      'refunds.sent_at',
      'settled_at',
      'settled_reference',
    ])
    .where('refunds.payment_id', '=', receipt.payment_id)
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute()
  return { ...receipt, lines, refunds, vat: await findVat(db, receipt.payment_id) }
}

/** By the ids of the lines. VAT of the platform's fees is the artist's matter, and stands on no receipt. */
function findVat(db: Db, paymentId: string) {
  return db
    .selectFrom('sales')
    .select(['id', 'vat_number', 'vat_rate', 'vat_net_pence', 'vat_pence'])
    .where('payment_id', '=', paymentId)
    .where('vat_mode', '=', 'sale')
    .execute()
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

/** Of every payment that was made, the newest first: a second one, which goes back, has no receipt. */
export async function findPayments(
  db: Db,
  { customerId, page }: { customerId: string; page: number },
) {
  const own = db
    .selectFrom('payments')
    .where('payments.customer_id', '=', customerId)
    .where('payments.paid_at', 'is not', null)
  const { count } = await own
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const { paging, offset } = pageAt({ page, total: Number(count), size: receiptsPageSize })
  const rows = await own
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .leftJoin('commissions', 'commissions.id', 'payments.subject_id')
    .select(['payments.id', 'serial', 'payments.paid_at', 'payments.amount_pence as total_pence'])
    .select(['commissions.id as commission_id', 'commissions.name as commission'])
    .select(isWithTeam.as('is_with_team'))
    .select((eb) => [
      heldPence(eb.ref('payments.id')).as('held_pence'),
      eb
        .selectFrom('order_lines')
        .whereRef('order_lines.order_id', '=', 'payments.subject_id')
        .select((line) => line.fn.countAll<string>().as('tracks'))
        .as('tracks'),
    ])
    .orderBy('payments.paid_at', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(receiptsPageSize)
    .offset(offset)
    .execute()
  const refunds = await findRefunds(db, rows)
  return { rows, refunds, unsettled: await findUnsettled(db, customerId), paging }
}

/** Held money is what was paid for a commission that nobody has decided. */
function heldPence(paymentId: Expression<string>): RawBuilder<number> {
  return sql<number>`coalesce((
    select held.customer_pence from commissions as held
    where held.payment_id = ${paymentId} and held.status in (${heldStatuses})
  ), 0)`
}

/** Of a commission: it is frozen or disputed, so that our team decides about what is held. */
const isWithTeam = sql<boolean>`(
  commissions.frozen_at is not null or exists (
    select from commission_disputes
    where commission_id = commissions.id and commission_disputes.status <> ${sql.lit(disputeProcess.steps.decide.to)}
  )
)`

/** As literals: the index of a customer's commissions is found whatever is prepared. */
const heldStatuses = sql.join(
  (['in_progress', 'delivered'] satisfies CommissionStatus[]).map((status) => sql.lit(status)),
)

async function findRefunds(db: Db, payments: readonly { id: string }[]) {
  if (payments.length === 0) return []
  return db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'amount_pence', 'cause', 'status', 'returns'])
    .select(['sent_at', 'settled_at'])
    .where(
      'payment_id',
      'in',
      payments.map(({ id }) => id),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The sum of all payments for which the customer has neither a recording nor the money back. */
async function findUnsettled(db: Db, customerId: string) {
  const [held, refunds] = await Promise.all([
    db
      .selectFrom('commissions')
      .select('customer_pence')
      .select(isWithTeam.as('is_with_team'))
      .where('customer_id', '=', customerId)
      .where(sql<boolean>`status in (${heldStatuses})`)
      .execute(),
    db
      .selectFrom('payments')
      .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
      .select(['refunds.amount_pence', 'refunds.status', 'returns'])
      .where('customer_id', '=', customerId)
      .where('payments.refunded_pence', '>', 0)
      .where('refunds.status', 'not in', paidStatuses)
      .execute(),
  ])
  return { held, refunds }
}
