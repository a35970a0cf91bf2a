import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { moneyProblems } from '../money/money-problems.ts'
import { emptiedTestApp } from '../shared-app.ts'
import { createArtistWithPayouts, paidCart, provider } from '../shopping.ts'
import { createTestApp, createTrack, createUser, type TestApp } from '../test-app.ts'
import { createPreparedUpload, storedFiles } from '../uploading.ts'

const emptyApp = emptiedTestApp()

test('an app gets the emptied database of one that was closed, which has the rows of a new copy and no others', async () => {
  const first = await createTestApp()
  const artist = await createUser(first, { role: 'artist' })
  await createTrack(first.db, { artistId: artist.id })
  await first.work()
  await createUser(first)
  await sql`update migrations set applied_at = applied_at - interval '1 day'`.execute(first.db)
  first.db.selectFrom = () => {
    throw new Error('Replaced by a test.')
  }
  const used = await rowsOf(first)
  await first[Symbol.asyncDispose]()

  await using second = await createTestApp()
  await using copied = await createTestApp({}, { template: inject('services').template })
  expect(second.databaseUrl).toBe(first.databaseUrl)
  expect(copied.databaseUrl).not.toBe(first.databaseUrl)
  const [emptied, fresh] = [await rowsOf(second), await rowsOf(copied)]
  expect(emptied).toEqual(fresh)
  expect(used).not.toEqual(fresh)
  expect(Object.keys(used)).toEqual(expect.arrayContaining(['users', 'tracks', 'migrations']))
  expect(await second.db.selectFrom('users').selectAll().execute()).toEqual([])
})

test.each([
  [
    'schema a test has changed',
    (app: TestApp) => sql`create index on users (email)`.execute(app.db),
  ],
  [
    'tables a test has filled with megabytes',
    (app: TestApp) =>
      sql`insert into rate_limits (key, count, last_request)
        select i || repeat('x', 1000), 1, 1 from generate_series(1, 2000) as i`.execute(app.db),
  ],
])('an app never gets a database whose %s', async (_what, change) => {
  const first = await createTestApp()
  await change(first)
  await first[Symbol.asyncDispose]()
  await using second = await createTestApp()
  expect(second.databaseUrl).not.toBe(first.databaseUrl)
})

test('an emptied app is as a new one, of which nothing is known at the card provider, and works on', async () => {
  const app = await emptyApp()
  const fresh = await rowsOf(app)
  const sell = async () => {
    const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
    const track = await createTrack(app.db, { artistId: artist.id })
    await paidCart(app, mia, [track.id])
    return artist
  }
  const artist = await sell()
  await createPreparedUpload(app, artist)
  await app.work()
  await app.clock.move({ days: 3 })
  expect([app.emails.length > 0, await storedFiles(app)]).toEqual([true, [expect.any(String)]])

  await emptyApp()
  expect(await rowsOf(app)).toEqual(fresh)
  expect([app.emails, await storedFiles(app)]).toEqual([[], []])
  expect((await provider(app).checkout.sessions.list()).data).toEqual([])
  expect(Math.abs(app.clock.now().getTime() - Date.now())).toBeLessThan(60_000)
  await sell()
  await app.work()
  expect(await moneyProblems(app)).toEqual([])
})

test('in the place of an app whose schema a test has changed another one is opened', async () => {
  const app = await emptyApp()
  await sql`create index on users (username)`.execute(app.db)
  const next = await emptyApp()
  expect(next.databaseUrl).not.toBe(app.databaseUrl)
  await createUser(next)
})

/** The content of every table that has rows. */
async function rowsOf({ pool }: TestApp): Promise<Record<string, string[]>> {
  const tables = await pool.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class where relkind = 'r'
      and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`)
  const found: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(
      `select t::text as row from ${name} as t order by 1`,
    )
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}
