import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { readSchemaText } from '../../../scripts/schema-text.ts'
import { openTestDatabase } from '../../../tests/support/databases/test-database.ts'

const written = await readFile(new URL('schema.sql', import.meta.url), 'utf8')
const architecture = await readFile(
  new URL('../../../docs/architecture.md', import.meta.url),
  'utf8',
)

test('schema.sql is the migrated database: npm run schema writes it', async () => {
  await using database = await openTestDatabase()
  expect(await readSchemaText(database.pool)).toBe(written)
})

test('schema.sql creates the database that it describes', async () => {
  const name = `schema_${randomUUID().replaceAll('-', '')}`
  const url = new URL(inject('services').databaseUrl)
  const server = new pg.Client({ connectionString: url.href })
  await server.connect()
  await server.query(`create database ${name} template template0`)
  url.pathname = name
  const created = new pg.Client({ connectionString: url.href })
  try {
    await created.connect()
    await created.query(written)
    expect(await readSchemaText(created)).toBe(written)
  } finally {
    await created.end()
    await server.query(`drop database ${name}`)
    await server.end()
  }
})

test('a change of a column, a check, an index, a trigger, a function or a view changes the text', async () => {
  await using database = await openTestDatabase()
  for (const change of [
    'alter table tracks add column colour text collate "C"',
    'alter table mails alter column subject drop not null',
    'alter table receipt_counter alter column last_serial set default 1',
    'alter table reviews drop constraint reviews_artist_id_fkey',
    'alter table ratings set (fillfactor = 70)',
    'alter table words set unlogged',
    'create index shelves on tracks (created_at, id)',
    'drop trigger admin_actions_stay on admin_actions',
    'create or replace function words_vector(words text) returns tsvector language sql as $$ select null::tsvector $$',
    'alter view listable_tracks rename column song to song_id',
  ]) {
    const before = await readSchemaText(database.pool)
    await database.pool.query(change)
    expect([change, (await readSchemaText(database.pool)) !== before]).toEqual([change, true])
  }
})

test.each([
  ['create sequence shelves', 'sequence public.shelves'],
  ["create type mood as enum ('calm')", 'type public.mood'],
  ['create domain pence as integer check (value >= 0)', 'type public.pence'],
  [
    'create materialized view titles as select title from tracks',
    'materialized view public.titles',
  ],
  ['create statistics keys on genre, key_signature from tracks', 'statistics object public.keys'],
  ['create rule stays as on delete to tracks do instead nothing', 'rule stays on public.tracks'],
  ['create policy own on tracks using (true)', 'policy own on public.tracks'],
  [
    'alter table tracks add exclude (id with =)',
    'table constraint tracks_id_excl on public.tracks',
  ],
  ['create table days (day date) partition by range (day)', 'table public.days'],
  ["comment on table tracks is 'For sale'", 'comment on table public.tracks'],
  ["comment on column tracks.title is 'Of the song'", 'comment on table public.tracks'],
])('after %j no schema.sql is written, which would not show it', async (change, lacking) => {
  await using database = await openTestDatabase()
  await database.pool.query(change)
  await expect(readSchemaText(database.pool)).rejects.toThrow(
    `The text of the schema lacks: ${lacking}`,
  )
})

test('docs/architecture.md names every trigger, and no trigger that is gone', () => {
  const triggers = [...written.matchAll(/^CREATE (?:CONSTRAINT )?TRIGGER (\w+)/gm)].map(
    ([, name]) => name,
  )
  const [, section = ''] = architecture.split('## What the database does by itself')
  const rows =
    section
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('|')) ?? []
  const named = rows.flatMap((row) =>
    [...(row.split('|')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  expect(triggers.length).toBeGreaterThan(5)
  expect(new Set(named)).toEqual(new Set(triggers))
  expect(named).toHaveLength(triggers.length)
})
