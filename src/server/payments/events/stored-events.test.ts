// The app stores little of the provider's events, and for a limited time.

import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { remove } from '../../../../tests/support/accounts/own-data.ts'
import {
  checkOut,
  createArtistWithPayouts,
  deliver,
  deliverThin,
  eventsOf,
  pay,
} from '../../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../../tests/support/test-app.ts'

const exampleEvent = {
  object: 'event',
  type: 'transfer.created',
  livemode: false,
  data: { object: { id: 'tr_1', object: 'transfer' } },
}

const storedEvents = (app: TestApp) =>
  app.db.selectFrom('payment_events').selectAll().orderBy('id').execute()

/** A paid checkout whose events have been delivered, and an event about its artist's account. */
async function createEvents(app: TestApp) {
  const [artist, buyer] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  const { url, sessionId, paymentId } = await checkOut(app, buyer, [track.id])
  await pay(url)
  for (const event of await eventsOf(app, sessionId)) await deliver(app, event)
  const { provider_account_id: accountId } = await app.db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .where('user_id', '=', artist.id)
    .executeTakeFirstOrThrow()
  await deliverThin(app, accountId)
  await app.work()
  await app.work()
  return { artist, buyer, paymentId, accountId }
}

test('of an event only what it is about is stored, nothing about its buyer', async () => {
  await using app = await createTestApp()
  const { buyer, paymentId, accountId } = await createEvents(app)
  const events = await storedEvents(app)
  expect(new Set(events.map(({ about }) => about))).toEqual(new Set([paymentId, accountId]))
  expect(JSON.stringify(events)).not.toContain(buyer.email)
  expect(Object.keys(events[0] ?? {}).toSorted()).toEqual([
    'about',
    'id',
    'is_of_other_mode',
    'processed_at',
    'received_at',
    'type',
  ])
})

test('events are deleted with the account that they are about, and no other', async () => {
  await using app = await createTestApp()
  const [mine, others] = [await createEvents(app), await createEvents(app)]
  const left = async () => new Set((await storedEvents(app)).map(({ about }) => about))
  expect((await remove(app, mine.buyer)).statusCode).toBe(200)
  expect(await left()).toEqual(new Set([mine.accountId, others.paymentId, others.accountId]))
  expect((await remove(app, mine.artist)).statusCode).toBe(200)
  expect(await left()).toEqual(new Set([others.paymentId, others.accountId]))
})

test('events are deleted after 90 days', async () => {
  await using app = await createTestApp()
  for (const days of [89, 91]) {
    await deliver(app, { ...exampleEvent, id: `evt_${days}` })
    await app.db
      .updateTable('payment_events')
      .set({ received_at: new Date(Date.now() - days * 24 * 3_600_000) })
      .where('id', '=', `evt_${days}`)
      .execute()
  }
  await addJob(app.db, 'tidy_payment_events', {})
  await app.work()
  expect((await storedEvents(app)).map(({ id }) => id)).toEqual(['evt_89'])
})
