import { expect, test } from 'vitest'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { saleStates } from '#rules/sales/sale-process.ts'
import {
  approveCommission,
  approvePart,
  giveCommissionUp,
  holdCommission,
  listAllSales,
  listSales,
  salesFixture,
  readSummary,
  sellTracks,
} from '../../../tests/support/sales/selling.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { createUser } from '../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

test('a sold track says what its singer paid, what each fee took, and how the share came to the artist', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  const { trackIds } = await sellTracks(app, mia, [
    { artist: rosa, pricePence: 500, title: 'Ash' },
    { artist: rosa, pricePence: 333, title: 'Birch' },
  ])
  const owed = await listSales(app, rosa)
  expect(owed).toMatchObject({ totalPages: 1, currentPage: 1, totals: { sales: 2 } })
  const ash = owed.sales.find(({ title }) => title === 'Ash')
  const { paid_at: paidAt } = await app.db
    .selectFrom('payments')
    .select('paid_at')
    .executeTakeFirstOrThrow()
  expect(ash).toEqual({
    id: expect.any(String),
    kind: 'track',
    title: 'Ash',
    trackId: trackIds[0],
    commissionId: null,
    paidAt: paidAt?.toISOString(),
    countedAt: ash?.paidAt,
    customerPence: 570,
    platformFeePence: 50,
    processingFeePence: 20,
    artistPence: 500,
    refundedPence: 0,
    state: 'owed',
    waitsFor: null,
    transfer: null,
    takenBack: [],
  })
  await app.work()
  const { sales, totals } = await listSales(app, rosa)
  const sent = { providerId: expect.stringMatching(/^tr_/), sentAt: expect.any(String), pence: 833 }
  expect(sales).toMatchObject([
    { state: 'transferred', transfer: sent },
    { state: 'transferred', transfer: sent },
  ])
  expect(totals).toEqual({
    sales: 2,
    customerPence: 956,
    platformFeePence: 83,
    processingFeePence: 40,
    artistPence: 833,
    refundedPence: 0,
  })
})

test('a commission is held, then owed and transferred, or goes back, and counts from the day on which that is decided', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia, admin } = fixture
  const parties = { customer: mia, artist: rosa }
  const [kept, parted, back] = [
    await holdCommission(app, { ...parties, name: 'Kept' }),
    await holdCommission(app, { ...parties, name: 'Parted' }),
    await holdCommission(app, { ...parties, name: 'Back' }),
  ]
  const held = await listAllSales(app, rosa)
  expect(held).toHaveLength(3)
  for (const sale of held) {
    const agreed = { customerPence: 4420, platformFeePence: 400, processingFeePence: 20 }
    expect(sale).toMatchObject({ kind: 'commission', state: 'held', artistPence: 4000, ...agreed })
  }
  await app.clock.move({ days: 2 })
  await approveCommission(app, kept)
  await approvePart(app, admin, { id: parted, partPence: 1500 })
  await giveCommissionUp(app, back)
  await app.work()
  const decided = await listAllSales(app, rosa)
  const of = (name: string) => decided.find(({ title }) => title === name)
  expect(of('Kept')).toMatchObject({
    commissionId: kept,
    state: 'transferred',
    artistPence: 4000,
    transfer: { pence: 4000 },
  })
  expect(of('Parted')).toMatchObject({
    state: 'transferred',
    artistPence: 1500,
    platformFeePence: 150,
    processingFeePence: 20,
    refundedPence: 2750,
  })
  expect(of('Back')).toMatchObject({
    state: 'returned',
    artistPence: 0,
    platformFeePence: 0,
    processingFeePence: 0,
    refundedPence: 4420,
    transfer: null,
  })
  for (const { paidAt, countedAt } of decided)
    expect(Date.parse(countedAt) - Date.parse(paidAt)).toBeGreaterThan(2 * 86_400_000)
})

