// Somebody has reversed so much of a transfer at the provider that ours is refused: that has paid what the artist owes.

import { expect, test, vi } from 'vitest'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { sellTrack } from '../../../tests/support/money/bank-disputes.ts'
import { compareWithProvider } from '../../../tests/support/money/compare-with-provider.ts'
import { giveBack } from '../../../tests/support/money/giving-back.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { expectSameBalance, readBalance } from '../../../tests/support/money/provider-balance.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { ledgerOf, provider } from '../../../tests/support/shopping.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

/** A track for £5.70, of which £5.00 were transferred. */
async function openSold(app: TestApp) {
  const sold = await sellTrack(app, { card: '4000000000000077' })
  const admin = await createAdmin(app)
  const { provider_id: sent } = await app.db
    .selectFrom('transfers')
    .select('provider_id')
    .executeTakeFirstOrThrow()
  const reverse = async (amount: number) => {
    const { id } = await provider(app).transfers.createReversal(sent ?? '', { amount })
    return id
  }
  return { ...sold, admin, sent: sent ?? '', reverse }
}

const rowsOf = async (app: TestApp) =>
  (
    await app.db
      .selectFrom('reversals')
      .select(['amount_pence', 'status', 'provider_id'])
      .orderBy('created_at')
      .orderBy('amount_pence', 'desc')
      .execute()
  ).map((row) => [row.amount_pence, row.status, row.provider_id])

async function expectNothingOwed(app: TestApp): Promise<void> {
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0 })
  await expectSameBalance(app)
  await app.clock.move({ minutes: 11 })
  expect(await compareWithProvider(app)).toEqual([])
  expect(await moneyProblems(app)).toEqual([])
}

test('a reversal that is refused because the whole transfer was reversed by hand ends as paid by that', async () => {
  const app = await emptyApp()
  const { saleId, admin, reverse } = await openSold(app)
  const made = await reverse(500)
  await giveBack(app, admin, saleId, { amount: '5.70', leftPence: 570 })
  await app.work()
  expect(await rowsOf(app)).toEqual([[500, 'sent', made]])
  await expectNothingOwed(app)
})

test('one by hand that is more than what is owed has paid it, and the rest counts for the next refund', async () => {
  const app = await emptyApp()
  const { saleId, admin, reverse, artist } = await openSold(app)
  const made = await reverse(500)
  await giveBack(app, admin, saleId, { amount: '2.28', leftPence: 570 })
  await app.work()
  expect(await rowsOf(app)).toEqual([
    [200, 'sent', made],
    [300, 'sent', made],
  ])
  expect(await ledgerOf(app)).toMatchObject({ losses: -300, [artist.id]: 0 })
  await expectNothingOwed(app)
  await giveBack(app, admin, saleId, { amount: '3.42', leftPence: 342 })
  await app.work()
  expect((await ledgerOf(app))['losses']).toBe(0)
  await expectNothingOwed(app)
})

/** Two refunds of which the artist owes £2.00 and £1.00: the provider has not answered yet. */
async function openOwing(app: TestApp) {
  const sold = await openSold(app)
  const { saleId, admin } = sold
  const unknown = new PaymentUnknown('No answer.')
  const sending = vi.spyOn(app.payments, 'sendReversal')
  sending.mockRejectedValueOnce(unknown).mockRejectedValueOnce(unknown)
  await giveBack(app, admin, saleId, { amount: '2.28', leftPence: 570 })
  await giveBack(app, admin, saleId, { amount: '1.14', leftPence: 342 })
  await app.work()
  expect((await rowsOf(app)).map(([, status]) => status)).toEqual(['waiting', 'waiting'])
  return sold
}

/** All that waits is tried again. */
async function tryAgain(app: TestApp): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await app.letTimePass()
    await app.work()
  }
}

test('one by hand has paid all that is owed of its transfer if ours cannot be made any more, and nobody has to look', async () => {
  const app = await emptyApp()
  const { admin, sent, reverse } = await openOwing(app)
  const made = await reverse(500)
  await addJob(app.db, 'check_transfer', { sentTransferId: sent })
  await tryAgain(app)
  expect((await rowsOf(app)).toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [100, 'sent', made],
    [200, 'sent', made],
    [200, 'sent', made],
  ])
  expect(await app.db.selectFrom('found_problems').selectAll().execute()).toEqual([])
  const debts = await app.call('GET /api/proxy/admin/debts', { as: admin })
  expect(debts.json()).toMatchObject({ owedPence: 0, waiting: { total: 0 } })
  await expectNothingOwed(app)
})

test.each([
  { byHand: [250, 250], rows: [50, 50, 200, 200] },
  { byHand: [450], rows: [100, 150, 200] },
])('of $byHand by hand no penny is taken twice', async ({ byHand, rows }) => {
  const app = await emptyApp()
  const { reverse } = await openOwing(app)
  for (const pence of byHand) await reverse(pence)
  await tryAgain(app)
  const taken = app.db.selectFrom('reversals').select(['amount_pence', 'status'])
  expect(await taken.orderBy('amount_pence').execute()).toEqual(
    rows.map((pence) => ({ amount_pence: pence, status: 'sent' })),
  )
  await expectNothingOwed(app)
})

test('what is left of the transfer is taken by our own', async () => {
  const app = await emptyApp()
  const { saleId, admin, reverse } = await openSold(app)
  await reverse(300)
  await giveBack(app, admin, saleId, { amount: '4.56', leftPence: 570 })
  await app.work()
  await tryAgain(app)
  expect((await rowsOf(app)).map(([pence, status]) => [pence, status])).toEqual([
    [100, 'sent'],
    [300, 'sent'],
  ])
  await expectNothingOwed(app)
})

test.each(['before reversal.list', 'after reversal.list', 'before reversal.adopt'] as const)(
  'after an error %s the next attempt reaches the same',
  async (failpoint) => {
    const app = await emptyApp()
    const { saleId, admin, reverse } = await openSold(app)
    const made = await reverse(500)
    await giveBack(app, admin, saleId, { amount: '5.70', leftPence: 570 })
    void app.failpoints.arm(failpoint, 'throw')
    await app.work()
    await app.clock.move({ minutes: 11 })
    await addJob(app.db, 'reconcile_payments', {})
    await tryAgain(app)
    expect(await rowsOf(app)).toEqual([[500, 'sent', made]])
    await expectNothingOwed(app)
  },
)
