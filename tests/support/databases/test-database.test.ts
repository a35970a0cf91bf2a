import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp, createTrack, createUser, type TestApp } from '../test-app.ts'

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
  await using copied = await createTestApp()
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
