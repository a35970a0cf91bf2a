// Refunds of what was sold meet each other, failures, and transfers that were not sent: each has one effect.

import { expect, test } from 'vitest'
import type { OwnedTracks } from '#contracts/orders.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { giveBack, lineOf, openSold, previewOf } from '../../../tests/support/money/giving-back.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { listAllSales, sellTracks } from '../../../tests/support/sales/selling.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const titlesOf = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/my-tracks', { as }))
    .json<OwnedTracks>()
    .tracks.map(({ track }) => track.title)

test('of 100 simultaneous refunds of one line one has an effect, whole or in part', async () => {
  const app = await emptyApp()
  const { admin, skye, tide } = await openSold(app)
  const admins = [admin, await createAdmin(app)]
  const race = async (saleId: string, wanted: { amount: string; leftPence: number }) => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        giveBack(app, admins[at % 2] ?? admin, saleId, wanted),
      ),
    )
    return Object.entries(Object.groupBy(answers.map(codeOf), (code) => code)).map(
      ([code, all = []]) => `${all.length} ${code}`,
    )
  }
  expect((await race(skye, { amount: '5.70', leftPence: 570 })).toSorted()).toEqual([
    '1 done',
    '99 nothing_to_give_back',
  ])
  expect((await race(tide, { amount: '1.00', leftPence: 350 })).toSorted()).toEqual([
    '1 done',
    '99 refunded_meanwhile',
  ])
  await app.work()
  const refunds = await app.db.selectFrom('refunds').select(['amount_pence', 'status']).execute()
  expect(refunds).toHaveLength(2)
  expect(await moneyProblems(app)).toEqual([])
})

test('the database refuses to give back more than was paid, whatever the code does', async () => {
  const app = await emptyApp()
  const { paymentId } = await openSold(app)
  const { db } = app
  const paid = { refunded_pence: 921, taken_back_pence: 2000 }
  await expect(
    db.updateTable('payments').set(paid).where('id', '=', paymentId).execute(),
  ).rejects.toThrow('payments_give_back_at_most_what_was_paid')
  await expect(
    db.updateTable('payments').set({ refunded_pence: 121 }).where('id', '=', paymentId).execute(),
  ).rejects.toThrow('payments_owe_at_most_what_was_paid')
  await expect(
    db.updateTable('sales').set({ refunded_pence: 571, artist_pence: 0 }).execute(),
  ).rejects.toThrow('sales_are_divided_wholly')
})

test.each(['before give.commit', 'after give.commit'] as const)(
  'a decision that fails %s is made once when the admin tries again',
  async (failpoint) => {
    const app = await emptyApp()
    const { mia, admin, skye } = await openSold(app)
    void app.failpoints.arm(failpoint, 'throw')
    const all = { amount: '5.70', leftPence: 570 }
    expect((await giveBack(app, admin, skye, all)).statusCode).toBe(500)
    const isMade = failpoint === 'after give.commit'
    expect(await titlesOf(app, mia)).toEqual(isMade ? ['Tide'] : ['Skye', 'Tide'])
    expect(codeOf(await giveBack(app, admin, skye, all))).toBe(
      isMade ? 'nothing_to_give_back' : 'done',
    )
    await app.work()
    expect(await titlesOf(app, mia)).toEqual(['Tide'])
    expect(await moneyProblems(app)).toEqual([])
  },
)

test('a transfer that was never sent is reduced: of two tracks of an artist the rest of one payment is sent, or nothing', async () => {
  const app = await emptyApp()
  const { rosa, mia, admin } = await openSold(app)
  const say = (step: 'hold' | 'release') =>
    app.call(`POST /api/proxy/admin/users/${rosa.id}/${step}-transfers`, {
      as: admin,
      send: { note: 'A question' },
    })
  await say('hold')
  const { trackIds } = await sellTracks(app, mia, [
    { artist: rosa, pricePence: 400, title: 'Ash' },
    { artist: rosa, pricePence: 200, title: 'Birch' },
  ])
  await app.work()
  const [ash] = await Promise.all(trackIds.map((id) => lineOf(app, id)))
  const states = async () =>
    (await listAllSales(app, rosa))
      .filter(({ title }) => title !== 'Skye')
      .map(({ title, state, artistPence }) => `${title} ${state} ${artistPence}`)
      .toSorted()
  expect((await previewOf(app, admin, ash ?? '')).refund).toMatchObject({ isTransferred: false })
  await giveBack(app, admin, ash ?? '', { amount: '4.60', leftPence: 460 })
  // The customer comes first: until the refund is made, nothing is taken back.
  expect(await app.db.selectFrom('reversals').select('id').execute()).toEqual([])
  await app.work()
  expect(await states()).toEqual(['Ash returned 0', 'Birch waiting 200'])
  expect(await moneyProblems(app)).toEqual([])
  await say('release')
  await app.work()
  expect(await states()).toEqual(['Ash returned 0', 'Birch transferred 200'])
  expect(await moneyProblems(app)).toEqual([])
})
