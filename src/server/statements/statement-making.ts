// Makes the monthly statements of all artists: each in a transaction of its own, with its email.

import { sql } from 'kysely'
import type { JobRun } from '#server/jobs/job-names.ts'
import { tryEach } from '#server/jobs/try-each.ts'
import { renew } from '#server/payments/reconciliation/renewed-problems.ts'
import { collectLines } from './statement-lines.ts'
import { finishMonth, openNextMonth, type Month } from './statement-months.ts'
import { makeStatement, type StatementDeps } from './make-statement.ts'

type Run = Pick<JobRun, 'log' | 'signal'>

/** What is made stays made: the next run goes on with what is missing. */
export async function makeStatements(deps: StatementDeps, run: Run): Promise<void> {
  for (;;) {
    const month = await openNextMonth(deps)
    if (month === null) break
    await collectLines(deps, month, run.signal)
    await makeAll(deps, month, run)
    await finishMonth(deps.db, month, deps.clock.now())
  }
  await compareWithLedger(deps, run)
}

const batchSize = 100
/** Before every id. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * One that fails does not stop the others.
 *
 * @throws Error if some have failed: the month is not finished, and the next attempt makes what is missing
 */
async function makeAll(deps: StatementDeps, month: Month, run: Run): Promise<void> {
  let failed = 0
  let artists = await findDueArtists(deps, month, nobody)
  while (artists.length > 0) {
    const unmade = await tryEach(artists, run, {
      work: (artistId) => makeStatement(deps, { artistId, month }),
      failure: 'a statement was not made',
      ids: (artist) => ({ artist }),
    })
    failed += unmade.length
    artists = await findDueArtists(deps, month, artists.at(-1) ?? nobody)
  }
  if (failed > 0) throw new Error(`${failed} statements of ${month} were not made.`)
}

/**
 * Whoever has a line in the month, and whoever had a statement of the month before: also of a month without a line, unless the
 * account was deleted and nothing is left. A page of them, in the order of their ids.
 */
async function findDueArtists(
  { db }: StatementDeps,
  month: Month,
  after: string,
): Promise<string[]> {
  const isMissing = (artist: ReturnType<typeof sql.ref>) => sql`not exists (
    select from statements as made where made.artist_id = ${artist} and made.month = ${month}::date
  )`
  const { rows } = await sql<{ artist_id: string }>`
    select artist_id from (
      (
        select distinct artist_id from statement_lines
        where month = ${month}::date and artist_id > ${after} and ${isMissing(sql.ref('statement_lines.artist_id'))}
        order by artist_id limit ${batchSize}
      )
      union
      (
        select artist_id from statements
        join users on users.id = artist_id
        where month = (${month}::date - interval '1 month')::date and artist_id > ${after}
          and (deleted_at is null or closing_owed_pence <> 0 or closing_owing_pence <> 0)
          and ${isMissing(sql.ref('statements.artist_id'))}
        order by artist_id limit ${batchSize}
      )
    ) as due
    order by artist_id limit ${batchSize}
  `.execute(db)
  return rows.map(({ artist_id: artistId }) => artistId)
}

/** The last two months: of the earlier ones neither the ledger nor the statements can change. */
async function compareWithLedger(deps: StatementDeps, { log }: Run): Promise<void> {
  const startedAt = deps.clock.now()
  const found = sql`
    select * from statement_problems(
      (select (max(month) - interval '1 month')::date from statement_months where finished_at is not null)
    )`
  await renew(deps, log, { by: 'make_statements', found, startedAt })
}
