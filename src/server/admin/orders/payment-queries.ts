// Payments as admins find them: the latest, or those that a receipt, an email or an id names.

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ListedPayment } from '#contracts/admin/payments.ts'
import {
  adminPageSize,
  isUuid,
  maxListedPayments,
  type AdminSearch,
} from '#rules/admin/admin-search.ts'
import { receiptNumber, receiptNumberPattern, receiptSerial } from '#rules/orders/receipt-number.ts'
import type { PaymentNeed } from '#rules/payments/payment-needs.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { pageAt } from '#server/db/paging.ts'
import { isOwnedAsAsked, ownerOf, presentTask, type Reader } from '../owner-of-task.ts'

const mismatches = { kind: 'payment', id: sql.ref('payments.id') } as const

export async function findPayments(
  db: Db,
  { query, state, owner, page }: AdminSearch<'orders'>,
  reader: Reader,
) {
  const isWanted = sql.join(
    [
      query === undefined ? sql<SqlBool>`true` : named(query),
      state === undefined ? sql<SqlBool>`true` : sql<SqlBool>`id in (${needingIds})`,
      owner === undefined
        ? sql<SqlBool>`true`
        : sql<SqlBool>`problem is not null and ${isOwnedAsAsked(mismatches, { ...reader, owner })}`,
    ],
    sql` and `,
  )
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total
    from (select from payments where ${isWanted} limit ${maxListedPayments}) listed
  `.execute(db)
  const total = counted.rows[0]?.total ?? 0
  const { paging, offset } = pageAt({ page, total, size: adminPageSize })
  const rows = await selectPayments(db)
    .where(
      isIn(sql`
      select id from payments where ${isWanted}
      order by created_at desc, id desc limit ${adminPageSize} offset ${offset}
    `),
    )
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id', 'desc')
    .execute()
  return { payments: rows.map((row) => presentPayment(row, reader)), total, ...paging }
}

const isIn = (ids: RawBuilder<unknown>) => sql<SqlBool>`payments.id in (${ids})`

/** All payments of one customer are read from the index of their order. */
const named = (query: string) =>
  query.includes('@')
    ? sql<SqlBool>`customer_id = (select id from users where lower(email) = ${query.toLowerCase()})`
    : sql<SqlBool>`id in (${idsNamedBy(query)})`

/** Of a person: few, each of an index of its own. */
const needingIds = sql`
  select id from payments where problem is not null
  union select payment_id from refunds where status = 'failed'
  union select payment_id from transfers where status = 'failed'
  union select payment_id from found_problems where payment_id is not null`

/** A statement whose every part is looked up in an index: a table of payments may be long. */
function idsNamedBy(query: string): RawBuilder<unknown> {
  if (isUuid(query)) {
    return sql`
      select id from payments where id = ${query} or subject_id = ${query}
      union select payment_id from refunds where id = ${query}
      union select payment_id from transfers where id = ${query}
      union select payment_id from reversals
        join transfers on transfers.id = transfer_id where reversals.id = ${query}
      union select payment_id from bank_disputes where id = ${query}
      union select payments.id from refund_requests
        join order_lines on order_lines.id = order_line_id
        join payments on subject_kind = 'order' and subject_id = order_id and stray_of is null
        where refund_requests.id = ${query}`
  }
  const number = query.toUpperCase()
  if (receiptNumberPattern.test(number))
    return sql`select payment_id from receipts where serial = ${receiptSerial(number)}`
  return sql`
    select id from payments
    where checkout_session_id = ${query} or payment_intent_id = ${query} or charge_id = ${query}
    union select payment_id from refunds where provider_id = ${query}
    union select payment_id from transfers where provider_id = ${query}
    union select payment_id from reversals
      join transfers on transfers.id = transfer_id where reversals.provider_id = ${query}
    union select payment_id from bank_disputes where provider_id = ${query}
    union select payment_id from ledger_transactions
      where fact = ${`balance:${query}`} and payment_id is not null`
}

export function selectPayments(db: Db) {
  return db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.customer_id')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .leftJoin('commissions', 'commissions.id', 'payments.subject_id')
    .select(['payments.id', 'amount_pence', 'payments.status', 'refunded_pence'])
    .select(['payments.customer_id', 'serial', 'payments.created_at', 'payments.paid_at'])
    .select(['commissions.id as commission_id', 'commissions.name as commission_name'])
    .select(needs)
    .select(ownerOf(mismatches).as('owner'))
    .select([
      nameOf().as('customer_name'),
      sql<string[]>`array(
        select title from order_lines where order_id = payments.subject_id order by title, id
      )`.as('titles'),
    ])
}

/** Null, or the need. */
const needOf = (need: PaymentNeed, isNeeded: RawBuilder<unknown>) =>
  sql`case when ${isNeeded} then ${sql.lit(need)} end`

const needs = sql<PaymentNeed[]>`array_remove(array[
  ${needOf('mismatch', sql`problem is not null`)},
  ${needOf(
    'refund_failed',
    sql`exists (
    select from refunds where payment_id = payments.id and status = 'failed'
  )`,
  )},
  ${needOf(
    'transfer_failed',
    sql`exists (
    select from transfers where payment_id = payments.id and status = 'failed'
  )`,
  )},
  ${needOf(
    'problem_found',
    sql`exists (
    select from found_problems where payment_id = payments.id
  )`,
  )}
], null)`.as('needs')

type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectPayments>['execute']>>[number]

export function presentPayment(row: PaymentRow, reader: Reader): ListedPayment {
  const { commission_id: commissionId, commission_name: commissionName, titles, serial } = row
  return {
    id: row.id,
    pence: row.amount_pence,
    status: row.status,
    refundedPence: row.refunded_pence,
    customer: { id: row.customer_id, name: row.customer_name },
    title: commissionName ?? titles[0] ?? '',
    moreTitles: Math.max(0, titles.length - 1),
    commissionId,
    receiptNumber: serial === null ? null : receiptNumber(serial),
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    needs: row.needs,
    task: row.needs.includes('mismatch')
      ? presentTask({ owner: row.owner, since: row.created_at }, reader)
      : null,
  }
}
