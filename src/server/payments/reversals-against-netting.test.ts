// What is taken back meets what pays debts: a penny goes one way, once, whichever comes first.

import { expect, test } from 'vitest'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { untilWaitingForLocks } from '../../../tests/support/lock-waiters.ts'
import {
  createIndebted,
  createTransferred,
  emptyAccount,
  giveBack,
  reversalsOf,
  sell,
  transferOf,
} from '../../../tests/support/money/reversing.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { ledgerOf, provider } from '../../../tests/support/shopping.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

/** Of all transfers, less what was taken back. */
async function sentPence(app: TestApp): Promise<number> {
  const { data } = await provider(app).transfers.list()
  return data.reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0)
}

test('a transfer that pays a debt first: what it has not sent of its own sale is a debt again', async () => {
  const app = await emptyApp()
  const artist = await createIndebted(app, 200)
  const sentBefore = await sentPence(app)
  const transferId = await sell(app, artist)
  const netted = app.failpoints.arm('before transfer.check', 'pause')
  const working = app.work()
  await netted
  const giving = giveBack(app, { transferId, pence: 500 })
  await untilWaitingForLocks(app, 1)
  app.failpoints.disarm('before transfer.check')
  expect((await Promise.all([giving, working]))[0]).toBe(500)
  await app.work()
  expect(await transferOf(app, transferId)).toMatchObject({ status: 'sent', payable_pence: 300 })
  expect(await reversalsOf(app, artist)).toMatchObject([
    { status: 'netted', amount_pence: 200 },
    { status: 'sent', amount_pence: 300 },
    { status: 'refused', amount_pence: 200 },
  ])
  expect(await sentPence(app)).toBe(sentBefore)
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 200, [artist.id]: 0 })
  expect(await moneyProblems(app)).toEqual([])
})

test('a sale that goes back first: its transfer pays its own reversal, nothing is sent, and the debt stays', async () => {
  const app = await emptyApp()
  const artist = await createIndebted(app, 200)
  const sentBefore = await sentPence(app)
  const transferId = await sell(app, artist)
  expect(await giveBack(app, { transferId, pence: 500 })).toBe(500)
  await Promise.all([app.work(), app.work()])
  expect(await transferOf(app, transferId)).toMatchObject({ status: 'netted', payable_pence: 0 })
  expect(await reversalsOf(app, artist)).toMatchObject([
    { status: 'refused', amount_pence: 200, netted_pence: 0 },
    { status: 'netted', amount_pence: 500 },
  ])
  expect(await sentPence(app)).toBe(sentBefore)
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 200, [artist.id]: 0 })
  expect(await moneyProblems(app)).toEqual([])
})

test('a transfer that is sent while an account refuses a reversal pays nothing of it: the next one does, once', async () => {
  const app = await emptyApp()
  const { artist, transferId } = await createTransferred(app)
  await emptyAccount(app, artist)
  await giveBack(app, { transferId, pence: 500 })
  const refused = app.failpoints.arm('before reversal.refuse', 'pause')
  const refusing = app.work()
  await refused
  const meanwhile = await sell(app, artist, 400)
  await app.work()
  expect(await transferOf(app, meanwhile)).toMatchObject({ status: 'sent', payable_pence: 400 })
  app.failpoints.disarm('before reversal.refuse')
  await refusing
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'refused', netted_pence: 0 }])
  const next = await sell(app, artist, 600)
  await app.work()
  expect(await transferOf(app, next)).toMatchObject({ status: 'sent', payable_pence: 100 })
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, [artist.id]: 0 })
  expect(await moneyProblems(app)).toEqual([])
})
