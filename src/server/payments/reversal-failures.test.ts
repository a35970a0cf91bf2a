// An error at each place in which a reversal or a netting can fail: the next attempt reaches the same state. What the card
// provider has made is found, whatever became of its answer.

import { expect, test, vi } from 'vitest'
import type { Action } from '#server/clock-and-failpoints/failpoints.ts'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { compareWithProvider } from '../../../tests/support/money/compare-with-provider.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import {
  createIndebted,
  createTransferred,
  emptyAccount,
  giveBack,
  reversalsOf,
  sell,
  transferOf,
} from '../../../tests/support/money/reversing.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { ledgerOf, provider } from '../../../tests/support/shopping.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

type Prepare = (app: TestApp) => Promise<TestUser>

const reversed: Prepare = async (app) => {
  const { artist, transferId } = await createTransferred(app)
  await giveBack(app, { transferId, pence: 500 })
  return artist
}
const tooLittle: Prepare = async (app) => {
  const { artist, transferId } = await createTransferred(app)
  await emptyAccount(app, artist)
  await giveBack(app, { transferId, pence: 500 })
  return artist
}
const refusedOnce: Prepare = async (app) => {
  const artist = await reversed(app)
  const refused = new PaymentRefused('lock_timeout', 'Refused.')
  vi.spyOn(app.payments, 'sendReversal').mockRejectedValueOnce(refused)
  await app.work()
  await app.letTimePass()
  return artist
}
const partlyPaid: Prepare = async (app) => {
  const artist = await createIndebted(app, 500)
  await sell(app, artist, 700)
  return artist
}
const whollyPaid: Prepare = async (app) => {
  const artist = await createIndebted(app, 500)
  await sell(app, artist, 300)
  return artist
}

type End = { reversal: object; receivable: number; sent: number[] }
const takenBack: End = { reversal: { status: 'sent' }, receivable: 0, sent: [500] }
const isDebt: End = { reversal: { status: 'refused' }, receivable: 500, sent: [500] }
const isNetted: End = { reversal: { status: 'netted' }, receivable: 0, sent: [200, 500] }
const isReduced: End = {
  reversal: { status: 'refused', netted_pence: 300 },
  receivable: 200,
  sent: [500],
}

const cases: [Action, Prepare, End][] = [
  ['reversal.claim', reversed, takenBack],
  ['reversal.send', reversed, takenBack],
  ['reversal.record', reversed, takenBack],
  ['reversal.find', refusedOnce, takenBack],
  ['reversal.refuse', tooLittle, isDebt],
  ['transfer.check', partlyPaid, isNetted],
  ['transfer.send', partlyPaid, isNetted],
  ['transfer.record', partlyPaid, isNetted],
  ['transfer.check', whollyPaid, isReduced],
  ['transfer.net', whollyPaid, isReduced],
]

test.each(
  cases.flatMap(([action, prepare, end]) => [
    [`before ${action}` as const, prepare, end] as const,
    [`after ${action}` as const, prepare, end] as const,
  ]),
)('an error %s is made good by the next attempt', async (place, prepare, end) => {
  const app = await emptyApp()
  const artist = await prepare(app)
  const reached = app.failpoints.arm(place, 'throw')
  await app.work()
  await reached
  await makeGood(app)
  expect(await reversalsOf(app, artist)).toMatchObject([end.reversal])
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: end.receivable, [artist.id]: 0 })
  const { data } = await provider(app).transfers.list()
  expect(data.map(({ amount }) => amount)).toEqual(end.sent)
  expect(await moneyProblems(app)).toEqual([])
})

async function makeGood(app: TestApp): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await app.letTimePass()
    await app.clock.move({ minutes: 2 })
    await addJob(app.db, 'reconcile_payments', {})
    await app.work()
  }
}

test('an error before a retry is scheduled loses nothing', async () => {
  const app = await emptyApp()
  const artist = await reversed(app)
  const unknown = new PaymentUnknown('No response.')
  vi.spyOn(app.payments, 'sendReversal').mockRejectedValueOnce(unknown)
  void app.failpoints.arm('before reversal.retry', 'throw')
  await app.work()
  await makeGood(app)
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'sent' }])
  expect(await moneyProblems(app)).toEqual([])
})

