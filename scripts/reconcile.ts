// `npm run reconcile -- --day 2026-11-23`: compares a closed day with the card provider once more, while the app runs. Exits
// with 1 if anything differs.

import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { describeDifference } from '../src/rules/payments/difference-process.ts'
import { formatPence } from '../src/rules/price.ts'
import { findDay } from '../src/server/admin/reconciliation-queries.ts'
import { connect, type Db } from '../src/server/db/client.ts'
import { addJob } from '../src/server/jobs/add-job.ts'
import { reconcile } from '../src/server/jobs/job-names.ts'
import { endWith } from './end-with.ts'
import { findDatabase } from './find-database.ts'

const lookEveryMs = 500

const { values } = parseArgs({ options: { day: { type: 'string' } }, strict: false })
const wanted = z.iso.date().safeParse(values.day).data
if (wanted === undefined) {
  console.error('Usage: npm run reconcile -- --day 2026-11-23')
  process.exit(1)
}

const database = connect(await findDatabase().catch(endWith), { onIdleError: () => undefined })
try {
  process.exitCode = (await repeat(database.db, wanted)) ? 0 : 1
} finally {
  await database.close()
}

async function repeat(db: Db, day: string): Promise<boolean> {
  if ((await findDay(db, { day, adminId: null, now: new Date() })) === null) {
    console.error(`${day} is not closed: each night at 04:00 UTC the days that have ended are.`)
    return false
  }
  // In the app, whose clock, card provider and hourly jobs it shares.
  const key = `repeat_day:${day}`
  await addJob(db, 'repeat_day', { day }, { key, queue: reconcile.queue, maxAttempts: 1 })
  const problem = await untilDone(db, key)
  if (problem !== null) {
    console.error(`The day could not be compared: ${problem}`)
    return false
  }
  return print(db, day)
}

/** Returns why it has failed; null if it is done. */
async function untilDone(db: Db, key: string): Promise<string | null> {
  for (;;) {
    const { rows } = await sql<{ problem: string | null; has_failed: boolean }>`
      select last_error as problem, locked_at is null and attempts >= max_attempts as has_failed
      from graphile_worker.jobs where key = ${key}
    `.execute(db)
    const [job] = rows
    if (!job) return null
    if (job.has_failed) return job.problem ?? 'no reason is known'
    await setTimeout(lookEveryMs)
  }
}

async function print(db: Db, day: string): Promise<boolean> {
  const found = await findDay(db, { day, adminId: null, now: new Date() })
  if (found === null) return false
  const changed = await findChanges(db, day)
  const open = found.differences.filter(({ status }) => status === 'open')
  console.log(
    `${day}: ${formatPence(found.openingPence)} before, ${formatPence(found.closingPence)} after`,
  )
  for (const { type, transactions, amountPence, feePence } of found.sums)
    console.log(
      `  ${type}: ${transactions}, ${formatPence(amountPence)} less ${formatPence(feePence)}`,
    )
  console.log(`  hash ${found.hash}`)
  if (found.lateTotal > 0) console.log(`  ${found.lateTotal} of these were late.`)
  for (const kind of changed) console.log(`  ${describeDifference(kind).label}`)
  for (const { kind, subject, oursPence, theirsPence } of open) {
    const { label, otherSide = 'the provider’s' } = describeDifference(kind)
    const sides = `ours ${formatPence(oursPence)}, ${otherSide} ${formatPence(theirsPence)}`
    console.log(`  ${label}: ${subject}, ${sides}`)
  }
  if (changed.length > 0 || open.length > 0) return false
  console.log('Nothing differs.')
  return true
}

async function findChanges(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from reconciled_day_problems(${day}::date)
    union all
    select kind from ledger_day_problems(${day}::date)
  `.execute(db)
  return rows.map(({ kind }) => kind)
}
