import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/databases/test-database.ts'
import { connect } from './client.ts'
import { migrate } from './migrate.ts'

test('a database migrated by a newer version is refused in one sentence', async () => {
  await using database = await openTestDatabase()
  await migrate(database.pool)
  await database.pool.query("insert into migrations (name, sha256) values ('9999-newer.sql', 'x')")

  await expect(migrate(database.pool)).rejects.toThrow(
    /^It was migrated by a newer Undersong \(9999-newer\.sql\): start that one, or restore a backup from before\.$/,
  )
})

test('a migration file that was changed after it had been applied is refused by its name', async () => {
  await using database = await openTestDatabase()
  await database.pool.query("update migrations set sha256 = 'another' where name like '0003-%'")

  await expect(migrate(database.pool)).rejects.toThrow(
    /^The migration 0003-[a-z-]+\.sql was changed after it had been applied\.$/,
  )
})

test('a migration that fails leaves nothing of itself, and the next start applies it', async () => {
  await using database = await openTestDatabase()
  await database.pool.query('drop schema public cascade; create schema public')
  await migrate(database.pool, { upTo: '0003-buying.sql' })
  const applied = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      'select name from migrations order by name',
    )
    return rows.map(({ name }) => name)
  }
  const before = await applied()
  // The next migration creates a table of this name, after another one.
  await database.pool.query('create table ledger_entries (id integer)')

  await expect(migrate(database.pool)).rejects.toThrow('The migration 0004-ledger.sql failed.')

  expect(await applied()).toEqual(before)
  const { rows } = await database.pool.query("select to_regclass('ledger_transactions') as made")
  expect(rows).toEqual([{ made: null }])
  await database.pool.query('drop table ledger_entries')
  await migrate(database.pool)
  expect((await applied()).length).toBeGreaterThan(before.length)
})

test('processes that start at once migrate one after the other, each file once', async () => {
  await using database = await openTestDatabase()
  const starts = Array.from({ length: 3 }, () =>
    connect(database.url, { onIdleError: () => undefined }),
  )
  await sql`drop schema public cascade; create schema public`.execute(database.db)
  await Promise.all(starts.map(({ pool }) => migrate(pool)))
  const { rows } = await sql`select name from migrations`.execute(database.db)
  const files = await readdir(new URL('./migrations/', import.meta.url))
  expect(rows).toHaveLength(files.length)
  for (const { close } of starts) await close()
})
