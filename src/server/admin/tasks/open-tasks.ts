// Everything that an admin may take care of, by its kind: since when, and which of it waits for a person now.

import { sql, type RawBuilder } from 'kysely'
import type { SubjectKind } from '#rules/admin/admin-actions.ts'
import type { TaskKind } from '#rules/admin/admin-tasks.ts'
import { refundRequestProcess } from '#rules/orders/refund-request.ts'
import { answerableStatuses } from '#rules/payments/bank-dispute-process.ts'
import { maxDebtDays } from '#rules/payments/debt-decisions.ts'
import { differenceProcess } from '#rules/payments/difference-process.ts'
import { paidStatuses, transferProcess } from '#rules/payments/payment-process.ts'
import { debtStatus, reversalProcess } from '#rules/payments/reversal-process.ts'

type OpenTasks = {
  /** What the audit log says that it was done to. */
  subject: SubjectKind
  /** Selects `id`, `subject`, `since` and `needs_person`, with the predicates of the indexes. */
  rows: (now: Date) => RawBuilder<unknown>
}

const list = (statuses: readonly string[]) => sql.join(statuses.map((status) => sql.lit(status)))

export const openTasks: Record<TaskKind, OpenTasks> = {
  payment: {
    subject: 'user',
    rows: () => sql`
      select id::text, customer_id as subject, created_at as since, true as needs_person
      from payments where problem is not null`,
  },
  refund_request: {
    subject: 'user',
    rows: () => sql`
      select id::text, customer_id as subject, requested_at as since, true as needs_person
      from refund_requests where status = ${sql.lit(refundRequestProcess.start)}`,
  },
  refund: {
    subject: 'user',
    rows: () => sql`
      select refunds.id::text, customer_id as subject, refunds.created_at as since,
        refunds.status = 'failed' as needs_person
      from refunds join payments on payments.id = refunds.payment_id
      where refunds.status not in (${list(paidStatuses)})`,
  },
  found_refund: {
    subject: 'user',
    rows: () => sql`
      select found_problems.subject as id, customer_id as subject, found_at as since, true as needs_person
      from found_problems join payments on payments.id = found_problems.payment_id
      where kind = 'refund_without_row'`,
  },
  transfer: {
    subject: 'user',
    rows: () => sql`
      select id::text, artist_id as subject, created_at as since, status = 'failed' as needs_person
      from transfers where status in (${list(transferProcess.steps.settle.from)})`,
  },
  reversal: {
    subject: 'user',
    rows: (now) => sql`
      select id::text, artist_id as subject, refused_at as since,
        refused_at <= ${new Date(now.getTime() - maxDebtDays * 24 * 3_600_000)} as needs_person
      from reversals where status = ${sql.lit(debtStatus)}
      union all
      select id::text, artist_id, created_at, refusals > 0
      from reversals where status = ${sql.lit(reversalProcess.start)} and last_problem is not null`,
  },
  bank_dispute: {
    subject: 'bank_dispute',
    rows: () => sql`
      select id::text, id as subject, opened_at as since, answered_at is null as needs_person
      from bank_disputes where status in (${list(answerableStatuses)}) or status = 'answered'`,
  },
  movement: {
    subject: 'movement',
    rows: () => sql`
      select id::text, id as subject, found_at as since, true as needs_person
      from unexplained_transactions where explained_at is null`,
  },
  difference: {
    subject: 'difference',
    rows: () => sql`
      select id::text, id as subject, found_at as since, true as needs_person
      from reconciliation_differences where status = ${sql.lit(differenceProcess.start)}`,
  },
}
