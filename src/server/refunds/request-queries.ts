// Requests for money, and refunds that have not arrived, as admins read them.

import { sql, type SqlBool } from 'kysely'
import type { AdminRefundRequest, UnmadeRefund } from '#contracts/admin/refund-requests.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { refundRequestProcess } from '#rules/orders/refund-request.ts'
import { paidStatuses, refundProcess } from '#rules/payments/payment-process.ts'
import {
  isOwnedAsAsked,
  ownerOf,
  presentTask,
  type ListReader,
  type Reader,
} from '#server/admin/owner-of-task.ts'
import { pageOf } from '#server/admin/page-of.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { findHeardOf } from './heard.ts'
import { presentSold } from './refund-preview.ts'
import { findSales } from './refundable-sale.ts'

const tasks = {
  request: { kind: 'refund_request', id: sql.ref('refund_requests.id') },
  refund: { kind: 'refund', id: sql.ref<string>('refunds.id') },
} as const

const columns = [
  'id',
  'order_line_id',
  'reason',
  'words',
  'status',
  'requested_at',
  'answer',
  ownerOf(tasks.request).as('task_owner'),
] as const

/** The oldest first. */
export async function findOpenRequests(db: Db, { page, ...reader }: ListReader) {
  const open = db
    .selectFrom('refund_requests')
    .where('status', '=', refundRequestProcess.start)
    .where(isOwnedAsAsked(tasks.request, reader))
  const { rows, paging } = await pageOf(open, {
    page,
    shown: open.select(columns).orderBy('requested_at').orderBy('id'),
  })
  return { requests: await presentAll(db, rows, reader), ...paging }
}

/** @throws Refusal not_found */
export async function findRequest(db: Db, id: string, reader: Reader): Promise<AdminRefundRequest> {
  const row = await db
    .selectFrom('refund_requests')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const [request] = await presentAll(db, [row], reader)
  if (!request) throw new Error(`The request ${id} was read, and is not shown.`)
  return request
}

type Row = Pick<AdminRefundRequest, 'id' | 'reason' | 'words' | 'status' | 'answer'> & {
  order_line_id: string
  requested_at: Date
  task_owner: { id: string; name: string | null } | null
}

/** A few statements for all of them. */
async function presentAll(db: Db, rows: Row[], reader: Reader): Promise<AdminRefundRequest[]> {
  const lineIds = rows.map((row) => row.order_line_id)
  const sales = new Map((await findSales(db, lineIds)).map((sale) => [sale.id, sale]))
  const heard = await findHeardOf(db, lineIds)
  return rows.map((row) => {
    const { order_line_id: lineId, requested_at: requestedAt, task_owner: owner, ...request } = row
    const [sale, heardOfIt] = [sales.get(lineId), heard.get(lineId)]
    if (!sale || !heardOfIt) throw new Error(`The line ${lineId} of a request was not sold.`)
    return {
      ...request,
      ...heardOfIt,
      sale: presentSold(sale),
      requestedAt: requestedAt.toISOString(),
      task: presentTask({ owner, since: requestedAt }, reader),
    }
  })
}

/** As written in the predicate of the index. */
const paid = sql`${sql.join(paidStatuses.map((status) => sql.lit(status)))}`

/** The oldest first. */
export async function findUnmade(db: Db, { page, ...reader }: ListReader) {
  const unmade = db
    .selectFrom('refunds')
    .where(sql<SqlBool>`refunds.status not in (${paid})`)
    .where(isOwnedAsAsked(tasks.refund, reader))
  const withNames = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('users', 'users.id', 'payments.customer_id')
    .leftJoin('order_lines', 'order_lines.id', 'refunds.order_line_id')
    .leftJoin('commissions', 'commissions.id', 'payments.subject_id')
  const { rows, paging } = await pageOf(unmade, {
    page,
    longList: { id: tasks.refund.id, order: sql`refunds.created_at, refunds.id` },
    shown: withNames
      .select(['refunds.id', 'payments.customer_id', 'refunds.amount_pence', 'refunds.status'])
      .select(['last_problem', 'refunds.created_at', 'refunds.due_at'])
      .select([
        nameOf().as('customer_name'),
        sql<string | null>`coalesce(order_lines.title, commissions.name)`.as('title'),
        ownerOf(tasks.refund).as('task_owner'),
      ]),
  })
  const refunds = rows.map((row): UnmadeRefund => ({
    id: row.id,
    customer: { id: row.customer_id, name: row.customer_name },
    title: row.title,
    pence: row.amount_pence,
    status: row.status,
    problem: row.last_problem,
    createdAt: row.created_at.toISOString(),
    dueAt: refundProcess.steps.make.from.includes(row.status) ? row.due_at.toISOString() : null,
    task: presentTask({ owner: row.task_owner, since: row.created_at }, reader),
  }))
  return { refunds, ...paging }
}
