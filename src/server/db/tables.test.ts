// The row types are compared with the migrated database by the compiler: one line for each column, made from the catalogue.

import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { projectRoot, runProgram } from '../../../scripts/run-program.ts'
import { openTestDatabase } from '../../../tests/support/databases/test-database.ts'
import type { Db } from './client.ts'

type Column = {
  table: string
  name: string
  type: string
  nullable: boolean
  /** `always`: only the database writes it; `default`: the database writes it where an INSERT does not. */
  written: 'always' | 'default' | 'by_insert'
  /** The texts that a check constraint allows. */
  allowed: string[] | null
}

/** Each type of the database with its type in TypeScript, and whether a value of the driver is one. */
const types: Record<string, { typescript: string; is: (value: unknown) => boolean }> = {
  uuid: { typescript: 'string', is: isString },
  text: { typescript: 'string', is: isString },
  tsvector: { typescript: 'string', is: isString },
  boolean: { typescript: 'boolean', is: (value) => typeof value === 'boolean' },
  smallint: { typescript: 'number', is: isNumber },
  integer: { typescript: 'number', is: isNumber },
  real: { typescript: 'number', is: isNumber },
  'double precision': { typescript: 'number', is: isNumber },
  bigint: { typescript: 'ColumnType<string, string | number | bigint>', is: isString },
  date: { typescript: 'ColumnType<Date, string>', is: isDate },
  'timestamp with time zone': { typescript: 'Date', is: isDate },
  jsonb: { typescript: 'unknown', is: () => true },
  'text[]': { typescript: 'string[]', is: isStrings },
  'uuid[]': { typescript: 'string[]', is: isStrings },
  bytea: { typescript: 'Uint8Array', is: (value) => value instanceof Uint8Array },
}

const nullableBigint = 'ColumnType<string | null, string | number | bigint | null>'

/** Columns that only the code limits: the type is narrower than the database. */
const limitedByCode = new Set([
  'tracks.format',
  'tracks.instrumentation',
  'notifications.kind',
  'notification_choices.kind',
  'admin_actions.action',
  'admin_actions.subject_kind',
  'admin_actions.details',
  'contact_messages.subject',
])

test('the row types are those of the migrated database: names, types, nulls, defaults and allowed texts', async () => {
  await using database = await openTestDatabase()
  const columns = await readColumns(database.db)
  expect(columns.length).toBeGreaterThan(150)
  expect(columns.filter(({ type }) => types[type] === undefined)).toEqual([])
  expect(await differences(columns)).toEqual([])
})

test('each difference between the row types and the database is named', async () => {
  await using database = await openTestDatabase()
  for (const change of [
    sql`create table shelves (id uuid primary key)`,
    sql`alter table tracks add column colour text`,
    sql`alter table sessions drop column user_agent`,
    sql`alter table users alter column avatar set not null`,
    sql`alter table users alter column banned drop default`,
    sql`alter table mails alter column subject type integer using 1`,
    sql`alter table downloads alter column id drop identity`,
    sql`alter table uploads drop constraint uploads_stage_check`,
    sql`alter table uploads drop constraint uploads_status_check`,
    sql`alter table uploads add constraint uploads_status_check check (status in ('processing', 'listed', 'lost'))`,
  ])
    await change.execute(database.db)
  expect(await differences(await readColumns(database.db))).toEqual([
    'downloads.id: ColumnType<string, string | number | bigint>',
    'mails.subject: number',
    'sessions: has columns that the database has not',
    'shelves.id: string',
    'shelves: has columns that the database has not',
    'tables: not those of the database',
    'tracks.colour: string | null',
    'uploads.stage: Generated<string>',
    "uploads.status: Generated<'listed' | 'lost' | 'processing'>",
    'users.avatar: string',
    'users.banned: boolean',
  ])
})

test('the driver returns a value of each type of the database as the row types declare it', async () => {
  await using database = await openTestDatabase()
  const { rows } = await sql<Record<string, unknown>>`
    select gen_random_uuid() as uuid, 'a'::text as text, 'a'::tsvector as tsvector, true as boolean,
      1::smallint as smallint, 1 as integer, 1::real as real, 1::double precision as "double precision",
      1::bigint as bigint, current_date as date, now() as "timestamp with time zone", '{}'::jsonb as jsonb,
      '{a}'::text[] as "text[]",
      array[gen_random_uuid()] as "uuid[]", 'a'::bytea as bytea
  `.execute(database.db)
  const [row = {}] = rows
  expect(Object.keys(row).toSorted()).toEqual(Object.keys(types).toSorted())
  expect(Object.keys(row).filter((name) => types[name]?.is(row[name]) !== true)).toEqual([])
})

