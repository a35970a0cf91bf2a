// What the next night finds of whatever was planted: it runs in a transaction, which is taken back.

import { Kysely, PostgresDialect, sql, type PostgresPoolClient } from 'kysely'
import type { PoolClient } from 'pg'
import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import type { Db } from '#server/db/client.ts'
import { reconcileDays } from '#server/daily-reconciliation/daily-reconciliation.ts'
import { subjectsOf } from '../../shopping.ts'
import type { Market } from './market.ts'

type Planting = {
  plant?: (db: Db) => Promise<void>
  /** The days that are closed stay so: else the night compares and closes all of them, as the first one would. */
  areDaysKept?: boolean
}

export async function findNextNight(
  { app }: Market,
  { plant, areDaysKept = false }: Planting = {},
): Promise<string[]> {
  const client = await app.pool.connect()
  const db: Db = new Kysely({
    dialect: new PostgresDialect({
      pool: { connect: async () => asSavepoints(client), end: async () => {}, options: {} },
    }),
  })
  await client.query('begin')
  try {
    await client.query('set local session_replication_role = replica')
    await plant?.(db)
    if (!areDaysKept) await openAllDays(db)
    await client.query('set local session_replication_role = origin')
    const deps = { ...app, db, subjects: subjectsOf(app), spans: commissionSpans }
    const job = { log: app.http.log, signal: new AbortController().signal }
    // Where artists bear lost disputes, they have done so before.
    await reconcileDays({ ...deps, disputesChargedTo: 'artist' }, job).catch(unlessNotWhole)
    return await found(db)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const asSavepoint: Record<string, string> = {
  begin: 'savepoint of_the_night',
  commit: 'release savepoint of_the_night',
  rollback: 'rollback to savepoint of_the_night',
}

/** Its transactions are parts of the one that is taken back. */
function asSavepoints(client: PoolClient): PostgresPoolClient {
  return {
    // Nothing is read by a cursor, which the other form of this function does.
    query: (text: unknown, values?: unknown) =>
      client.query(asSavepoint[String(text)] ?? String(text), values as unknown[]) as never,
    release: () => undefined,
  }
}

async function openAllDays(db: Db): Promise<void> {
  for (const change of [
    sql`delete from reconciled_sums`,
    sql`delete from reconciled_days`,
    sql`update balance_transactions set counted_on = null`,
    sql`delete from verified_ledger`,
  ])
    await change.execute(db)
}

/** It says at its end that something could not be compared, which is found by then. */
function unlessNotWhole(error: unknown): void {
  if (!(error instanceof Error && error.message.startsWith('Not whole'))) throw error
}

async function found(db: Db): Promise<string[]> {
  const { rows } = await sql<{ sentence: string }>`
    select concat_ws(' ', kind, subject, ours_pence, theirs_pence) as sentence
    from reconciliation_differences where status = 'open'
    union
    select kind || ' ' || subject from found_problems
  `.execute(db)
  return rows.map(({ sentence }) => sentence)
}
