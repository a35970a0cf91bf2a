// An artist's share is taken back: at the card provider, from transfers that are not sent yet, or as a debt.

import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import {
  createTransferred,
  emptyAccount,
  giveBack,
  reversalsOf,
  sell,
  transferOf,
} from '../../../tests/support/money/reversing.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createArtistWithPayouts,
  failNextRequest,
  ledgerOf,
  provider,
} from '../../../tests/support/shopping.ts'

const emptyApp = emptiedTestApp()

test('what was sent is taken back once, and the ledger says so', async () => {
  const app = await emptyApp()
  const { artist, transferId } = await createTransferred(app)
  expect(await giveBack(app, { transferId, pence: 300 })).toBe(300)
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 300 })
  await app.work()
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'sent', amount_pence: 300 }])
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, [artist.id]: 0 })
  const { provider_id: sent } = await transferOf(app, transferId)
  expect(await provider(app).transfers.retrieve(sent ?? '')).toMatchObject({ amount_reversed: 300 })
  expect(await moneyProblems(app)).toEqual([])
})

test('a cause takes back once, and all causes together no more than the transfer', async () => {
  const app = await emptyApp()
  const { artist, transferId } = await createTransferred(app)
  const cause = { kind: 'refund' as const, id: randomUUID() }
  expect(await giveBack(app, { transferId, pence: 300, cause })).toBe(300)
  expect(await giveBack(app, { transferId, pence: 100, cause })).toBe(0)
  const dispute = { kind: 'dispute' as const, id: cause.id }
  expect(await giveBack(app, { transferId, pence: 500, cause: dispute })).toBe(200)
  expect(await giveBack(app, { transferId, pence: 1 })).toBe(0)
  await app.work()
  const reversals = await reversalsOf(app, artist)
  expect(reversals.map((row) => [row.status, row.amount_pence])).toEqual([
    ['sent', 300],
    ['sent', 200],
  ])
  expect(await moneyProblems(app)).toEqual([])
})

test('of fifty causes at once, no penny more than the transfer is taken back', async () => {
  const app = await emptyApp()
  const { transferId } = await createTransferred(app)
  const owed = await Promise.all(
    Array.from({ length: 50 }, () => giveBack(app, { transferId, pence: 40 })),
  )
  expect(owed.reduce((sum, pence) => sum + pence, 0)).toBe(500)
  await app.work()
  expect(await transferOf(app, transferId)).toMatchObject({ reversed_pence: 500 })
  expect(await moneyProblems(app)).toEqual([])
})

test('a transfer that was never attempted is reduced instead, wholly or in part', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const [whole, part] = [await sell(app, artist), await sell(app, artist)]
  await giveBack(app, { transferId: whole, pence: 500 })
  await giveBack(app, { transferId: part, pence: 200 })
  await app.work()
  expect(await transferOf(app, whole)).toMatchObject({ status: 'netted', provider_id: null })
  expect(await transferOf(app, part)).toMatchObject({ status: 'sent', payable_pence: 300 })
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'netted' }, { status: 'netted' }])
  expect((await provider(app).transfers.list()).data.map(({ amount }) => amount)).toEqual([300])
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, [artist.id]: 0 })
  expect(await moneyProblems(app)).toEqual([])
})

test('a reversal of a transfer whose answer was lost waits for it, and is then made', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const transferId = await sell(app, artist)
  for (let times = 0; times < 2; times++) await failNextRequest(app, '500', '/v1/transfers')
  await app.work()
  await giveBack(app, { transferId, pence: 500 })
  await app.work()
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'waiting' }])
  expect(await transferOf(app, transferId)).toMatchObject({
    status: 'waiting',
    payable_pence: 500,
  })
  await app.letTimePass()
  await app.work()
  expect(await transferOf(app, transferId)).toMatchObject({ status: 'sent' })
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'sent' }])
  expect(await moneyProblems(app)).toEqual([])
})

test('a transfer that was refused before pays its own reversal with the next attempt', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const transferId = await sell(app, artist)
  const refused = new PaymentRefused('country_unsupported', 'Refused.')
  vi.spyOn(app.payments, 'sendTransfer').mockRejectedValueOnce(refused)
  await app.work()
  await giveBack(app, { transferId, pence: 500 })
  await app.letTimePass()
  await app.work()
  expect(await transferOf(app, transferId)).toMatchObject({ status: 'netted', key_number: 2 })
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'netted' }])
  expect((await provider(app).transfers.list()).data).toEqual([])
  expect(await moneyProblems(app)).toEqual([])
})

test.each([
  ['has too little money', 'balance_insufficient'],
  ['is closed', 'account_invalid'],
])('what an account that %s cannot give back is a debt at once', async (_what, code) => {
  const app = await emptyApp()
  const { artist, transferId } = await createTransferred(app)
  await emptyAccount(app, artist)
  if (code === 'account_invalid') {
    const { provider_account_id: account } = await app.db
      .selectFrom('payment_accounts')
      .select('provider_account_id')
      .executeTakeFirstOrThrow()
    await provider(app).v2.core.accounts.close(account)
  }
  await giveBack(app, { transferId, pence: 500 })
  await app.work()
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'refused', netted_pence: 0 }])
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 500 })
  // The platform's own balance is not what lacks money.
  const alarms = await app.db
    .selectFrom('notifications')
    .select('id')
    .where('kind', '=', 'payment_alarm')
    .execute()
  expect(alarms).toEqual([])
})

test('a reversal is tried again under the same key after an unknown result, under a new one after a refusal', async () => {
  const app = await emptyApp()
  const { artist, transferId } = await createTransferred(app)
  const send = vi
    .spyOn(app.payments, 'sendReversal')
    .mockRejectedValueOnce(new PaymentUnknown('No response.'))
    .mockRejectedValueOnce(new PaymentRefused('lock_timeout', 'Refused.'))
  await giveBack(app, { transferId, pence: 500 })
  for (let times = 0; times < 3; times++) {
    await app.work()
    await app.letTimePass()
  }
  const [{ id } = { id: '' }] = await reversalsOf(app, artist)
  expect(send.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)).toEqual([
    `reversal:${id}:a1`,
    `reversal:${id}:a1`,
    `reversal:${id}:a2`,
  ])
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'sent' }])
  expect(await moneyProblems(app)).toEqual([])
})

test('a reversal that is refused for two weeks for another reason is a debt', async () => {
  const app = await emptyApp()
  const { artist, transferId } = await createTransferred(app)
  const refused = new PaymentRefused('unknown', 'Refused.')
  const send = vi.spyOn(app.payments, 'sendReversal').mockRejectedValue(refused)
  await giveBack(app, { transferId, pence: 500 })
  for (let times = 0; times < 20; times++) {
    await app.work()
    await app.letTimePass()
  }
  expect(send).toHaveBeenCalledTimes(19)
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'refused' }])
})

test('a reversal whose job was lost is found by the reconciliation', async () => {
  const app = await emptyApp()
  const { artist, transferId } = await createTransferred(app)
  await giveBack(app, { transferId, pence: 500 })
  await removeJobs(app.db)
  await app.clock.move({ minutes: 2 })
  await addJob(app.db, 'reconcile_payments', {})
  await app.work()
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'sent' }])
})