/** Of every table but the list of migrations, which only db/migrate.ts reads. */
async function readColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column & { checks: string | null }>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as nullable,
      case
        when a.attgenerated <> '' or a.attidentity = 'a' then 'always'
        when a.atthasdef or a.attidentity = 'd' then 'default'
        else 'by_insert'
      end as written,
      (
        select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
      ) as checks
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    order by c.relname, a.attnum
  `.execute(db)
  return rows.map(({ checks, ...column }) => ({ ...column, allowed: textsOf(checks) }))
}

/** "CHECK ((state = ANY (ARRAY['listed'::text, …])))" lists texts, "CHECK ((kind = 'order'::text))" one, "CHECK ((stars >= 1))" none. */
function textsOf(checks: string | null): string[] | null {
  const list = /= ANY \(\(?ARRAY\[(.*?)\]|^CHECK \(\(\w+ = ('.*?'::text)\)\)$/
    .exec(checks ?? '')
    ?.slice(1)
    .find((found) => found !== undefined)
  if (list === undefined) return null
  return [...list.matchAll(/'([^']*)'/g)].map(([, text = '']) => text).toSorted()
}

function typeOf({ type, nullable, written, allowed }: Column): string {
  const base = allowed?.map((text) => `'${text}'`).join(' | ') ?? types[type]?.typescript ?? type
  // A union with ColumnType would lose what may be written.
  const nullableBase = type === 'bigint' ? nullableBigint : `${base} | null`
  const full = nullable && base !== 'unknown' ? nullableBase : base
  if (written === 'always') return `GeneratedAlways<${type === 'bigint' ? 'string' : full}>`
  return written === 'default' ? `Generated<${full}>` : full
}

/** What the compiler finds, in the catalogue's words: 'users.avatar: string'. */
async function differences(columns: Column[]): Promise<string[]> {
  const claims = claimsOf(columns)
  const head = `
    import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
    import type { Tables } from '${projectRoot}src/server/db/tables.ts'
    type Same<One, Other> =
      (<T>() => T extends One ? 1 : 2) extends (<T>() => T extends Other ? 1 : 2) ? true : false`
  const firstLine = head.split('\n').length + 1
  const program = [head, ...claims.map(({ text }, at) => `export const c${at}: ${text} = true`)]
  const output = await compile(program.join('\n'))
  const wrong = new Set<string>()
  for (const [, line] of output.matchAll(/check\.mts\((\d+),/g)) {
    wrong.add(claims[Number(line) - firstLine]?.about ?? output)
  }
  if (output !== '' && wrong.size === 0) return [output]
  return [...wrong].toSorted()
}

type Claim = { about: string; text: string }

function claimsOf(columns: Column[]): Claim[] {
  const tables = Map.groupBy(columns, ({ table }) => table)
  const isAll = (type: string, names: Iterable<string>) =>
    `Same<keyof ${type}, ${Array.from(names, (name) => `'${name}'`).join(' | ')}>`
  return [
    { about: 'tables: not those of the database', text: isAll('Tables', tables.keys()) },
    ...[...tables].map(([table, own]) => ({
      about: `${table}: has columns that the database has not`,
      text: `Exclude<keyof Tables['${table}'], ${own.map(({ name }) => `'${name}'`).join(' | ')}> extends never ? true : false`,
    })),
    ...columns.map((column) => claimAbout(column)),
  ]
}

function claimAbout(column: Column): Claim {
  const name = `${column.table}.${column.name}`
  const field = `Tables['${column.table}']['${column.name}']`
  const type = typeOf(column)
  const text = limitedByCode.has(name)
    ? `${field} extends ${type} ? true : false`
    : `Same<${field}, ${type}>`
  return { about: `${name}: ${type}`, text }
}

async function compile(program: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-rows-'))
  try {
    await symlink(`${projectRoot}node_modules`, join(folder, 'node_modules'))
    await writeFile(join(folder, 'check.mts'), program)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ include: ['check.mts'], compilerOptions }),
    )
    const args = ['--project', folder, '--pretty', 'false']
    return (await runProgram('tsc', args, { quietly: true })).output
  } finally {
    await rm(folder, { recursive: true })
  }
}

const compilerOptions = {
  strict: true,
  target: 'es2024',
  module: 'nodenext',
  skipLibCheck: true,
  types: [],
  allowImportingTsExtensions: true,
  noEmit: true,
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every(isString)
}

function isString(value: unknown): boolean {
  return typeof value === 'string'
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number'
}

function isDate(value: unknown): boolean {
  return value instanceof Date
}