/** The provider has made it; the app knows nothing of the answer, and asks for nothing again. */
async function loseAnswer(app: TestApp, { isDebt: wasRefused }: { isDebt: boolean }) {
  const artist = await reversed(app)
  const { sendReversal } = app.payments
  vi.spyOn(app.payments, 'sendReversal').mockImplementationOnce(async (sent) => {
    await sendReversal(sent)
    throw wasRefused
      ? new PaymentRefused('account_invalid', 'Closed.')
      : new PaymentUnknown('No response.')
  })
  // Otherwise the refused reversal is found at once.
  if (wasRefused) vi.spyOn(app.payments, 'listReversals').mockResolvedValueOnce([])
  await app.work()
  await removeJobs(app.db)
  await app.clock.move({ minutes: 11 })
  return artist
}

test('a reversal that the provider has made and refuses all the same is recorded', async () => {
  const app = await emptyApp()
  const artist = await reversed(app)
  const { sendReversal } = app.payments
  vi.spyOn(app.payments, 'sendReversal').mockImplementationOnce(async (sent) => {
    await sendReversal(sent)
    throw new PaymentRefused('account_invalid', 'Closed.')
  })
  await app.work()
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'sent' }])
  expect(await moneyProblems(app)).toEqual([])
})

test.each([
  ['waits', false],
  ['is a debt', true],
])('a reversal that was made while its row %s is recorded by the comparison', async (_what, is) => {
  const app = await emptyApp()
  const artist = await loseAnswer(app, { isDebt: is })
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: is ? 'refused' : 'waiting' }])
  expect(await compareWithProvider(app)).toEqual([])
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'sent' }])
  expect(await moneyProblems(app)).toEqual([])
})

test('a reversal that was made although transfers have paid its debt is found, and the admins are told', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const artist = await loseAnswer(app, { isDebt: true })
  await sell(app, artist, 300)
  await app.work()
  expect(await reversalsOf(app, artist)).toMatchObject([{ netted_pence: 300 }])
  expect(await compareWithProvider(app)).toEqual([
    expect.stringMatching(/^reversal_without_row: trr_/),
  ])
  const alarms = await app.db
    .selectFrom('notifications')
    .select('details')
    .where('user_id', '=', admin.id)
    .where('kind', '=', 'payment_alarm')
    .execute()
  expect(JSON.stringify(alarms)).toContain('the artist may have paid it twice')
})

test('a reversal made by hand that does not fit is found, however old it is, until a person has settled it', async () => {
  const app = await emptyApp()
  const { transferId } = await createTransferred(app)
  const { provider_id: sent } = await transferOf(app, transferId)
  await giveBack(app, { transferId, pence: 300 })
  await removeJobs(app.db, 'send_reversal')
  const made = await provider(app).transfers.createReversal(sent ?? '', { amount: 400 })
  await app.clock.move({ minutes: 11 })
  expect(await compareWithProvider(app)).toEqual([`reversal_without_row: ${made.id}`])
  await app.clock.move({ days: 5 })
  expect(await compareWithProvider(app)).toEqual([`reversal_without_row: ${made.id}`])
  await app.sandbox.control('POST change', { id: made.id, settled: 'a mistake' })
  expect(await compareWithProvider(app)).toEqual([])
})

test('a reversal that the provider does not have, or with another amount, is found', async () => {
  const app = await emptyApp()
  const artist = await reversed(app)
  await app.work()
  const [{ id } = { id: '' }] = await reversalsOf(app, artist)
  await app.clock.move({ minutes: 11 })
  expect(await compareWithProvider(app)).toEqual([])
  await app.db.updateTable('reversals').set({ amount_pence: 499 }).execute()
  expect(await compareWithProvider(app)).toEqual([`reversal_not_at_provider: ${id}`])
  await app.db.updateTable('reversals').set({ amount_pence: 500, provider_id: 'trr_1' }).execute()
  expect(await compareWithProvider(app)).toEqual([
    `reversal_not_at_provider: ${id}`,
    expect.stringMatching(/^reversal_without_row: trr_/),
  ])
})
