import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const add = (app: TestApp, as: TestUser, trackId: string) =>
  app.call('POST /api/proxy/auth/cart/add', { as, send: { trackId } })

/** Waits until a statement of this database waits for a lock. */
async function untilSomeoneWaits(app: TestApp): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(app.db)
      return rows.length
    })
    .toBe(1)
}

test('an addition that waits for a payment of the same customer sees what the payment granted', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app, 'Rosa Lindqvist')
  const mia = await createUser(app)
  const track = await createTrack(app.db, { artistId: artist.id })

  const pending = await app.db.transaction().execute(async (tx) => {
    await lockCustomer(tx, mia.id)
    const addition = add(app, mia, track.id)
    await untilSomeoneWaits(app)
    await tx
      .insertInto('entitlements')
      .values({ user_id: mia.id, track_id: track.id, order_line_id: null })
      .execute()
    return { addition }
  })

  const response = await pending.addition
  expect([response.statusCode, response.json().code]).toEqual([409, 'track_owned'])
  const cart = await app.call('GET /api/proxy/auth/cart', { as: mia })
  expect(cart.json().totalItems).toBe(0)
})

test('an addition that waits for one in another tab answers with both tracks', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app, 'Rosa Lindqvist')
  const mia = await createUser(app)
  const [first, second] = [
    await createTrack(app.db, { artistId: artist.id }),
    await createTrack(app.db, { artistId: artist.id }),
  ]

  const pending = await app.db.transaction().execute(async (tx) => {
    await lockCustomer(tx, mia.id)
    const addition = add(app, mia, second.id)
    await untilSomeoneWaits(app)
    await tx.insertInto('cart_items').values({ customer_id: mia.id, track_id: first.id }).execute()
    return { addition }
  })

  const response = await pending.addition
  const { items } = response.json<{ items: { track: { id: string } }[] }>()
  expect(new Set(items.map(({ track }) => track.id))).toEqual(new Set([first.id, second.id]))
})
