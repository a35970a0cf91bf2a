// A refund or a reversal that somebody makes at the provider in the moment in which the app makes its own, of the same amount:
// the app's own names its row there, so each is known for what it is.

import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { checkCharge } from '../../../tests/support/money/bank-disputes.ts'
import { compareWithProvider } from '../../../tests/support/money/compare-with-provider.ts'
import { giveBack as giveSaleBack, openSold } from '../../../tests/support/money/giving-back.ts'
import { createTransferred, giveBack } from '../../../tests/support/money/reversing.ts'
import { expectSameBalance, readBalance } from '../../../tests/support/money/provider-balance.ts'
import { reconcile, untilNight } from '../../../tests/support/money/reconciling.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { failNextRequest, provider } from '../../../tests/support/shopping.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

/** An admin gives £1.00 of a sale back. */
async function openRefund(app: TestApp) {
  const sold = await openSold(app)
  await removeJobs(app.db)
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .executeTakeFirstOrThrow()
  const ordered = await giveSaleBack(app, sold.admin, sold.skye, { amount: '1.00', leftPence: 570 })
  expect(ordered.statusCode).toBe(200)
  return { ...sold, charge: charge ?? '' }
}

const refundByHand = (app: TestApp, charge: string) =>
  provider(app).refunds.create({ charge, amount: 100 })

/** Ours has its own refund, and the other one is a task. */
async function expectEach(app: TestApp, byHand: string): Promise<void> {
  const rows = await app.db.selectFrom('refunds').select(['id', 'provider_id', 'status']).execute()
  const { data } = await provider(app).refunds.list()
  const own = data.find(({ id }) => id !== byHand)
  expect(own?.metadata?.['refund_id']).toBe(rows[0]?.id)
  expect(rows).toEqual([{ id: rows[0]?.id, provider_id: own?.id, status: 'sent' }])
  const problems = app.db.selectFrom('found_problems').select(['kind', 'subject'])
  expect(await problems.execute()).toEqual([{ kind: 'refund_without_row', subject: byHand }])
}

const looks: [when: string, look: (app: TestApp, charge: string) => Promise<void>][] = [
  ['the charge is looked at', checkCharge],
  [
    'the night reads both',
    async (app) => {
      await untilNight(app)
      await reconcile(app)
    },
  ],
]

test.each(looks)(
  'a refund whose answer is lost for good records its own, although somebody has made the same by hand, when %s',
  async (_when, look) => {
    const app = await emptyApp()
    const { charge } = await openRefund(app)
    await failNextRequest(app, 'done-stored-500', '/v1/refunds')
    await app.work()
    const row = app.db.selectFrom('refunds').select(['status', 'key_used_at'])
    expect(await row.executeTakeFirst()).toEqual({ status: 'waiting', key_used_at: null })
    await removeJobs(app.db)
    const byHand = await refundByHand(app, charge)
    await look(app, charge)
    await app.work()
    await expectEach(app, byHand.id)
  },
)

test('of ours and theirs at the same moment each is itself, whichever look comes between', async () => {
  for (let round = 0; round < 3; round++) {
    const app = await emptyApp()
    const { charge } = await openRefund(app)
    const asked = Array.from({ length: 4 }, () => checkCharge(app, charge))
    const [byHand] = await Promise.all([refundByHand(app, charge), app.work(), ...asked])
    await app.work()
    await checkCharge(app, charge)
    const rows = await app.db.selectFrom('refunds').select('provider_id').execute()
    const { data } = await provider(app).refunds.list()
    const own = data.find(({ id }) => id !== byHand.id)
    // Somebody was first: then ours is not made as well. Else it is our row's, and names it.
    expect(rows).toEqual([{ provider_id: own?.id ?? byHand.id }])
    expect(data).toHaveLength(own ? 2 : 1)
  }
})

test('a reversal whose answer is lost for good records its own, and what was made by hand is a row of its own', async () => {
  const app = await emptyApp()
  const { transferId } = await createTransferred(app)
  await app.clock.move({ days: 3 })
  await giveBack(app, { transferId, pence: 200 })
  const { provider_id: sent } = await app.db
    .selectFrom('transfers')
    .select('provider_id')
    .executeTakeFirstOrThrow()
  const sentTransferId = sent ?? ''
  const path = `/v1/transfers/${sentTransferId}/reversals`
  await failNextRequest(app, 'done-stored-500', path)
  await app.work()
  const row = app.db.selectFrom('reversals').select(['status', 'key_used_at'])
  expect(await row.executeTakeFirst()).toEqual({ status: 'waiting', key_used_at: null })
  await removeJobs(app.db)
  const byHand = await provider(app).transfers.createReversal(sentTransferId, { amount: 200 })
  await app.clock.move({ minutes: 11 })
  expect(await compareWithProvider(app)).toEqual([])
  await addJob(app.db, 'check_transfer', { sentTransferId })
  await app.work()
  const { data } = await provider(app).transfers.listReversals(sentTransferId)
  const own = data.find(({ id }) => id !== byHand.id)
  const rows = app.db
    .selectFrom('reversals')
    .select(['id', 'provider_id', 'cause_kind', 'amount_pence', 'status'])
    .orderBy('cause_kind', 'desc')
  const pence = { amount_pence: 200, status: 'sent' }
  expect(await rows.execute()).toEqual([
    { id: own?.metadata?.['reversal_id'], provider_id: own?.id, cause_kind: 'refund', ...pence },
    { id: expect.any(String), provider_id: byHand.id, cause_kind: 'provider', ...pence },
  ])
  await readBalance(app)
  await expectSameBalance(app)
})
