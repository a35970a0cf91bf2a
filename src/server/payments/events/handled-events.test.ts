// The table of events: each type that the app handles makes it look at the present state, once for each event.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { providerEvents } from '#rules/payments/provider-events.ts'
import { removeJobs } from '../../../../tests/support/queued-jobs.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'
import { signedDelivery } from '../../../../tests/support/shopping.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

const refundId = crypto.randomUUID()
const paymentId = crypto.randomUUID()

/** For each subject the object of its event, the job that follows, and the row of the job; other tests have the rest. */
const subjects = {
  checkout: [
    { id: 'cs_1', object: 'checkout.session', client_reference_id: paymentId },
    'check_payment',
    paymentId,
  ],
  refund: [
    { id: 're_1', object: 'refund', charge: 'ch_1', metadata: { refund_id: refundId } },
    'check_refund',
    refundId,
  ],
  charge: [{ id: 'ch_1', object: 'charge' }, 'check_charge', 'ch_1'],
  transfer: [{ id: 'tr_1', object: 'transfer' }, 'check_transfer', 'tr_1'],
  payout: [{ id: 'po_1', object: 'payout' }, 'check_payout', 'po_1'],
  balance: [{ object: 'balance' }, 'read_balance_transactions', null],
  account: [{}, 'check_payment_account', 'acct_1'],
} as const

const queuedJobs = async (app: TestApp) => {
  const { rows } = await sql<{ name: string }>`
    select task_identifier as name from graphile_worker.jobs
  `.execute(app.db)
  return rows.map(({ name }) => name)
}

const storedEvents = (app: TestApp) =>
  app.db.selectFrom('payment_events').select(['id', 'about']).execute()

test.each(Object.entries(providerEvents))(
  '%s is delivered fifty times at once, stored once and looked at once',
  async (type, { about, webhook }) => {
    const app = await sharedApp()
    await emptied(app)
    const [object, job, stored] = subjects[about]
    const dispute = { id: 'dp_1', object: 'dispute', charge: 'ch_1' }
    const event = {
      id: `evt_${type}`,
      object: webhook === 'thin' ? 'v2.core.event' : 'event',
      type,
      livemode: false,
      ...(webhook === 'thin'
        ? { related_object: { id: 'acct_1', type: 'v2.core.account', url: '/' } }
        : { data: { object: type.startsWith('charge.dispute') ? dispute : object } }),
    }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => signedDelivery(app, webhook, event)),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await queuedJobs(app)).toEqual([job])
    expect(await storedEvents(app)).toEqual([{ id: event.id, about: stored }])
  },
)

test('a refund that names no row of ours makes the app look at its charge', async () => {
  const app = await sharedApp()
  await emptied(app)
  const object = { id: 're_1', object: 'refund', charge: 'ch_1', metadata: {} }
  const event = { id: 'evt_by_hand', object: 'event', type: 'refund.created', livemode: false }
  await signedDelivery(app, 'snapshot', { ...event, data: { object } })
  expect(await queuedJobs(app)).toEqual(['check_charge'])
})

test.each([
  ['a type that the app does not handle', { type: 'charge.updated' }],
  ['of another account than the platform’s', { type: 'charge.refunded', account: 'acct_1' }],
])('an event %s is counted, and nothing is looked at', async (_case, changes) => {
  const app = await sharedApp()
  await emptied(app)
  const object = { id: 'ch_1', object: 'charge' }
  const event = { id: 'evt_other', object: 'event', livemode: false, ...changes, data: { object } }
  expect((await signedDelivery(app, 'snapshot', event)).statusCode).toBe(200)
  expect(await storedEvents(app)).toEqual([{ id: 'evt_other', about: null }])
  expect(await queuedJobs(app)).toEqual([])
})

test('a payout of an artist is about the artist’s account, and looked at by itself', async () => {
  const app = await sharedApp()
  await emptied(app)
  const object = { id: 'po_1', object: 'payout' }
  const event = { id: 'evt_payout', object: 'event', type: 'payout.paid', livemode: false }
  await signedDelivery(app, 'snapshot', { ...event, account: 'acct_1', data: { object } })
  expect(await storedEvents(app)).toEqual([{ id: 'evt_payout', about: 'acct_1' }])
  expect(await queuedJobs(app)).toEqual(['check_payout'])
})

async function emptied(app: TestApp): Promise<void> {
  await app.db.deleteFrom('payment_events').execute()
  await removeJobs(app.db)
}
