import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'
import { liveUntil } from '../../../../tests/support/commissions/lived-commissions.ts'
import { runJob } from '../../../../tests/support/commissions/paying.ts'
import {
  createCommissionArtist,
  readStored,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import { checkOut, createArtistWithPayouts } from '../../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/test-app.ts'

async function checkInvariants(app: TestApp): Promise<void> {
  await addJob(app.db, 'check_invariants', {})
  await app.work()
}

async function impaired(app: TestApp): Promise<unknown> {
  const response = await app.call('GET /readyz')
  expect(response.statusCode).toBe(200)
  return response.json()
}

/** Mia and Tom, with a delivery that she has paid for. */
async function createDelivered(app: TestApp) {
  const parties = { customer: await createUser(app), artist: await createCommissionArtist(app) }
  const id = await liveUntil(app, parties, 'delivered')
  const { payment_id: paymentId } = await readStored(app, id)
  const approve = async () => {
    const route = `POST /api/commissions/${id}/confirm`
    const response = await app.call(route, { as: parties.customer, send: { action: 'approve' } })
    expect(response.statusCode).toBe(200)
  }
  return { ...parties, id, paymentId: paymentId ?? '', approve }
}

const transferOf = (app: TestApp, paymentId: string) =>
  app.db
    .selectFrom('transfers')
    .select(['status', 'last_problem'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()

const alarmsOf = async (app: TestApp, admin: TestUser) =>
  (await notificationsOf(app, admin)).notifications.map(({ kind, addition }) => [kind, addition])

test('a wrong row stops the transfers of its payment until a run finds it no more, and those of no other', async () => {
  await using app = await createTestApp({ audio: cannedAudio })
  const admin = await createAdmin(app)
  const [wrong, right] = [await createDelivered(app), await createDelivered(app)]
  const change = (pence: number) =>
    sql`update payments set refunded_pence = ${pence} where id = ${wrong.paymentId}`.execute(app.db)
  await change(1)
  await checkInvariants(app)
  expect(await impaired(app)).toEqual({ status: 'ready', impaired: ['owed_sums_differ'] })
  const sentence = `The check of the rows and the ledger has found what must not be: owed_sums_differ ${wrong.paymentId}. The transfers of these payments are stopped until it finds nothing.`
  expect(await alarmsOf(app, admin)).toEqual([['payment_alarm', expect.stringContaining(sentence)]])

  // The next run finds the same: nobody is told again.
  await app.clock.move({ hours: 1 })
  await checkInvariants(app)
  expect(await alarmsOf(app, admin)).toHaveLength(1)

  await change(0)
  for (const { approve } of [wrong, right]) await approve()
  await app.work()
  expect(await transferOf(app, right.paymentId)).toMatchObject({ status: 'sent' })
  expect(await transferOf(app, wrong.paymentId)).toEqual({
    status: 'blocked',
    last_problem: 'The hourly check has found that money is not where it must be.',
  })
  const seen = await app.call(`GET /api/commissions/${wrong.id}`, { as: wrong.artist })
  expect(seen.json()).toMatchObject({ status: 'cron_pending' })
  expect(seen.body).toContain('We are holding this transfer while we look into a question.')

  await checkInvariants(app)
  expect(await impaired(app)).toEqual({ status: 'ready' })
  await app.clock.move({ minutes: 10 })
  await runJob(app, 'reconcile_payments')
  expect(await transferOf(app, wrong.paymentId)).toMatchObject({ status: 'sent' })
})

test('a ledger that is not balanced stops all transfers, and no sale', async () => {
  await using app = await createTestApp({ audio: cannedAudio })
  const artist = await createArtistWithPayouts(app)
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const approved = await createDelivered(app)
  // No statement of the site can do this: the database refuses it.
  const unbalanced = sql`
    alter table ledger_entries disable trigger ledger_entries_sum_to_zero;
    insert into ledger_entries (transaction_id, account, amount_pence)
    select max(id), 'stripe_fees', 1 from ledger_transactions;
    alter table ledger_entries enable trigger ledger_entries_sum_to_zero`
  await unbalanced.execute(app.db)
  await checkInvariants(app)
  expect(await impaired(app)).toEqual({ status: 'ready', impaired: ['ledger_unbalanced'] })
  await approved.approve()
  await app.work()
  expect(await transferOf(app, approved.paymentId)).toMatchObject({ status: 'blocked' })
  const { url } = await checkOut(app, await createUser(app), [track.id])
  expect(url).toMatch(/^http/)
})

test('a deadline that has passed without effect only tells the admins', async () => {
  await using app = await createTestApp({ audio: cannedAudio })
  const admin = await createAdmin(app)
  const { paymentId, approve, ...parties } = await createDelivered(app)
  const id = await liveUntil(app, parties, 'pending_artist')
  await app.clock.move({ days: 7, minutes: 1 })
  await checkInvariants(app)
  expect(await alarmsOf(app, admin)).toEqual([])
  await app.clock.move({ minutes: 1 })
  await checkInvariants(app)
  expect(await impaired(app)).toMatchObject({ impaired: expect.arrayContaining(['deadline_late']) })
  expect(await alarmsOf(app, admin)).toContainEqual([
    'commission_alarm',
    expect.stringContaining(`Deadlines have passed without effect: deadline_late ${id}.`),
  ])
  await approve()
  await app.work()
  expect(await transferOf(app, paymentId)).toMatchObject({ status: 'sent' })
})
