// Reversals that somebody makes at the provider, beside what artists owe: none of them pays twice.

import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { PaymentRefused } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { compareWithProvider } from '../../../tests/support/money/compare-with-provider.ts'
import { expectSameBalance, readBalance } from '../../../tests/support/money/provider-balance.ts'
import {
  createTransferred,
  giveBack,
  sell,
  transferOf,
} from '../../../tests/support/money/reversing.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { ledgerOf, provider } from '../../../tests/support/shopping.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

async function openTransferred(app: TestApp, pricePence = 1000) {
  const { artist, transferId } = await createTransferred(app, pricePence)
  const { provider_id: sent } = await transferOf(app, transferId)
  const reverse = async (amount: number) => {
    const { id } = await provider(app).transfers.createReversal(sent ?? '', { amount })
    await check()
    return id
  }
  const check = async () => {
    await addJob(app.db, 'check_transfer', { sentTransferId: sent ?? '' })
    await app.work()
  }
  return { artist, transferId, reverse, check }
}

const rowsOf = async (app: TestApp) =>
  (
    await app.db
      .selectFrom('reversals')
      .select(['cause_kind', 'amount_pence', 'status'])
      .orderBy('cause_kind')
      .orderBy('amount_pence')
      .execute()
  ).map((row) => `${row.cause_kind} ${row.amount_pence} ${row.status}`)

/** As the hourly run for what has lost its job. */
async function sendWaiting(app: TestApp): Promise<void> {
  const waiting = app.db.selectFrom('reversals').select('id').where('status', '=', 'waiting')
  for (const { id } of await waiting.execute())
    await addJob(app.db, 'send_reversal', { reversalId: id })
  await app.work()
}

test('one that is more than each amount that is owed is for a person, also when those have been sent', async () => {
  const app = await emptyApp()
  const { transferId, reverse, check } = await openTransferred(app)
  await giveBack(app, { transferId, pence: 300 })
  await giveBack(app, { transferId, pence: 200 })
  await removeJobs(app.db, 'send_reversal')
  const found = [`reversal_without_row: ${await reverse(500)}`]
  expect(await compareWithProvider(app)).toEqual(found)
  await sendWaiting(app)
  await check()
  await app.clock.move({ minutes: 11 })
  expect(await compareWithProvider(app)).toEqual(found)
  expect(await rowsOf(app)).toEqual(['refund 200 sent', 'refund 300 sent'])
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, losses: -500 })
})

test('the rest of a debt that a transfer has paid in part is for a person, also when the debt is paid', async () => {
  const app = await emptyApp()
  const { artist, transferId, reverse, check } = await openTransferred(app, 500)
  const closed = new PaymentRefused('account_invalid', 'Closed.')
  vi.spyOn(app.payments, 'sendReversal').mockRejectedValueOnce(closed)
  await giveBack(app, { transferId, pence: 500 })
  await app.work()
  await sell(app, artist, 100)
  await app.work()
  const found = [`reversal_without_row: ${await reverse(400)}`]
  expect(await compareWithProvider(app)).toEqual(found)
  expect(await rowsOf(app)).toEqual(['refund 500 refused'])
  await sell(app, artist, 400)
  await app.work()
  await check()
  expect(await compareWithProvider(app)).toEqual(found)
  expect(await rowsOf(app)).toEqual(['refund 500 netted'])
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, losses: -500 })
})

test.each([
  { byHand: [250, 250], refunds: [500], rows: ['provider 250 sent', 'provider 250 sent'] },
  { byHand: [600], refunds: [500], rows: ['provider 100 sent', 'provider 500 sent'] },
  { byHand: [500], refunds: [200, 300], rows: ['provider 200 sent', 'provider 300 sent'] },
  {
    byHand: [400],
    refunds: [100, 500],
    rows: ['provider 100 sent', 'provider 300 sent', 'refund 200 sent'],
  },
])(
  'of $byHand that were reversed by hand refunds of $refunds take no penny twice',
  async ({ byHand, refunds, rows }) => {
    const app = await emptyApp()
    const { transferId, reverse } = await openTransferred(app)
    for (const pence of byHand) await reverse(pence)
    for (const pence of refunds) {
      const cause = { kind: 'refund', id: randomUUID() } as const
      expect(await giveBack(app, { transferId, pence, cause })).toBe(pence)
      expect(await giveBack(app, { transferId, pence, cause })).toBe(0)
      await app.work()
    }
    expect(await rowsOf(app)).toEqual(rows)
    const sum = (some: number[]) => some.reduce((one, other) => one + other, 0)
    const takenPence = Math.max(sum(byHand), sum(refunds))
    expect(await transferOf(app, transferId)).toMatchObject({ reversed_pence: takenPence })
    expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, losses: -takenPence })
    await readBalance(app)
    await expectSameBalance(app)
    await app.clock.move({ minutes: 11 })
    expect(await compareWithProvider(app)).toEqual([])
  },
)
