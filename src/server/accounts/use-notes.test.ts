import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const anHourAgo = new Date(Date.now() - 60 * 60_000)

async function notedOf({ db }: TestApp, { id }: TestUser) {
  const { last_used_at: used } = await db
    .selectFrom('sessions')
    .select('last_used_at')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  const { last_online_at: online } = await db
    .selectFrom('artists')
    .select('last_online_at')
    .where('artist_id', '=', id)
    .executeTakeFirstOrThrow()
  return { isUsed: used > anHourAgo, isOnline: online !== null }
}

test('a call waits for no lock of what notes it, and is noted when the lock is gone', async () => {
  await using app = await createTestApp()
  const [artist, other] = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ]
  await app.db.updateTable('sessions').set({ last_used_at: anHourAgo }).execute()

  await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('sessions').select('id').forUpdate().execute()
    await tx.selectFrom('artists').select('artist_id').forUpdate().execute()
    // More calls than the pool has connections: what waits for the lock must not hold them.
    for (let call = 0; call < 30; call++) {
      const response = await app.call('GET /api/proxy/artists/tracks', { as: artist })
      expect(response.statusCode).toBe(200)
    }
  })

  await expect.poll(() => notedOf(app, artist)).toEqual({ isUsed: true, isOnline: true })
  expect(await notedOf(app, other)).toEqual({ isUsed: false, isOnline: false })
})

test('a call is valid although it could not be noted, and the next one is noted', async () => {
  const lines: string[] = []
  await using app = await createTestApp({
    logLevel: 'warn',
    logStream: { write: (line) => void lines.push(line) },
  })
  const artist = await createUser(app, { role: 'artist' })
  await sql`
    create function fail() returns trigger language plpgsql as 'begin raise exception ''no''; end'
  `.execute(app.db)
  await sql`create trigger broken before update on artists for each row execute function fail()`.execute(
    app.db,
  )
  const call = () => app.call('GET /api/proxy/artists/tracks', { as: artist })
  expect((await call()).statusCode).toBe(200)
  await expect.poll(() => lines.length).toBe(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    msg: 'the use of a session was not noted',
  })

  await sql`drop trigger broken on artists`.execute(app.db)
  expect((await call()).statusCode).toBe(200)
  await expect.poll(async () => (await notedOf(app, artist)).isOnline).toBe(true)
})
