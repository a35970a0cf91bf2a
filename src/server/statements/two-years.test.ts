// Two years of an artist to whom everything happens: each closing is the next opening, and the page, the file and the ledger
// say the same.

import { expect, test } from 'vitest'
import { statementLineKinds } from '#rules/papers/statement-lines.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import {
  checkCharge,
  decideDispute,
  openDispute,
} from '../../../tests/support/money/bank-disputes.ts'
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
import { provider } from '../../../tests/support/shopping.ts'
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
  'sales of tracks and commissions, and one whose share is written off',
  'an earlier sale goes back',
  'nothing',
  'a sale goes back that the account cannot pay',
  'a small sale, which is netted wholly',
  'a large sale, which is netted in part',
  'a dispute at the bank is lost',
  'the bank decides for us after all',
  'a lost dispute is a debt, which is written off',
  'the bank decides for us after the debt was written off',
  'something is reversed by hand',
  'a refund explains what was reversed by hand',
] as const

test('two years of an artist to whom each kind of movement happens, with payouts and empty months', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const rosa = await createCommissionArtist(app, { commission_places: 20 })
  const tom = await createCommissionArtist(app)
  const [mia, admin] = [await createUser(app), await createAdmin(app)]
  const people = { rosa, tom, mia, admin, past: { dispute: '', charge: '', trackId: '' } }
  for (let at = 0; at < months; at++) {
    await liveThrough(app, people, year[at % year.length])
    await removeJobs(app.db, 'make_rendition')
    await untilStatementDay(app)
    await compareAccounts(app)
    await makeStatements(app)
  }
  const statements = await expectStatementsEqualLedger(app, rosa)
  expect(statements).toHaveLength(months)
  const kinds = new Set(statements.flatMap(({ lines }) => lines.map(({ kind }) => kind)))
  expect([...kinds].toSorted()).toEqual(statementLineKinds.toSorted())
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

type People = {
  rosa: TestUser
  tom: TestUser
  mia: TestUser
  admin: TestUser
  /** Of the month before. */
  past: { dispute: string; charge: string; trackId: string }
}

async function liveThrough(
  app: TestApp,
  people: People,
  what: (typeof year)[number] | undefined,
): Promise<void> {
  const { rosa, tom, mia, admin } = people
  if (what === 'nothing') return
  if (what === 'sales of tracks and commissions, and one whose share is written off') {
    await sell(app, mia, rosa, 900)
    await sell(app, mia, tom, 300)
    await approveCommission(app, await holdCommission(app, { customer: mia, artist: rosa }))
    const part = await holdCommission(app, { customer: mia, artist: rosa, name: 'A part' })
    await approvePart(app, admin, { id: part, partPence: 1500 })
    await app.work()
    await writeOffShare(app, people)
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
  await liveWithBanks(app, people, what)
  await liveWithReversals(app, people, what)
}

async function liveWithBanks(
  app: TestApp,
  { rosa, mia, admin, past }: People,
  what: (typeof year)[number] | undefined,
): Promise<void> {
  if (what === 'a dispute at the bank is lost') {
    Object.assign(past, await disputeSale(app, mia, rosa))
    await decide(app, past, 'lost')
  }
  if (what === 'a lost dispute is a debt, which is written off') {
    Object.assign(past, await disputeSale(app, mia, rosa))
    await emptyAccount(app, rosa)
    await decide(app, past, 'lost')
    await writeOff(app, admin, rosa)
  }
  if (
    what === 'the bank decides for us after all' ||
    what === 'the bank decides for us after the debt was written off'
  )
    await decide(app, past, 'won')
}

async function liveWithReversals(
  app: TestApp,
  { rosa, mia, admin, past }: People,
  what: (typeof year)[number] | undefined,
): Promise<void> {
  if (what === 'something is reversed by hand') {
    past.trackId = await sell(app, mia, rosa, 900)
    await reverseByHand(app, rosa, 300)
  }
  if (what === 'a refund explains what was reversed by hand') {
    // There is something on the account to take the rest from.
    await sell(app, mia, rosa, 2000)
    await takeBack(app, admin, past.trackId, 'whole')
  }
}

/** A sale of £11.00 whose customer goes to the bank. */
async function disputeSale(app: TestApp, customer: TestUser, artist: TestUser) {
  const { paymentId } = await sellTracks(
    app,
    customer,
    [{ artist, pricePence: 1100 }],
    '4000000000000077',
  )
  await app.work()
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return { charge: charge ?? '', dispute: await openDispute(app, charge ?? '') }
}

async function decide(app: TestApp, { dispute, charge }: People['past'], outcome: 'lost' | 'won') {
  await decideDispute(app, dispute, outcome)
  await checkCharge(app, charge)
}

async function writeOff(app: TestApp, admin: TestUser, { id: artistId }: TestUser) {
  const debt = await app.db
    .selectFrom('reversals')
    .select(['id', 'amount_pence'])
    .where('artist_id', '=', artistId)
    .where('status', '=', 'refused')
    .executeTakeFirstOrThrow()
  const response = await app.call(`POST /api/proxy/admin/debts/${debt.id}/decide`, {
    as: admin,
    send: {
      decision: 'write_off',
      pence: debt.amount_pence,
      reason: 'It was ours.',
      note: 'Seen.',
    },
  })
  if (response.statusCode !== 200) throw new Error(`Not written off: ${response.body}`)
}

/** Of a sale while the account of the artist receives nothing. */
async function writeOffShare(app: TestApp, { rosa, mia, admin }: People) {
  const receives = (payouts_enabled: boolean) =>
    app.db
      .updateTable('payment_accounts')
      .set({ payouts_enabled })
      .where('user_id', '=', rosa.id)
      .execute()
  await sellTracks(app, mia, [{ artist: rosa, pricePence: 600 }])
  await receives(false)
  await app.work()
  const { id } = await app.db
    .selectFrom('transfers')
    .select('id')
    .where('artist_id', '=', rosa.id)
    .where('status', '=', 'blocked')
    .executeTakeFirstOrThrow()
  const response = await app.call(`POST /api/proxy/admin/transfers/${id}/write-off`, {
    as: admin,
    send: { reason: 'Your payment account was closed.' },
  })
  if (response.statusCode !== 200) throw new Error(`Not written off: ${response.body}`)
  await receives(true)
}

/** In the provider's dashboard, of the artist's latest transfer. */
async function reverseByHand(app: TestApp, { id: artistId }: TestUser, amount: number) {
  const { provider_id: sent } = await app.db
    .selectFrom('transfers')
    .select('provider_id')
    .where('artist_id', '=', artistId)
    .where('status', '=', 'sent')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  await provider(app).transfers.createReversal(sent ?? '', { amount })
  await addJob(app.db, 'check_transfer', { sentTransferId: sent ?? '' })
  await app.work()
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
