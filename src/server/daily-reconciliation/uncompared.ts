// What a run could not compare: each is a difference of its own, and keeps the days open until it can be compared, or an admin
// has explained it.

import { sql } from 'kysely'
import { differenceProcess } from '#rules/payments/difference-process.ts'
import type { Db } from '#server/db/client.ts'
import type { Failure } from '#server/payments/failures.ts'
import { keepDifferences } from './found-differences.ts'
import type { StoredList } from './listed-records.ts'
import type { JobRun, ReconciliationRun } from './reconciliation-runs.ts'

const kind = 'not_compared'

type Uncompared = { list: StoredList; since: Date; failures: readonly Failure[] }

export async function storeFailures(
  tx: Db,
  { id }: ReconciliationRun,
  { list, since, failures }: Uncompared,
  { log }: Pick<JobRun, 'log'>,
): Promise<void> {
  for (const failure of failures)
    log.error({ err: failure.error, list, object: failure.id }, 'an object was not compared')
  if (failures.length === 0) return
  await tx
    .insertInto('reconciliation_failures')
    .values(failures.map(({ id: subject }) => ({ run_id: id, list, since, subject })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** One that can be compared by now is mended, also within one run. */
export async function keepUncompared(tx: Db, run: ReconciliationRun, now: Date): Promise<void> {
  await keepDifferences(
    tx,
    run,
    sql`
      select ${kind} as kind, failed.subject, null::uuid as payment_id,
        null::bigint as ours, records.amount_pence as theirs, null::timestamptz as occurred_at
      from reconciliation_failures as failed
      left join provider_records as records
        on (records.run_id, records.list, records.id) = (failed.run_id, failed.list, failed.subject)
      where failed.run_id = ${run.id}::bigint`,
  )
  const { from, to } = differenceProcess.steps.mend
  if (run.isRepeat) return
  await tx
    .updateTable('reconciliation_differences')
    .set({ status: to, ended_at: now })
    .where('kind', '=', kind)
    .where('status', 'in', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reconciliation_failures as failed')
            .select('failed.subject')
            .where('failed.run_id', '=', run.id)
            .whereRef('failed.subject', '=', 'reconciliation_differences.subject'),
        ),
      ),
    )
    .execute()
}

/**
 * Those that keep the days open. Nothing of an artist's account is in the sums of a day, and what an admin has explained stays
 * explained.
 */
export async function findUncompared(db: Db, run: ReconciliationRun): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select distinct failed.subject
    from reconciliation_failures as failed
    where failed.run_id = ${run.id}::bigint
      and failed.list <> ${'bank_payouts' satisfies StoredList}
      and not exists (
        select from reconciliation_differences as explained
        where explained.status = 'explained' and (explained.kind, explained.subject) = (${kind}, failed.subject)
      )
    order by failed.subject
  `.execute(db)
  return rows.map(({ subject }) => subject)
}
