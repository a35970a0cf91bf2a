// An artist's monthly statements: made, read, and compared with the ledger.

import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Paper, Statement } from '#contracts/papers.ts'
import { statementLineNames } from '#rules/papers/statement-lines.ts'
import { monthOf, monthsUntil } from '#rules/sales/sale-months.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { listPapers } from '../papers/listed-papers.ts'
import { recordsOf } from '../sales/read-csv.ts'
import type { TestApp, TestUser } from '../test-app.ts'

/** To the second of the next month, when the job runs. Returns the month that has ended. */
export async function untilStatementDay({ clock }: TestApp): Promise<string> {
  const month = monthOf(clock.now())
  const [year = 0, number = 0] = month.split('-').map(Number)
  await clock.set(new Date(Date.UTC(year, number, 2, 5, 40)))
  return month
}

/** The days of the ledger are closed before, as by the job of each night. */
export async function makeStatements(app: TestApp): Promise<void> {
  await addJob(app.db, 'close_ledger_days', {})
  await app.work()
  await addJob(app.db, 'make_statements', {})
  await app.work()
}

/** Of the first page, the oldest first. */
export async function papersOf(app: TestApp, as: TestUser): Promise<Paper[]> {
  return (await listPapers(app, as, { kind: 'statement' })).papers.toReversed()
}

export async function readStatement(app: TestApp, as: TestUser, id: string): Promise<Statement> {
  const response = await app.call(`GET /api/statements/${id}`, { as })
  if (response.statusCode !== 200) throw new Error(`No statement: ${response.body}`)
  return response.json<Statement>()
}

/** The oldest first. */
export async function statementsOf(app: TestApp, as: TestUser): Promise<Statement[]> {
  const statements: Statement[] = []
  for (const { id } of await papersOf(app, as)) statements.push(await readStatement(app, as, id))
  return statements
}

export async function statementProblems({ db }: Pick<TestApp, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ kind: string; subject: string }>`
    select kind, subject from statement_problems() order by kind, subject
  `.execute(db)
  return rows.map(({ kind, subject }) => `${kind}: ${subject}`)
}

type Balance = Statement['opening']

/**
 * Each statement's opening is the closing before; its sums, its lines and its file lead from one to the other, and each
 * closing is what the ledger has of the artist at the end of the month. Returns them, the oldest first.
 *
 * @throws where anything differs by a penny
 */
export async function expectStatementsEqualLedger(
  app: TestApp,
  artist: TestUser,
): Promise<Statement[]> {
  const statements = await statementsOf(app, artist)
  const last = statements.at(-1)?.month ?? ''
  expect(statements.map(({ number }) => number)).toEqual(statements.map((_one, at) => at + 1))
  expect(statements.map(({ month }) => month)).toEqual(monthsUntil(last, statements.length))
  let before: Balance = { owedPence: 0, owingPence: 0 }
  for (const statement of statements) {
    const { month, opening, closing, sums, lines } = statement
    expect([month, opening]).toEqual([month, before])
    expect([month, add(opening, ...sums)]).toEqual([month, closing])
    for (const { kind, lines: count, owedPence, owingPence } of sums) {
      const ofKind = lines.filter((line) => line.kind === kind)
      expect([kind, ofKind.length, add(...ofKind)]).toEqual([
        kind,
        count,
        { owedPence, owingPence },
      ])
    }
    expect(add(...lines)).toEqual(add(...sums))
    await expectFileEquals(app, artist, statement)
    expect([month, await ledgerUntil(app, artist, month)]).toEqual([month, closing])
    before = closing
  }
  expect(await statementProblems(app)).toEqual([])
  return statements
}

function add(...all: readonly Balance[]): Balance {
  return {
    owedPence: all.reduce((sum, { owedPence }) => sum + owedPence, 0),
    owingPence: all.reduce((sum, { owingPence }) => sum + owingPence, 0),
  }
}

async function expectFileEquals(app: TestApp, as: TestUser, statement: Statement): Promise<void> {
  const { id, opening, closing, lines } = statement
  const records = recordsOf((await app.call(`GET /api/statements/${id}/csv`, { as })).body)
  const pence = (text = '') => Number(text.replace('.', ''))
  const [first, ...others] = records
  const last = others.pop()
  expect([first?.['Kind'], pence(first?.['Balance (GBP)'])]).toEqual([
    'Opening balance',
    opening.owedPence - opening.owingPence,
  ])
  expect([last?.['Kind'], pence(last?.['Balance (GBP)'])]).toEqual([
    'Closing balance',
    closing.owedPence - closing.owingPence,
  ])
  expect(
    others.map((row) => [
      row['Kind'],
      pence(row['Owed to you (GBP)']),
      pence(row['You owe (GBP)']),
    ]),
  ).toEqual(lines.map((line) => [statementLineNames[line.kind], line.owedPence, line.owingPence]))
  const change = others.reduce((sum, row) => sum + pence(row['Change (GBP)']), 0)
  expect(pence(first?.['Balance (GBP)']) + change).toBe(pence(last?.['Balance (GBP)']))
}

/** What has been booked of the artist by the end of the month, added up here. */
async function ledgerUntil({ db }: TestApp, { id }: TestUser, month: string): Promise<Balance> {
  const { rows } = await sql<{ account: string; pence: number; at: Date }>`
    select account, amount_pence as pence, booked_at as at
    from ledger_entries join ledger_transactions on ledger_transactions.id = transaction_id
    where artist_id = ${id}
  `.execute(db)
  const until = rows.filter(({ at }) => monthOf(at) <= month)
  const sumOf = (account: string) =>
    until.filter((row) => row.account === account).reduce((sum, row) => sum + row.pence, 0)
  return { owedPence: 0 - sumOf('artist_payable'), owingPence: sumOf('artist_receivable') }
}
