// What was taken back of a payment is divided among its sales: together they are what the ledger has, to the penny.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import {
  checkCharge,
  decideDispute,
  openDispute,
} from '../../../tests/support/money/bank-disputes.ts'
import { giveBack, lineOf } from '../../../tests/support/money/giving-back.ts'
import { emptyAccount } from '../../../tests/support/money/reversing.ts'
import { recordsOf } from '../../../tests/support/sales/read-csv.ts'
import { downloadSales, listAllSales, sellTracks } from '../../../tests/support/sales/selling.ts'
import { createArtistWithPayouts, provider } from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const disputed = '4000000000000077'

/** One order of the artist's tracks, whose payment can be disputed. Its transfer is sent. */
async function sellTogether(app: TestApp, artist: TestUser, prices: readonly number[]) {
  const other = await createArtistWithPayouts(app)
  const sold = [
    ...prices.map((pricePence, at) => ({ artist, pricePence, title: `Track ${at + 1}` })),
    { artist: other, pricePence: 300, title: 'Of another artist' },
  ]
  const { paymentId, trackIds } = await sellTracks(app, await createUser(app), sold, disputed)
  await app.work()
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return { other, paymentId, trackIds, charge: charge ?? '' }
}

async function loseDispute(app: TestApp, charge: string): Promise<string> {
  const dispute = await openDispute(app, charge)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  return dispute
}

async function reverseByHand(app: TestApp, paymentId: string, artist: TestUser, amount: number) {
  const { provider_id: sent } = await app.db
    .selectFrom('transfers')
    .select('provider_id')
    .where('payment_id', '=', paymentId)
    .where('artist_id', '=', artist.id)
    .executeTakeFirstOrThrow()
  await provider(app).transfers.createReversal(sent ?? '', { amount })
  await addJob(app.db, 'check_transfer', { sentTransferId: sent ?? '' })
  await app.work()
}

const pence = (text = '') => Number(text.replace('.', ''))

/** Of each title, in the order of the titles. */
async function columnOf(app: TestApp, artist: TestUser, column: string): Promise<number[]> {
  const records = recordsOf(await downloadSales(app, artist))
  return records
    .toSorted((one, other) => (one['Title'] ?? '').localeCompare(other['Title'] ?? ''))
    .map((row) => pence(row[column]))
}

const sum = (some: readonly number[]) => some.reduce((one, other) => one + other, 0)

/** What the ledger has of the artist: taken from the account, and paid by what was owed to the artist. */
async function ledgerOfArtist({ db }: TestApp, { id }: TestUser) {
  const { rows } = await sql<{ reversed: number; netted: number }>`
    select
      coalesce(-sum(amount_pence) filter (where fact like 'balance:%'), 0)::int as reversed,
      coalesce(-sum(amount_pence) filter (where fact like 'netted:%'), 0)::int as netted
    from ledger_entries join ledger_transactions on ledger_transactions.id = transaction_id
    where account = 'artist_receivable' and artist_id = ${id}
  `.execute(db)
  const [{ reversed, netted } = { reversed: 0, netted: 0 }] = rows
  return { takenPence: reversed + netted, nettedPence: netted }
}

async function expectFileEqualsLedger(app: TestApp, artist: TestUser): Promise<void> {
  const { takenPence, nettedPence } = await ledgerOfArtist(app, artist)
  expect(sum(await columnOf(app, artist, 'Taken back (GBP)'))).toBe(takenPence)
  expect(sum(await columnOf(app, artist, 'Netted (GBP)'))).toBe(nettedPence)
}

const placesOf = async (app: TestApp, artist: TestUser) =>
  Object.fromEntries(
    (await listAllSales(app, artist)).map(({ title, state, transfer }) => [
      title,
      transfer?.place ?? state,
    ]),
  )

