// Transfers that may not be sent now, and what ends that while they are being blocked or sent.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { createArtistWithPayouts, paidCart } from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

/** A track of each artist in one paid order: one transfer each is queued. */
async function createOwed(app: TestApp, artists: TestUser[]) {
  const mia = await createUser(app)
  const tracks = []
  for (const { id } of artists) tracks.push(await createTrack(app.db, { artistId: id }))
  await paidCart(
    app,
    mia,
    tracks.map(({ id }) => id),
  )
}

const decide = (app: TestApp, admin: TestUser, artist: TestUser, step: 'hold' | 'release') =>
  app.call(`POST /api/proxy/admin/users/${artist.id}/${step}-transfers`, {
    as: admin,
    send: { note: 'A question.' },
  })

const setReady = (app: TestApp, isReady: boolean) =>
  app.db.updateTable('payment_accounts').set({ payouts_enabled: isReady }).execute()

const transferOf = (app: TestApp, { id }: TestUser) =>
  app.db.selectFrom('transfers').selectAll().where('artist_id', '=', id).executeTakeFirstOrThrow()

/** Every transfer that is about to be blocked waits until the test has done `meanwhile`. */
async function whileBlocking(app: TestApp, meanwhile: () => PromiseLike<unknown>) {
  await sql`
    create function wait_for_test() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock(1); return new; end $$
  `.execute(app.db)
  await sql`
    create trigger wait_for_test before update on transfers
    for each row when (new.status = 'blocked') execute function wait_for_test()
  `.execute(app.db)
  const waiting = async () => {
    const locks = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await locks.execute(app.db)).rows.length
  }
  const both = await app.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(1)`.execute(connection)
    const work = app.work()
    await expect.poll(waiting).toBe(1)
    let isDone = false
    const done = Promise.resolve(meanwhile()).finally(() => (isDone = true))
    // It finds nothing to wait for, or waits for the transaction that blocks the transfer.
    await expect.poll(async () => isDone || (await waiting()) === 2).toBe(true)
    await sql`select pg_advisory_unlock(1)`.execute(connection)
    return [work, done]
  })
  await Promise.all(both)
}

test('a transfer that an admin releases while it is being blocked is sent', async () => {
  await using app = await createTestApp()
  const [admin, tom] = [await createAdmin(app), await createArtistWithPayouts(app)]
  await decide(app, admin, tom, 'hold')
  await createOwed(app, [tom])
  await whileBlocking(app, () => decide(app, admin, tom, 'release'))
  await app.work()
  expect(await transferOf(app, tom)).toMatchObject({ status: 'sent', last_problem: null })
  expect(await moneyProblems(app)).toEqual([])
})

test('a transfer whose account turns out to be ready while it is being blocked is sent', async () => {
  await using app = await createTestApp()
  const tom = await createArtistWithPayouts(app)
  await createOwed(app, [tom])
  await setReady(app, false)
  await whileBlocking(app, () => app.call('GET /api/artist/payment-setup', { as: tom }))
  await app.work()
  expect(await transferOf(app, tom)).toMatchObject({ status: 'sent', last_problem: null })
  expect(await moneyProblems(app)).toEqual([])
})

test('a hold that an admin places between the claim of a transfer and its first attempt stops it', async () => {
  await using app = await createTestApp()
  const [admin, tom] = [await createAdmin(app), await createArtistWithPayouts(app)]
  await createOwed(app, [tom])
  // At the moment of the claim, which counts the attempt.
  await sql`
    create function hold() returns trigger language plpgsql as
    $$ begin insert into transfer_holds (artist_id) values (new.artist_id); return null; end $$`.execute(
    app.db,
  )
  await sql`
    create trigger hold after update of attempts on transfers for each row execute function hold()`.execute(
    app.db,
  )
  await app.work()
  await sql`drop trigger hold on transfers`.execute(app.db)
  expect(await transferOf(app, tom)).toMatchObject({
    status: 'blocked',
    attempts: 1,
    provider_id: null,
  })
  expect(await moneyProblems(app)).toEqual([])

  await decide(app, admin, tom, 'release')
  await app.work()
  expect(await transferOf(app, tom)).toMatchObject({ status: 'sent', last_problem: null })
  expect(await moneyProblems(app)).toEqual([])
})

test('a hold that an admin places while the provider is searched for an earlier attempt stops the transfer', async () => {
  await using app = await createTestApp()
  const [admin, tom] = [await createAdmin(app), await createArtistWithPayouts(app)]
  await createOwed(app, [tom])
  await app.db.updateTable('transfers').set({ key_number: 2 }).execute()
  const { findTransfer } = app.payments
  app.payments.findTransfer = async (transfer) => {
    await decide(app, admin, tom, 'hold')
    return findTransfer(transfer)
  }
  await app.work()
  expect(await transferOf(app, tom)).toMatchObject({ status: 'blocked', provider_id: null })
  expect(await moneyProblems(app)).toEqual([])
})

test('a transfer that is only blocked uses up neither an attempt nor its key', async () => {
  const app = await sharedApp()
  const [admin, tom] = [await createAdmin(app), await createArtistWithPayouts(app)]
  await decide(app, admin, tom, 'hold')
  await createOwed(app, [tom])
  await app.work()
  expect(await transferOf(app, tom)).toMatchObject({
    status: 'blocked',
    attempts: 0,
    key_used_at: null,
    last_problem: expect.stringContaining('admin'),
  })
})

test("an artist's release sends no other artist's blocked transfer", async () => {
  const app = await sharedApp()
  const admin = await createAdmin(app)
  const [tom, rosa] = [await createArtistWithPayouts(app), await createArtistWithPayouts(app)]
  for (const artist of [tom, rosa]) await decide(app, admin, artist, 'hold')
  await createOwed(app, [tom, rosa])
  await app.work()
  const before = await transferOf(app, rosa)
  expect(before).toMatchObject({ status: 'blocked' })
  await decide(app, admin, tom, 'release')
  expect(await transferOf(app, rosa)).toEqual(before)
  await app.work()
  expect(await transferOf(app, tom)).toMatchObject({ status: 'sent' })
  expect(await transferOf(app, rosa)).toEqual(before)
})
