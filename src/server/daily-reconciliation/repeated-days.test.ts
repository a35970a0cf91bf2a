// `npm run reconcile`: a day once more, beside the app that runs.

import { execFile } from 'node:child_process'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/run-program.ts'
import {
  createTradingDay,
  differencesOf,
  reconcile,
  untilNight,
} from '../../../tests/support/money/reconciling.ts'
import { provider } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

type Ended = { output: string; code: number | null }

/** The command in a process of its own; the app does what it queues. */
async function repeatDay(app: TestApp, ...args: string[]): Promise<Ended> {
  const env = { DATABASE_URL: app.databaseUrl }
  const ended: Ended[] = []
  const child = execFile(
    process.execPath,
    [`${projectRoot}scripts/reconcile.ts`, ...args],
    { env },
    (_error, stdout, stderr) => ended.push({ output: stdout + stderr, code: child.exitCode }),
  )
  return expect
    .poll(
      async () => {
        await app.work()
        return ended[0]
      },
      { timeout: 60_000 },
    )
    .toBeDefined()
    .then(() => ended[0] ?? { output: '', code: null })
}

/** The rows of every table of money. */
async function booksOf({ db }: TestApp) {
  const tables = ['payments', 'transfers', 'refunds', 'ledger_entries', 'balance_transactions']
  const days = ['reconciled_days', 'reconciled_sums', 'reconciliation_differences']
  const runs = ['reconciliation_runs', 'provider_records', 'found_problems', 'notifications']
  const books: unknown[] = []
  for (const table of [...tables, ...days, ...runs]) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(one)::text as row from ${sql.table(table)} as one
    `.execute(db)
    books.push([table, rows.map(({ row }) => row).toSorted()])
  }
  return books
}

test('a day that is repeated is described, and changes nothing if nothing differs', async () => {
  const app = await emptyApp()
  await createTradingDay(app)
  const day = await untilNight(app)
  await reconcile(app)
  const before = await booksOf(app)
  const { output, code } = await repeatDay(app, '--day', day)
  expect(output).toContain(`${day}: £0.00 before, £1,000.41 after`)
  expect(output).toContain('  charge: 3, £12.70 less £0.79\n')
  expect(output).toContain('Nothing differs.')
  expect(code).toBe(0)
  expect(await booksOf(app)).toEqual(before)
})

test('what differs by then is found by the repetition of its day, and mended by the next one that does not find it', async () => {
  const app = await emptyApp()
  const { paymentId } = await createTradingDay(app)
  const day = await untilNight(app)
  await reconcile(app)
  await untilNight(app)
  await reconcile(app)
  const { data } = await provider(app).charges.list({ limit: 100 })
  const charge = data.find(({ amount }) => amount === 570)
  const changeBy = (pence: number) => app.sandbox.control('POST change', { id: charge?.id, pence })
  await changeBy(1)
  const { output, code } = await repeatDay(app, '--day', day)
  expect(output).toContain(
    `A card payment of another amount: ${paymentId}, ours £5.70, the provider’s £5.71`,
  )
  expect(code).toBe(1)
  expect(await differencesOf(app)).toMatchObject([{ kind: 'charge_differs', status: 'open' }])
  await changeBy(-1)
  expect(await repeatDay(app, '--day', day)).toMatchObject({ code: 0 })
  expect(await differencesOf(app)).toMatchObject([{ kind: 'charge_differs', status: 'mended' }])
})

test.each([
  [['--day', '2001-02-03'], /2001-02-03 is not closed/],
  [['--day', 'yesterday'], /^Usage: npm run reconcile/],
  [[], /^Usage: npm run reconcile/],
])('the command %j is refused with a sentence', async (args, sentence) => {
  const app = await emptyApp()
  const { output, code } = await repeatDay(app, ...args)
  expect(output).toMatch(sentence)
  expect(code).toBe(1)
})
