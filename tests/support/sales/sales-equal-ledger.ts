// What an artist reads of the own sales, compared with the ledger: every sum, to the penny.

import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Sale } from '#contracts/sales.ts'
import { monthOf } from '#rules/sales/sale-months.ts'
import { saleKinds, saleStates, unsentStates, type SaleState } from '#rules/sales/sale-process.ts'
import { saleInvariants } from '../money/invariant-problems.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import { recordsOf } from './read-csv.ts'
import { downloadSales, listAllSales, listSales, readSummary } from './selling.ts'

const earnedStates = new Set<SaleState>([...unsentStates, 'transferred'])
const isEarned = ({ state }: Sale) => earnedStates.has(state)

/** @throws where the page, its file or its sums differ from the ledger. Returns how many sales there are in each state. */
export async function expectSalesEqualLedger(
  app: TestApp,
  artist: TestUser,
): Promise<Partial<Record<SaleState, number>>> {
  const ledger = await readLedger(app, artist)
  const sales = await listAllSales(app, artist)
  const share = (some: readonly Sale[]) => sum(some, ({ artistPence }) => artistPence)
  expect(monthsOf(sales)).toEqual(ledger.months)

  const summary = await readSummary(app, artist)
  expect(summary).toMatchObject({
    monthPence: ledger.months[monthOf(app.clock.now())] ?? 0,
    earnedPence: ledger.earned,
    held: { customerPence: ledger.held },
    unsent: { artistPence: ledger.earned - ledger.transferred },
  })
  for (const { month, trackPence, commissionPence } of summary.months)
    expect([month, trackPence + commissionPence]).toEqual([month, ledger.months[month] ?? 0])

  const counts: Partial<Record<SaleState, number>> = {}
  for (const state of saleStates) {
    const ofState = sales.filter((sale) => sale.state === state)
    expect(await totalsOf(app, artist, { state })).toEqual(sumsOf(ofState))
    counts[state] = ofState.length
  }
  expect(share(sales.filter(({ state }) => state === 'transferred'))).toBe(ledger.transferred)
  expect(summary.waiting).toEqual(sumsOf(sales.filter(({ state }) => state === 'waiting')))
  for (const month of Object.keys(ledger.months)) {
    const ofMonth = sales.filter(({ countedAt }) => monthOf(new Date(countedAt)) === month)
    expect(await totalsOf(app, artist, { month })).toEqual(sumsOf(ofMonth))
    for (const kind of saleKinds)
      expect(await totalsOf(app, artist, { month, kind })).toEqual(
        sumsOf(ofMonth.filter((sale) => sale.kind === kind)),
      )
  }
  await expectFileEquals(app, artist, sales)
  expect(await saleInvariants(app)).toEqual([])
  return counts
}

async function totalsOf(app: TestApp, artist: TestUser, filter: Parameters<typeof listSales>[2]) {
  return (await listSales(app, artist, filter)).totals
}

function sumsOf(sales: readonly Sale[]) {
  return {
    sales: sales.length,
    customerPence: sum(sales, (sale) => sale.customerPence),
    platformFeePence: sum(sales, (sale) => sale.platformFeePence),
    processingFeePence: sum(sales, (sale) => sale.processingFeePence),
    artistPence: sum(sales, (sale) => sale.artistPence),
    refundedPence: sum(sales, (sale) => sale.refundedPence),
  }
}

function monthsOf(sales: readonly Sale[]): Record<string, number> {
  const months: Record<string, number> = {}
  for (const { countedAt, artistPence } of sales.filter(isEarned)) {
    const month = monthOf(new Date(countedAt))
    months[month] = (months[month] ?? 0) + artistPence
  }
  return months
}

async function expectFileEquals(app: TestApp, artist: TestUser, sales: Sale[]): Promise<void> {
  const records = recordsOf(await downloadSales(app, artist))
  const pence = (name: string) =>
    sum(records, (record) => Number((record[name] ?? '').replace('.', '')))
  expect({
    sales: records.length,
    customerPence: pence('Paid by the singer (GBP)'),
    platformFeePence: pence('Platform fee (GBP)'),
    processingFeePence: pence('Processing fee (GBP)'),
    artistPence: pence('Your share (GBP)'),
    refundedPence: pence('Sent back to the singer (GBP)'),
  }).toEqual(sumsOf(sales))
}

type Entry = { account: string; pence: number; at: Date }

async function readLedger({ db }: TestApp, { id }: TestUser) {
  const { rows } = await sql<Entry>`
    select account, amount_pence as pence, booked_at as at
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = transaction_id
    where artist_id = ${id} or account = 'commission_held' and payment_id in (
      select payments.id from payments join commissions on commissions.id = subject_id where commissions.artist_id = ${id}
    )
  `.execute(db)
  const payable = rows.filter(({ account }) => account === 'artist_payable')
  const credits = payable.filter(({ pence }) => pence < 0)
  const months: Record<string, number> = {}
  for (const { at, pence } of credits) months[monthOf(at)] = (months[monthOf(at)] ?? 0) - pence
  return {
    months,
    earned: 0 - sum(credits, ({ pence }) => pence),
    transferred: sum(
      payable.filter(({ pence }) => pence > 0),
      ({ pence }) => pence,
    ),
    held:
      0 -
      sum(
        rows.filter(({ account }) => account === 'commission_held'),
        ({ pence }) => pence,
      ),
  }
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}