test('a lost dispute is divided among the sales of its payment, after what refunds have left of each', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const artist = await createArtistWithPayouts(app)
  const { charge, other, trackIds } = await sellTogether(app, artist, [333, 500, 101])
  const refunded = await giveBack(
    app,
    await createAdmin(app),
    await lineOf(app, trackIds[1] ?? ''),
    {
      amount: '1.14',
      leftPence: 570,
    },
  )
  expect(refunded.statusCode).toBe(200)
  await app.work()
  await loseDispute(app, charge)
  expect(await columnOf(app, artist, 'Taken back (GBP)')).toEqual([333, 500, 101])
  expect(await placesOf(app, artist)).toEqual({
    'Track 1': 'reversed',
    'Track 2': 'reversed',
    'Track 3': 'reversed',
  })
  expect(await columnOf(app, other, 'Taken back (GBP)')).toEqual([300])
  await expectFileEqualsLedger(app, artist)
  await expectFileEqualsLedger(app, other)
})

test('a part of a payment that is lost leaves each share where it is, and its parts are the whole to the penny', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const artist = await createArtistWithPayouts(app)
  const { charge } = await sellTogether(app, artist, [333, 333, 333])
  const dispute = await openDispute(app, charge, { amountPence: 500 })
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  const parts = await columnOf(app, artist, 'Taken back (GBP)')
  const { takenPence } = await ledgerOfArtist(app, artist)
  expect(takenPence % 3).not.toBe(0)
  expect(sum(parts)).toBe(takenPence)
  expect(Math.max(...parts) - Math.min(...parts)).toBe(1)
  expect(Object.values(await placesOf(app, artist))).toEqual(['account', 'account', 'account'])
  await expectFileEqualsLedger(app, artist)
})

test('what was reversed by hand counts for the sale of the refund that explains it, and before for all of the payment', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app)
  const { paymentId, trackIds } = await sellTogether(app, artist, [600, 300])
  await reverseByHand(app, paymentId, artist, 300)
  expect(await columnOf(app, artist, 'Taken back (GBP)')).toEqual([200, 100])
  expect(await placesOf(app, artist)).toEqual({ 'Track 1': 'account', 'Track 2': 'account' })
  await expectFileEqualsLedger(app, artist)
  const refunded = await giveBack(
    app,
    await createAdmin(app),
    await lineOf(app, trackIds[1] ?? ''),
    {
      amount: '3.50',
      leftPence: 350,
    },
  )
  expect(refunded.statusCode).toBe(200)
  await app.work()
  expect(await columnOf(app, artist, 'Taken back (GBP)')).toEqual([0, 300])
  expect(await placesOf(app, artist)).toEqual({ 'Track 1': 'account', 'Track 2': 'returned' })
  await expectFileEqualsLedger(app, artist)
})

test('a share that was reversed by hand is reversed', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app)
  const { paymentId } = await sellTogether(app, artist, [600, 300])
  await reverseByHand(app, paymentId, artist, 900)
  expect(await placesOf(app, artist)).toEqual({ 'Track 1': 'reversed', 'Track 2': 'reversed' })
  await expectFileEqualsLedger(app, artist)
})

test('what two sales of one payment pay of a debt, and what is paid of a debt in part, is counted once', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const artist = await createArtistWithPayouts(app)
  const { charge } = await sellTogether(app, artist, [555, 333])
  const dispute = await openDispute(app, charge)
  await emptyAccount(app, artist)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  expect(await columnOf(app, artist, 'Taken back (GBP)')).toEqual([0, 0])
  await sellTracks(app, await createUser(app), [
    { artist, pricePence: 200, title: 'Track 3' },
    { artist, pricePence: 101, title: 'Track 4' },
  ])
  await app.work()
  expect(await columnOf(app, artist, 'Netted (GBP)')).toEqual([0, 0, 200, 101])
  expect(sum(await columnOf(app, artist, 'Taken back (GBP)'))).toBe(301)
  await expectFileEqualsLedger(app, artist)
  await sellTracks(app, await createUser(app), [
    { artist, pricePence: 700, title: 'Track 5' },
    { artist, pricePence: 700, title: 'Track 6' },
  ])
  await app.work()
  expect(await columnOf(app, artist, 'Taken back (GBP)')).toEqual([555, 333, 0, 0, 0, 0])
  expect(await placesOf(app, artist)).toMatchObject({
    'Track 1': 'reversed',
    'Track 2': 'reversed',
  })
  await expectFileEqualsLedger(app, artist)
})
