// Every night: compares each day that has ended with the card provider, to the penny, and closes it. Or a closed day again.

import { sql } from 'kysely'
import { withoutTimeout } from '#server/db/without-timeout.ts'
import type { Db } from '#server/db/client.ts'
import { forgetVerified, verifyLedger } from '#server/ledger/verified-ledger.ts'
import {
  checkInvariants,
  closeAndCheckLedgerDays,
  type InvariantDeps,
} from '#server/payments/reconciliation/invariant-jobs.ts'
import { asRows, renew } from '#server/payments/reconciliation/renewed-problems.ts'
import { compareClosing, readClosing, type Closing } from './closing-balance.ts'
import { closeDays, findChangedDays } from './day-closing.ts'
import { mendUnfound } from './found-differences.ts'
import { readBankPayouts } from './payout-reading.ts'
import { readProvider } from './provider-reading.ts'
import {
  endRun,
  openDailyRun,
  openRun,
  type Day,
  type JobRun,
  type ReconciliationRun,
} from './reconciliation-runs.ts'
import { compareRecords, takeFoundProblems } from './record-comparison.ts'
import { tellOfDifferences } from './told-differences.ts'
import { findUncompared, keepUncompared } from './uncompared.ts'

export type ReconciliationDeps = InvariantDeps

/** @throws PaymentUnknown when the provider does not respond: the next attempt goes on there. */
export async function reconcileDays(deps: ReconciliationDeps, job: JobRun): Promise<void> {
  const { db, clock } = deps
  await closeAndCheckLedgerDays(deps, job)
  await checkClosedDays(deps, job)
  if (await hasChangedDay(db)) await forgetVerified(db)
  const run = await openDailyRun(db, clock.now())
  const uncompared = run === null ? [] : await reconcile(deps, run, job)
  if (!(await hasChangedDay(db))) await verifyLedger(db, { now: clock.now(), signal: job.signal })
  await tellOfDifferences(db, clock.now())
  throwIfNotWhole(uncompared)
}

/** So that the job is tried again. */
function throwIfNotWhole(uncompared: readonly string[]): void {
  if (uncompared.length === 0) return
  const ids = uncompared.join(', ')
  throw new Error(`Not whole, so that no day is closed. Not compared: ${ids}`)
}

/** Returns what could not be compared: no day is closed over it. */
async function reconcile(
  deps: ReconciliationDeps,
  run: ReconciliationRun,
  job: JobRun,
): Promise<string[]> {
  const { db, clock } = deps
  await readProvider(deps, run, job)
  await readBankPayouts(deps, run, job)
  await checkInvariants(deps, job, 'all')
  const closing = await readClosing(deps.payments, run.until, job.signal)
  await compare(db, run, { now: clock.now(), closing })
  const uncompared = await findUncompared(db, run)
  if (uncompared.length > 0) return uncompared
  await closeDays(deps, run, { now: clock.now(), signal: job.signal })
  await endRun(db, run)
  return []
}

type Comparing = { now: Date; closing: Closing | null }

async function compare(db: Db, run: ReconciliationRun, { now, closing }: Comparing): Promise<void> {
  await sql`analyze provider_records`.execute(db)
  await withoutTimeout(db, async (tx) => {
    await compareRecords(tx, run)
    if (closing !== null) await compareClosing(tx, run, closing)
    if (!run.isRepeat) await takeFoundProblems(tx, run)
    await keepUncompared(tx, run, now)
    await mendUnfound(tx, run, now)
  })
}

/** Whether a day that was closed before was changed: that stops all transfers, as in the ledger itself. */
async function checkClosedDays(deps: ReconciliationDeps, { log, signal }: JobRun): Promise<void> {
  const startedAt = deps.clock.now()
  const changed = await findChangedDays(deps.db, signal)
  await renew(deps, log, { by: 'reconcile_days', found: asRows(changed), startedAt })
}

async function hasChangedDay(db: Db): Promise<boolean> {
  const changed = await db
    .selectFrom('found_problems')
    .select('subject')
    .where('found_by', 'in', ['close_ledger_days', 'reconcile_days'])
    .limit(1)
    .executeTakeFirst()
  return changed !== undefined
}

/** A closed day once more. What differs is kept like what a night finds; where nothing differs, nothing changes. */
export async function repeatDay(deps: ReconciliationDeps, day: Day, job: JobRun): Promise<void> {
  const { db, clock } = deps
  const run = await openRun(db, { firstDay: day, lastDay: day, isRepeat: true, now: clock.now() })
  try {
    await readProvider(deps, run, job)
    await readBankPayouts(deps, run, job)
    // What the balance was then, the provider does not say.
    await compare(db, run, { now: clock.now(), closing: null })
    throwIfNotWhole(await findUncompared(db, run))
  } finally {
    await endRun(db, run)
  }
}
