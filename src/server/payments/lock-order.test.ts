// Whatever becomes of a refund locks the payment first, and the refund after it: two commands about one payment wait for each
// other, and never in a circle.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { untilWaitingForLocks } from '../../../tests/support/lock-waiters.ts'
import { giveBack, openSold } from '../../../tests/support/money/giving-back.ts'
import { expectSameBalance, readBalance } from '../../../tests/support/money/provider-balance.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { provider } from '../../../tests/support/shopping.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

type Case = (app: TestApp, sold: { charge: string; refundId: string }) => Promise<unknown>

/** Each queues a job that records something about the refund. */
const cases: [string, Case][] = [
  ['is sent', async () => {}],
  [
    'has arrived',
    async (app, { refundId }) => {
      await app.work()
      await addJob(app.db, 'check_refund', { refundId })
    },
  ],
  [
    'is refused, as it was made by hand',
    (app, { charge }) => provider(app).refunds.create({ charge, amount: 570 }),
  ],
  [
    'is found made by hand',
    async (app, { charge }) => {
      await removeJobs(app.db, 'send_refund')
      await provider(app).refunds.create({ charge, amount: 570 })
      await addJob(app.db, 'check_charge', { chargeId: charge })
    },
  ],
  [
    'waits for a dispute that was decided',
    async (app, { refundId }) => {
      await app.db.updateTable('refunds').set({ status: 'disputed' }).execute()
      await removeJobs(app.db, 'send_refund')
      await addJob(app.db, 'check_refund', { refundId })
    },
  ],
]

test.each(cases)('a refund that %s is not locked before its payment', async (_case, begin) => {
  const app = await emptyApp()
  const { admin, skye, paymentId } = await openSold(app)
  await removeJobs(app.db, 'make_rendition')
  await giveBack(app, admin, skye, { amount: '5.70', leftPence: 570 })
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .executeTakeFirstOrThrow()
  const { id: refundId } = await app.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  await begin(app, { charge: charge ?? '', refundId })
  const working = await app.db.transaction().execute(async (tx) => {
    await sql`select from payments where id = ${paymentId} for no key update`.execute(tx)
    const jobs = app.work()
    await untilWaitingForLocks(app, 1)
    // It would be refused if the job that waits for the payment had locked it.
    expect((await sql`select from refunds for update nowait`.execute(tx)).rows).toHaveLength(1)
    return { jobs }
  })
  await working.jobs
  await app.work()
  await readBalance(app)
  await expectSameBalance(app)
})
