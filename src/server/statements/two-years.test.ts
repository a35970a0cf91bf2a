// Two years of an artist to whom everything happens: each closing is the next opening, and the page, the file and the ledger
// say the same.

import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { giveBack, lineOf } from '../../../tests/support/money/giving-back.ts'
import { readBalance } from '../../../tests/support/money/provider-balance.ts'
import { emptyAccount } from '../../../tests/support/money/reversing.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { compareAccounts } from '../../../tests/support/payouts/bank-payouts.ts'
import {
  approveCommission,
  approvePart,
  holdCommission,
  sellTracks,
} from '../../../tests/support/sales/selling.ts'
import { createCommissionArtist } from '../../../tests/support/commissions/stored-commission.ts'
import {
  expectStatementsEqualLedger,
  makeStatements,
  untilStatementDay,
} from '../../../tests/support/statements/monthly-statements.ts'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const months = 24

/** What happens in each month, again and again. */
const year = [
  'two sales, one of a commission',
  'an earlier sale goes back',
  'nothing',
  'a sale goes back that the account cannot pay',
  'a small sale, which is netted wholly',
  'a large sale, which is netted in part',
] as const

test('two years of an artist with sales, commissions, refunds, reversals, netting, payouts and empty months', async () => {
  await using app = await createTestApp()
  const rosa = await createCommissionArtist(app, { commission_places: 20 })
  const tom = await createCommissionArtist(app)
  const [mia, admin] = [await createUser(app), await createAdmin(app)]
  for (let at = 0; at < months; at++) {
    await liveThrough(app, { rosa, tom, mia, admin }, year[at % year.length])
    await removeJobs(app.db, 'make_rendition')
    await compareAccounts(app)
    await untilStatementDay(app)
    await compareAccounts(app)
    await makeStatements(app)
  }
  const statements = await expectStatementsEqualLedger(app, rosa)
  expect(statements).toHaveLength(months)
  const kinds = new Set(statements.flatMap(({ lines }) => lines.map(({ kind }) => kind)))
  expect([...kinds].toSorted()).toEqual(['netting', 'refund', 'reversal', 'sale', 'transfer'])
  expect(statements.filter(({ lines }) => lines.length === 0)).toHaveLength(months / year.length)
  expect(statements.some(({ closing }) => closing.owingPence > 0)).toBe(true)
  expect(statements.some(({ bankPayouts }) => bankPayouts.length > 0)).toBe(true)
  const payouts = statements.flatMap(({ bankPayouts }) => bankPayouts.map(({ id }) => id))
  expect(payouts).toHaveLength(new Set(payouts).size)
  const corrections = statements.flatMap(({ number, lines }) =>
    lines.flatMap(({ correctsNumber }) =>
      correctsNumber === null ? [] : [[number, correctsNumber]],
    ),
  )
  expect(corrections.length).toBeGreaterThan(3)
  expect(corrections.every(([number = 0, corrected = 0]) => corrected < number)).toBe(true)
  const ofTom = await expectStatementsEqualLedger(app, tom)
  expect(ofTom.map(({ sums }) => sums.find(({ kind }) => kind === 'sale')?.owedPence)).toContain(
    300,
  )
  await readBalance(app)
  expect(await moneyProblems(app)).toEqual([])
})

type People = { rosa: TestUser; tom: TestUser; mia: TestUser; admin: TestUser }

async function liveThrough(
  app: TestApp,
  { rosa, tom, mia, admin }: People,
  what: (typeof year)[number] | undefined,
): Promise<void> {
  if (what === 'nothing') return
  if (what === 'two sales, one of a commission') {
    await sell(app, mia, rosa, 900)
    await sell(app, mia, tom, 300)
    await approveCommission(app, await holdCommission(app, { customer: mia, artist: rosa }))
    const part = await holdCommission(app, { customer: mia, artist: rosa, name: 'A part' })
    await approvePart(app, admin, { id: part, partPence: 1500 })
    await app.work()
  }
  if (what === 'an earlier sale goes back') {
    // There is something on the account to take it from.
    await sell(app, mia, rosa, 2000)
    await takeBack(app, admin, await sell(app, mia, rosa, 700), 'whole')
    await takeBack(app, admin, await soldBefore(app, rosa), 'part')
  }
  if (what === 'a sale goes back that the account cannot pay') {
    const track = await sell(app, mia, rosa, 1200)
    await emptyAccount(app, rosa)
    await takeBack(app, admin, track, 'whole')
  }
  if (what === 'a small sale, which is netted wholly') await sell(app, mia, rosa, 400)
  if (what === 'a large sale, which is netted in part') await sell(app, mia, rosa, 2500)
}

/** Its money is available at once, and its transfer done. Returns the track. */
async function sell(app: TestApp, customer: TestUser, artist: TestUser, pricePence: number) {
  const { trackIds } = await sellTracks(app, customer, [{ artist, pricePence }])
  await app.work()
  return trackIds[0] ?? ''
}

/** A track of the artist that was sold in an earlier month, and has not gone back. */
async function soldBefore({ db }: TestApp, artist: TestUser): Promise<string> {
  const { track_id: trackId } = await db
    .selectFrom('sales')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .select('track_id')
    .where('sales.artist_id', '=', artist.id)
    .where('refunded_pence', '=', 0)
    .where('sales.status', '=', 'transferred')
    .orderBy('paid_at')
    .executeTakeFirstOrThrow()
  return trackId
}

async function takeBack(app: TestApp, admin: TestUser, trackId: string, what: 'whole' | 'part') {
  const saleId = await lineOf(app, trackId)
  const sale = await app.db
    .selectFrom('sales')
    .select('customer_pence')
    .where('id', '=', saleId)
    .executeTakeFirstOrThrow()
  const leftPence = sale.customer_pence
  const amount = what === 'whole' ? (leftPence / 100).toFixed(2) : '1.00'
  const response = await giveBack(app, admin, saleId, { amount, leftPence })
  if (response.statusCode !== 200) throw new Error(`Not given back: ${response.body}`)
  await app.work()
}
