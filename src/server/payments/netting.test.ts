// Transfers to an artist pay the artist's debts, each penny once.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { closeDebt, lockDebt } from '#server/payments/debts.ts'
import { oweAgain } from '#server/payments/owed-again.ts'
import { book } from '#server/ledger/ledger.ts'
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
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { ledgerOf, provider } from '../../../tests/support/shopping.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

/** How much each transfer has paid of each debt, the oldest debt first. */
const nettingsOf = (app: TestApp, artist: TestUser) =>
  app.db
    .selectFrom('nettings')
    .innerJoin('reversals', 'reversals.id', 'reversal_id')
    .select(['nettings.transfer_id', 'nettings.amount_pence'])
    .where('artist_id', '=', artist.id)
    .orderBy('reversals.refused_at')
    .orderBy('nettings.created_at')
    .execute()

test('new transfers are reduced by the oldest debt first, and each reduction names both', async () => {
  const app = await emptyApp()
  const artist = await createIndebted(app, 500, 400)
  const first = await sell(app, artist, 300)
  await app.work()
  expect(await transferOf(app, first)).toMatchObject({ status: 'netted', payable_pence: 0 })
  const second = await sell(app, artist, 700)
  await app.work()
  expect(await transferOf(app, second)).toMatchObject({ status: 'sent', payable_pence: 100 })
  expect(await nettingsOf(app, artist)).toEqual([
    { transfer_id: first, amount_pence: 300 },
    { transfer_id: second, amount_pence: 200 },
    { transfer_id: second, amount_pence: 400 },
  ])
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'netted' }, { status: 'netted' }])
  const amounts = (await provider(app).transfers.list()).data.map(({ amount }) => amount)
  expect(amounts).toEqual([100, 500, 500])
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, [artist.id]: 0 })
  expect(await moneyProblems(app)).toEqual([])
})

test('of many transfers at once, together they pay a debt once', async () => {
  const app = await emptyApp()
  const artist = await createIndebted(app, 500)
  const transferIds: string[] = []
  for (let sold = 0; sold < 8; sold++) transferIds.push(await sell(app, artist, 100 + sold))
  await Promise.all(Array.from({ length: 8 }, () => app.work()))
  const nettings = await nettingsOf(app, artist)
  expect(nettings.reduce((sum, { amount_pence: pence }) => sum + pence, 0)).toBe(500)
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'netted' }])
  expect(await moneyProblems(app)).toEqual([])
})

test("another artist's transfers pay nothing of it", async () => {
  const app = await emptyApp()
  const artist = await createIndebted(app, 500)
  const { transferId } = await createTransferred(app)
  expect(await transferOf(app, transferId)).toMatchObject({ status: 'sent', payable_pence: 500 })
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'refused', netted_pence: 0 }])
})

test('what a transfer has paid of another debt was never sent: it is a debt again when its own sale goes back', async () => {
  const app = await emptyApp()
  const artist = await createIndebted(app, 200)
  const transferId = await sell(app, artist)
  await app.work()
  expect(await transferOf(app, transferId)).toMatchObject({ status: 'sent', payable_pence: 300 })
  await giveBack(app, { transferId, pence: 500 })
  await app.work()
  expect(await reversalsOf(app, artist)).toMatchObject([
    { status: 'netted', amount_pence: 200 },
    { status: 'sent', amount_pence: 300 },
    { status: 'refused', amount_pence: 200 },
  ])
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 200 })
  expect(await moneyProblems(app)).toEqual([])
})

test('a reversal against the transfer of the same sale: the money goes one way once', async () => {
  const app = await emptyApp()
  const artist = await createIndebted(app, 200)
  const transferId = await sell(app, artist)
  await Promise.all([
    app.work(),
    ...Array.from({ length: 6 }, () => giveBack(app, { transferId, pence: 90 })),
  ])
  for (let times = 0; times < 3; times++) {
    await app.letTimePass()
    await addJob(app.db, 'reconcile_payments', {})
    await app.work()
  }
  const transfer = await transferOf(app, transferId)
  expect(transfer).toMatchObject({ reversed_pence: 500 })
  expect(['sent', 'netted']).toContain(transfer.status)
  expect(await moneyProblems(app)).toEqual([])
})

