// How long a night takes that compares a million movements of the balance with the card provider and closes their days, and
// what the hourly check of the ledger takes before and after.

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { runProgram } from '../scripts/run-program.ts'
import type { Db } from '../src/server/db/client.ts'
import { openStripePayments } from '../src/server/gateways/payments/stripe-payments.ts'
import { findLedgerProblems } from '../src/server/ledger/verified-ledger.ts'
import { startSandbox } from '../src/server/start/sandbox-process.ts'
import { withCatalogueApp, type CatalogueApp } from './measuring/catalogue-app.ts'
import { readCpuTime, readPostgresCpuTime } from './measuring/cpu-time.ts'
import { print, printVerdict } from './measuring/verdicts.ts'
import { fillBooks, fillProvider } from './reconciliation/fill-balance.ts'

const usualCount = 1_000_000
const days = 10
const goalMs = 600_000
const goalMegabytes = 300
const hourlyGoalMs = 1_000
const megabyte = 1024 * 1024
const nightSchema = z.object({
  ms: z.number(),
  cpuMs: z.number(),
  bytes: z.number(),
  idleBytes: z.number(),
})

/** RECONCILIATION_COUNT: another number of movements. */
export async function benchReconciliation(): Promise<void> {
  const count = Number(process.env['RECONCILIATION_COUNT'] ?? usualCount)
  const folder = await mkdtemp(join(tmpdir(), 'undersong-bench-provider-'))
  const secretKey = `sk_test_${randomBytes(16).toString('hex')}`
  const sandbox = await startSandbox({
    variables: {
      SANDBOX_PORT: '0',
      SANDBOX_DATA_DIR: join(folder, 'sandbox'),
      SANDBOX_SECRET_KEY: secretKey,
      SANDBOX_CONTROL: '1',
      SANDBOX_DURABLE: '0',
    },
    log: (line) => console.log(line),
  })
  const payments = openStripePayments({
    secretKey,
    webhookSecret: 'whsec_unused',
    thinWebhookSecret: 'whsec_unused',
    apiUrl: sandbox.url,
  })
  try {
    await withCatalogueApp({ name: 'reconciliation', keptIn: undefined, payments }, (app) =>
      benchFilled(app, {
        count,
        provider: { url: sandbox.url, key: secretKey, pid: sandbox.pid() ?? 0 },
      }),
    )
  } finally {
    await sandbox.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Filling = { count: number; provider: { url: string; key: string; pid: number } }

async function benchFilled(app: CatalogueApp, { count, provider }: Filling): Promise<void> {
  const now = new Date()
  await fillProvider(provider, { count, days, now })
  const filled = await fillBooks({ db: app.slowDb, payments: app.payments }, { days, now })
  await sql`analyze`.execute(app.slowDb)
  console.log(`${filled} movements of ${days} days, as many charges and payments`)
  await measureHourly(app.slowDb, 'the hourly check of the whole ledger', Infinity)
  await measureNight(app, provider)
  await measureHourly(app.slowDb, 'the hourly check after that night', hourlyGoalMs)
}

async function measureNight(
  app: CatalogueApp,
  { url, key, pid }: Filling['provider'],
): Promise<void> {
  const readOthers = () => ({
    postgres: readPostgresCpuTime() - readCpuTime(pid),
    provider: readCpuTime(pid),
  })
  const before = readOthers()
  const { code, output } = await runProgram(
    'node',
    ['bench/reconciliation-night.ts', app.databaseUrl, url, key],
    { quietly: true },
  )
  if (code !== 0) throw new Error(output)
  const { ms, cpuMs, bytes, idleBytes } = nightSchema.parse(JSON.parse(output))
  const after = readOthers()
  printVerdict(ms < goalMs, 'the night', ms, goalMs)
  const seconds = (spent: number) => `${(spent / 1000).toFixed(1)} s`
  console.log(
    `          processor time: the app ${seconds(cpuMs)}, PostgreSQL ${seconds(after.postgres - before.postgres)}, the test provider ${seconds(after.provider - before.provider)}`,
  )
  print(bytes / megabyte < goalMegabytes, [
    'memory of its process at most'.padEnd(38),
    `${(bytes / megabyte).toFixed(0).padStart(7)} MB`,
    `idle ${(idleBytes / megabyte).toFixed(0)} MB`,
    `goal ${goalMegabytes}`,
  ])
  const { rows } = await sql<{ days: number; counted: number; differences: number }>`
    select
      (select count(*)::int from reconciled_days) as days,
      (select sum(transactions)::int from reconciled_days) as counted,
      (select count(*)::int from reconciliation_differences) as differences
  `.execute(app.db)
  const [closed] = rows
  print(closed?.days === days && closed.differences === 0, [
    `${closed?.days} days closed with ${closed?.counted} movements, ${closed?.differences} differences`,
  ])
}

async function measureHourly(db: Db, name: string, hourlyGoal: number): Promise<void> {
  const { signal } = new AbortController()
  const startedAt = performance.now()
  const inTransactions = await findLedgerProblems(db, signal)
  const { rows: inSums } = await sql`select * from ledger_sum_problems()`.execute(db)
  const ms = performance.now() - startedAt
  const isRight = inTransactions.length + inSums.length === 0
  printVerdict(isRight && ms < hourlyGoal, name, ms, hourlyGoal)
}
