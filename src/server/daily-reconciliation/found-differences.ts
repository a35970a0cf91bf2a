// Keeps what a comparison has found, each difference once, and ends those that a later one finds no more.

import { sql, type RawBuilder } from 'kysely'
import { differenceProcess } from '#rules/payments/difference-process.ts'
import type { Db } from '#server/db/client.ts'
import type { ReconciliationRun } from './reconciliation-runs.ts'

/** Both sides grow with every sale: what an admin explains is what lies between them. */
const growingSums = ['available_differs', 'receivable_differs', 'sale_sums_differ']

/**
 * One that is open stays as it was found; one that an admin has explained is not found again, as long as both sides are
 * what they were then.
 *
 * @param found kind, subject, payment_id, ours, theirs (pence) and occurred_at of each
 */
export async function keepDifferences(
  tx: Db,
  { id, firstDay, lastDay, startedAt }: ReconciliationRun,
  found: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into reconciliation_differences
      (kind, subject, payment_id, day, ours_pence, theirs_pence, occurred_at, found_at, last_run_id)
    select distinct on (kind, subject)
      kind,
      subject,
      payment_id,
      case
        when (occurred_at at time zone 'UTC')::date between ${firstDay}::date and ${lastDay}::date
        then (occurred_at at time zone 'UTC')::date
        else ${lastDay}::date
      end,
      ours,
      theirs,
      occurred_at,
      ${startedAt},
      ${id}::bigint
    from (${found}) as found
    where not exists (
      select from reconciliation_differences as known
      where known.status = 'explained'
        and (known.kind, known.subject) = (found.kind, found.subject)
        and (
          (known.ours_pence, known.theirs_pence) is not distinct from (found.ours, found.theirs)
          or (
            found.kind = any(${growingSums})
            and known.ours_pence - known.theirs_pence = found.ours - found.theirs
          )
        )
    )
    order by kind, subject, occurred_at
    on conflict (kind, subject) where status = 'open'
    do update set last_run_id = excluded.last_run_id
  `.execute(tx)
}

/** Those of its time that this run has looked for, and not found. */
export async function mendUnfound(
  tx: Db,
  { id, isRepeat, since, until }: ReconciliationRun,
  now: Date,
): Promise<void> {
  const { from, to } = differenceProcess.steps.mend
  await tx
    .updateTable('reconciliation_differences')
    .set({ status: to, ended_at: now })
    .where('status', 'in', from)
    .where('last_run_id', '<>', id)
    .where((eb) =>
      eb.or([
        eb('occurred_at', '>=', since).and('occurred_at', '<', until),
        // The hourly checks look at all there is.
        ...(isRepeat ? [] : [eb('occurred_at', 'is', null)]),
      ]),
    )
    .execute()
}
