// Where the share of a sale is, as its artist reads it: at the account, in the bank, netted, reversed.

import { expect, test } from 'vitest'
import type { Sale } from '#contracts/sales.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import {
  checkCharge,
  decideDispute,
  openDispute,
  sellTrack,
} from '../../../tests/support/money/bank-disputes.ts'
import { giveBack, lineOf } from '../../../tests/support/money/giving-back.ts'
import { createIndebted, emptyAccount } from '../../../tests/support/money/reversing.ts'
import {
  compareAccounts,
  createSeller,
  untilPayout,
} from '../../../tests/support/payouts/bank-payouts.ts'
import { recordsOf } from '../../../tests/support/sales/read-csv.ts'
import { downloadSales, listAllSales, sellTracks } from '../../../tests/support/sales/selling.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

/** Of each sale, the newest first. */
const placesOf = async (app: TestApp, artist: TestUser) =>
  (await listAllSales(app, artist)).map(({ state, transfer }) => transfer?.place ?? state)

async function theSale(app: TestApp, artist: TestUser): Promise<Sale> {
  const [sale, ...others] = await listAllSales(app, artist)
  if (sale === undefined || others.length > 0) throw new Error('There is not one sale.')
  return sale
}

test('a share is at the account until the bank has it, and again when the bank sends it back', async () => {
  const app = await emptyApp()
  const { artist, accountId } = await createSeller(app)
  const other = await createSeller(app, 700)
  await compareAccounts(app)
  expect((await theSale(app, artist)).transfer).toMatchObject({
    place: 'account',
    bankPayout: null,
  })

  await app.sandbox.control('POST bank', { account: accountId, behaviour: 'returns' })
  await untilPayout(app)
  await compareAccounts(app)
  expect((await theSale(app, artist)).transfer).toMatchObject({
    place: 'account',
    bankPayout: null,
  })
  await app.clock.move({ days: 2 })
  await compareAccounts(app)
  const paid = (await theSale(app, artist)).transfer
  expect(paid).toMatchObject({ place: 'bank', bankPayout: { status: 'paid' } })
  const [record] = recordsOf(await downloadSales(app, artist))
  expect(record).toMatchObject({
    State: 'In your bank',
    'Bank payout': paid?.bankPayout?.id,
    'State of the bank payout': 'Paid',
    'Netted (GBP)': '0.00',
    'Taken back (GBP)': '0.00',
  })

  await app.clock.move({ days: 4 })
  await compareAccounts(app)
  expect((await theSale(app, artist)).transfer).toMatchObject({
    place: 'account',
    bankPayout: { id: paid?.bankPayout?.id, status: 'returned' },
  })

  await app.sandbox.control('POST bank', { account: accountId, behaviour: 'works' })
  await app.call('GET /api/artist/payment-setup', { as: artist })
  await untilPayout(app)
  await app.clock.move({ days: 2 })
  await compareAccounts(app)
  const again = (await theSale(app, artist)).transfer
  expect(again).toMatchObject({ place: 'bank', bankPayout: { status: 'paid' } })
  expect(again?.bankPayout?.id).not.toBe(paid?.bankPayout?.id)
  const ofOther = (await theSale(app, other.artist)).transfer
  expect(ofOther).toMatchObject({ place: 'bank', pence: 700 })
  expect(ofOther?.bankPayout?.id).not.toBe(again?.bankPayout?.id)
})

test('a share is netted wholly, or in part and sent for the rest', async () => {
  const app = await emptyApp()
  const artist = await createIndebted(app, 500)
  const singer = await createUser(app)
  await sellTracks(app, singer, [{ artist, pricePence: 300, title: 'Small' }])
  await app.work()
  await sellTracks(app, singer, [{ artist, pricePence: 700, title: 'Large' }])
  await app.work()
  const sales = await listAllSales(app, artist)
  const of = (title: string) => sales.find((sale) => sale.title === title)
  expect(of('Small')).toMatchObject({
    state: 'transferred',
    transfer: { place: 'netted', providerId: null, pence: 0, nettedPence: 300 },
  })
  expect(of('Large')).toMatchObject({
    state: 'transferred',
    transfer: { place: 'account', providerId: expect.any(String), pence: 500, nettedPence: 200 },
  })
  const records = recordsOf(await downloadSales(app, artist))
  expect(records.slice(1).map((row) => [row['State'], row['Netted (GBP)']])).toEqual([
    ['Netted', '3.00'],
    ['At your account', '2.00'],
  ])
})

test('what a lost dispute takes back is reversed, and at the account again when it is paid again', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const { artist, charge } = await sellTrack(app, { card: '4000000000000077' })
  const dispute = await openDispute(app, charge)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  expect(await placesOf(app, artist)).toEqual(['reversed'])
  expect((await theSale(app, artist)).takenBack).toMatchObject([{ pence: 500, status: 'sent' }])
  await decideDispute(app, dispute, 'won')
  await checkCharge(app, charge)
  expect(await placesOf(app, artist)).toEqual(['account'])
})

test('a share that the artist owes and still has is not reversed before it is netted', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const { artist, charge } = await sellTrack(app, { card: '4000000000000077' })
  const dispute = await openDispute(app, charge)
  await emptyAccount(app, artist)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  expect(await theSale(app, artist)).toMatchObject({
    transfer: { place: 'account' },
    takenBack: [{ pence: 500, status: 'refused' }],
  })
  const takenBack = async () =>
    recordsOf(await downloadSales(app, artist)).map((row) => row['Taken back (GBP)'])
  expect(await takenBack()).toEqual(['0.00'])
  await sellTracks(app, await createUser(app), [{ artist, pricePence: 700, title: 'Later' }])
  await app.work()
  expect(await placesOf(app, artist)).toEqual(['account', 'reversed'])
  expect(await takenBack()).toEqual(['5.00', '0.00'])
})

test('a refund takes back of its own sale only: a part leaves the rest where it is, the whole is sent back', async () => {
  const app = await emptyApp()
  const { artist } = await createSeller(app, 900)
  const admin = await createAdmin(app)
  const { trackIds } = await sellTracks(app, await createUser(app), [
    { artist, pricePence: 500, title: 'Part' },
    { artist, pricePence: 400, title: 'Whole' },
    { artist, pricePence: 300, title: 'Kept' },
  ])
  await app.work()
  const [part = '', whole = ''] = trackIds
  for (const [track, wanted] of [
    [part, { amount: '1.14', leftPence: 570 }],
    [whole, { amount: '4.60', leftPence: 460 }],
  ] as const) {
    const refunded = await giveBack(app, admin, await lineOf(app, track), wanted)
    expect(refunded.statusCode).toBe(200)
    await app.work()
  }
  const sales = await listAllSales(app, artist)
  const of = (title: string) => sales.find((sale) => sale.title === title)
  expect(of('Part')).toMatchObject({
    state: 'transferred',
    transfer: { place: 'account', pence: 1200 },
    takenBack: [{ pence: 100, status: 'sent' }],
  })
  expect(of('Whole')).toMatchObject({
    state: 'returned',
    transfer: null,
    takenBack: [{ pence: 400, status: 'sent' }],
  })
  expect(of('Kept')).toMatchObject({ transfer: { place: 'account' }, takenBack: [] })
})