test('what is owed waits with its reason, is on its way while the outcome is not known, and arrives', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia, admin } = fixture
  const stateOf = async () => {
    const { sales } = await listSales(app, rosa)
    const shown = []
    for (const state of saleStates) {
      const { totals } = await listSales(app, rosa, { state })
      if (totals.sales > 0) shown.push(state)
    }
    const [sale] = sales
    expect(shown).toEqual([sale?.state])
    return [sale?.state, sale?.waitsFor]
  }
  const set = (payoutsEnabled: boolean, todo: string[]) =>
    app.db
      .updateTable('payment_accounts')
      .set({ payouts_enabled: payoutsEnabled, todo: JSON.stringify(todo) })
      .where('user_id', '=', rosa.id)
      .execute()
  await sellTracks(app, mia, [{ artist: rosa, pricePence: 500 }])
  expect(await stateOf()).toEqual(['owed', null])

  await set(false, ['A bank account to be paid to'])
  const unready = ['waiting', 'Your payment account needs a bank account to be paid to.']
  expect(await stateOf()).toEqual(unready)
  await app.work()
  expect(await stateOf()).toEqual(unready)

  await set(true, [])
  const hold = await app.call(`POST /api/proxy/admin/users/${rosa.id}/hold-transfers`, {
    as: admin,
    send: { reason: 'We look into a question.', note: 'A copy.' },
  })
  expect(hold.statusCode).toBe(200)
  expect(await stateOf()).toEqual([
    'waiting',
    'We are holding this transfer while we look into a question.',
  ])
  const { sendTransfer } = app.payments
  app.payments.sendTransfer = () => Promise.reject(new PaymentUnknown('no answer'))
  await app.call(`POST /api/proxy/admin/users/${rosa.id}/release-transfers`, {
    as: admin,
    send: { note: 'Settled.' },
  })
  await app.work()
  expect(await stateOf()).toEqual(['on_its_way', null])

  app.payments.sendTransfer = () => Promise.reject(new PaymentRefused('odd', 'no'))
  await app.letTimePass()
  await app.work()
  expect(await stateOf()).toEqual([
    'waiting',
    'The card provider answered with an error. We try again.',
  ])
  app.payments.sendTransfer = sendTransfer
  await app.letTimePass()
  await app.work()
  expect(await stateOf()).toEqual(['transferred', null])
})

test('a track at £0.00 is a sale of which nothing is transferred', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  await sellTracks(app, mia, [
    { artist: rosa, pricePence: 0, title: 'Gift' },
    { artist: rosa, pricePence: 100, title: 'Song' },
  ])
  await app.work()
  const sales = await listAllSales(app, rosa)
  expect(sales.find(({ title }) => title === 'Gift')).toMatchObject({
    state: 'free',
    customerPence: 20,
    artistPence: 0,
    transfer: null,
  })
  expect((await readSummary(app, rosa)).months.at(-1)).toMatchObject({ sales: 2, trackPence: 100 })
})

test('an artist reads nothing of another artist with sales in the same order and month, and a customer is refused', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  const tom = await createArtistWithPayouts(app, 'Tom Fell')
  await sellTracks(app, mia, [
    { artist: rosa, pricePence: 500, title: 'Ash' },
    { artist: tom, pricePence: 333, title: 'Birch' },
  ])
  await holdCommission(app, { customer: mia, artist: rosa, name: 'For Mia' })
  const titles = async (as: typeof rosa) => (await listAllSales(app, as)).map(({ title }) => title)
  expect((await titles(rosa)).toSorted()).toEqual(['Ash', 'For Mia'])
  expect(await titles(tom)).toEqual(['Birch'])
  const { earnedPence, held, unsent, months } = await readSummary(app, tom)
  expect({ earnedPence, held: held.sales, unsent: unsent.sales, now: months.at(-1) }).toEqual({
    earnedPence: 333,
    held: 0,
    unsent: 0,
    now: { month: expect.any(String), sales: 1, trackPence: 333, commissionPence: 0 },
  })
  const newcomer = await createUser(app, { role: 'artist' })
  expect(await titles(newcomer)).toEqual([])
  for (const path of ['sales', 'sales/summary', 'sales.csv']) {
    const refused = await app.call(`GET /api/artist/${path}`, { as: mia })
    expect([path, refused.statusCode, refused.json()]).toMatchObject([
      path,
      403,
      { code: 'not_allowed' },
    ])
  }
})

test('the summary says what was earned this month and in all, what is held, and what waits', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  await app.clock.set(new Date('2027-03-31T22:30:00Z'))
  await sellTracks(app, mia, [{ artist: rosa, pricePence: 500 }])
  const held = await holdCommission(app, { customer: mia, artist: rosa })
  expect(await readSummary(app, rosa)).toMatchObject({
    month: '2027-03',
    monthPence: 500,
    earnedPence: 500,
    held: { sales: 1, customerPence: 4420, artistPence: 4000 },
    unsent: { sales: 0 },
    waiting: { sales: 0 },
    waitsFor: null,
  })
  // In London it is April already, by the summer time.
  await app.clock.set(new Date('2027-03-31T23:30:00Z'))
  await app.db.updateTable('payment_accounts').set({ payouts_enabled: false }).execute()
  await approveCommission(app, held)
  await app.work()
  const summary = await readSummary(app, rosa)
  expect(summary).toMatchObject({
    month: '2027-04',
    monthPence: 4000,
    earnedPence: 4500,
    held: { sales: 0, artistPence: 0 },
    unsent: { sales: 1, artistPence: 4000 },
    waiting: { sales: 1, artistPence: 4000 },
    waitsFor: 'The set-up of your payment account is not finished.',
  })
  expect(summary.months).toHaveLength(12)
  expect(summary.months.slice(-3)).toEqual([
    { month: '2027-02', sales: 0, trackPence: 0, commissionPence: 0 },
    { month: '2027-03', sales: 1, trackPence: 500, commissionPence: 0 },
    { month: '2027-04', sales: 1, trackPence: 0, commissionPence: 4000 },
  ])
})