test.each([
  ['taken back', false],
  ['still owed', true],
])('what was %s is sent again once, when its cause is undone', async (_what, isOwed) => {
  const app = await emptyApp()
  const { artist, transferId } = await createTransferred(app)
  if (isOwed) await emptyAccount(app, artist)
  const cause = { kind: 'dispute' as const, id: randomUUID() }
  await giveBack(app, { transferId, pence: 500, cause })
  await app.work()
  const undo = () =>
    app.db.transaction().execute(async (tx) => {
      const now = app.clock.now()
      const pence = await oweAgain(tx, { cause, now })
      if (pence > 0) await bookUndone(tx, { artistId: artist.id, transferId, pence })
      return pence
    })
  const sums = await Promise.all([undo(), undo(), undo()])
  expect(sums.toSorted((one, other) => one - other)).toEqual([0, 0, 500])
  await app.work()
  const again = await app.db
    .selectFrom('transfers')
    .select(['status', 'amount_pence', 'payable_pence'])
    .where('is_again', '=', true)
    .execute()
  expect(again).toEqual([
    isOwed
      ? { status: 'netted', amount_pence: 500, payable_pence: 0 }
      : { status: 'sent', amount_pence: 500, payable_pence: 500 },
  ])
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, [artist.id]: 0 })
  // The sale itself is marked by whoever undoes the cause.
  const problems = await moneyProblems(app)
  expect(problems.filter((problem) => !problem.startsWith('sale_differs'))).toEqual([])
})

test('what is sent again pays a debt before an account that cannot be paid is ready: nothing is left to write off', async () => {
  const app = await emptyApp()
  const { artist, transferId } = await createTransferred(app)
  await emptyAccount(app, artist)
  const cause = { kind: 'dispute' as const, id: randomUUID() }
  await giveBack(app, { transferId, pence: 500, cause })
  await app.work()
  await app.db.updateTable('payment_accounts').set({ payouts_enabled: false }).execute()
  await app.db.transaction().execute(async (tx) => {
    await oweAgain(tx, { cause, now: app.clock.now() })
    await bookUndone(tx, { artistId: artist.id, transferId, pence: 500 })
  })
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'netted' }])
  await app.work()
  const { status, payable_pence: payablePence } = await app.db
    .selectFrom('transfers')
    .select(['status', 'payable_pence'])
    .where('is_again', '=', true)
    .executeTakeFirstOrThrow()
  expect([status, payablePence]).toEqual(['netted', 0])
})

test('of a debt that was written off wholly, the loss is undone and nothing is sent', async () => {
  const app = await emptyApp()
  const { artist, transferId } = await createTransferred(app)
  await emptyAccount(app, artist)
  const cause = { kind: 'dispute' as const, id: randomUUID() }
  await giveBack(app, { transferId, pence: 500, cause })
  await app.work()
  const [{ id } = { id: '' }] = await reversalsOf(app, artist)
  const now = app.clock.now()
  const written = { decision: 'write_off', reason: 'It is old.', now } as const
  await app.db.transaction().execute(async (tx) => {
    const debt = await lockDebt(tx, id)
    if (debt) await closeDebt(tx, debt, written)
    expect(await oweAgain(tx, { cause, now })).toBe(0)
    await bookUndone(tx, { artistId: artist.id, transferId, pence: 500 })
  })
  await app.work()
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, [artist.id]: 0 })
  const again = app.db.selectFrom('transfers').select('id').where('is_again', '=', true)
  expect(await again.execute()).toEqual([])
})

/** As the decision of the bank books it. */
async function bookUndone(
  tx: Parameters<typeof book>[0],
  { artistId, transferId, pence }: { artistId: string; transferId: string; pence: number },
) {
  const entries = [
    { account: 'artist_receivable' as const, artistId, pence: -pence },
    { account: 'losses' as const, pence },
  ]
  await book(tx, { fact: `undone:${transferId}`, paymentId: null, entries }, new Date())
}
