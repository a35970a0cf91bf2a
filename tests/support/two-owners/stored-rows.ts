// Everything that is stored, row by row, read by another connection than the app's requests: what is not committed is not seen.

import { readdir } from 'node:fs/promises'
import type { TestApp } from '../test-app.ts'

/** The text of each row with its table, and each stored file as a row of `files`. */
type StoredRows = Map<string, string[]>

export const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

export async function storedRows(app: TestApp): Promise<StoredRows> {
  const tables = await tablesOf(app)
  const reads = tables.map(
    (name) => `select '${titleOf(name)}' as name, to_jsonb(t)::text as row from ${name} t`,
  )
  const { rows } = await app.pool.query<{ name: string; row: string }>({
    name: 'rows of all tables',
    text: reads.join(' union all '),
  })
  const files = await readdir(app.folder, { recursive: true })
  const all = [...rows, ...files.map((row) => ({ name: 'files', row }))]
  const grouped = Map.groupBy(all, ({ name }) => name)
  return new Map([...grouped].map(([name, of]) => [name, of.map(({ row }) => row)]))
}

/** The tables of the job queue are the library's own. */
export const titleOf = (table: string) => (table.includes('.') ? 'jobs' : table)

/** Without the counters of attempts, which count refused calls, too. */
export async function tablesOf(app: TestApp): Promise<string[]> {
  const { rows } = await app.pool.query<{ name: string }>({
    name: 'names of all tables',
    text: `
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relname not in ('rate_limits', 'migrations')
        and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      order by 1`,
  })
  return rows.map(({ name }) => name)
}

/** The rows that are in one of the two only, with their tables: changed ones twice, as they were and as they are. */
export function changedRows(
  before: StoredRows,
  after: StoredRows,
): { table: string; row: string }[] {
  const tables = new Set([...before.keys(), ...after.keys()])
  return [...tables].flatMap((table) => {
    const [was, is] = [new Set(before.get(table)), new Set(after.get(table))]
    return [...was.symmetricDifference(is)].map((row) => ({ table, row }))
  })
}

/** What everyone may read of an owner: the rest of a stored row is private. */
const publicColumns = new Set([
  'users.id',
  'users.username',
  'users.display_name',
  'users.avatar',
  'artists.about',
  'artist_examples.id',
  'artist_examples.description',
  'artist_offers.id',
  'artist_offers.title',
  'artist_offers.description',
  'tracks.id',
  'tracks.title',
  'tracks.original_artist',
  'tracks.description',
  'comments.id',
  'comments.text',
  'reviews.id',
  'reviews.text',
  'reviews.answer',
])

/** What occurs in `after` only: who stored it in between is its owner. */
export function newMarkers(before: StoredRows, after: StoredRows) {
  const [old, now] = [valuesOf(before), valuesOf(after)]
  const added = [...now].filter(([value]) => !old.has(value) && isDistinctive(value))
  const isPrivate = (columns: Set<string>) => columns.isDisjointFrom(publicColumns)
  return {
    ids: idsOf(now).difference(idsOf(old)),
    texts: added.map(([value]) => value),
    privateTexts: added.filter(([, columns]) => isPrivate(columns)).map(([value]) => value),
  }
}
export type Markers = ReturnType<typeof newMarkers>

/** Whether a stored row names one of the owner's things. */
export const mentions = ({ ids }: Markers, row: string) =>
  (row.match(uuid) ?? []).some((id) => ids.has(id))

/** Which rows that name the owner's things have changed. */
export const changesOf = (owner: Markers, changed: { table: string; row: string }[]) =>
  changed
    .filter(({ row }) => mentions(owner, row))
    .map(({ table, row }) => `${table} of others has changed: ${row}`)

/** What a response tells of the owner. */
export const toldOf = ({ ids, texts }: Markers, response: string): string | undefined =>
  (response.match(uuid) ?? []).find((id) => ids.has(id)) ??
  texts.find((text) => response.includes(text))

export const privateTextIn = ({ privateTexts }: Markers, response: string): string | undefined =>
  privateTexts.find((text) => response.includes(text))

const idsOf = (values: Map<string, unknown>) =>
  new Set([...values.keys()].flatMap((value) => value.match(uuid) ?? []))

/** Times and waveforms are like each other. */
const isDistinctive = (value: string) => value.length >= 8 && !/^\d{4}-\d\d-\d\d|^\\x/.test(value)

/** Each text of each row, with its columns. */
function valuesOf(rows: StoredRows): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const collect = (value: unknown, column: string) => {
    if (typeof value === 'string') found.set(value, (found.get(value) ?? new Set()).add(column))
    else if (typeof value === 'object' && value !== null)
      for (const one of Object.values(value)) collect(one, column)
  }
  for (const [table, texts] of rows)
    for (const text of texts)
      if (table === 'files') collect(text, 'files')
      else
        for (const [column, value] of Object.entries(JSON.parse(text) as object))
          collect(value, `${table}.${column}`)
  return found
}

/**
 * Stores the rows of one side again, behind those of the others: a query that forgets whose rows it reads, and takes the
 * first, finds one of the others.
 */
export async function moveBehind(app: TestApp, others: Markers): Promise<void> {
  const client = await app.pool.connect()
  try {
    await client.query("begin; set local session_replication_role = 'replica'")
    for (const table of (await tablesOf(app)).filter((name) => !name.includes('.'))) {
      const { rows } = await client.query<{ ctid: string; row: string }>(
        `select ctid::text, to_jsonb(t)::text as row from ${table} t`,
      )
      const own = rows.filter(({ row }) => !mentions(others, row)).map(({ ctid }) => ctid)
      const { rows: written } = await client.query<{ columns: string }>(
        `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      const columns = written[0]?.columns
      await client.query(
        `with moved as (delete from ${table} where ctid = any($1::tid[]) returning ${columns})
         insert into ${table} (${columns}) overriding system value select * from moved`,
        [own],
      )
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}
