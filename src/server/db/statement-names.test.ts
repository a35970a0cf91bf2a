import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/databases/test-database.ts'
import { openStatementNames } from './statement-names.ts'

test('a statement gets a name at its third use, and keeps it', () => {
  const { nameOf } = openStatementNames()
  const names = [1, 2, 3, 4].map(() => nameOf('select $1'))
  expect(names).toEqual([undefined, undefined, expect.stringMatching(/^[0-9a-f]{32}$/), names[2]])
})

test('statements that vary cannot take the names of others, nor more memory than there is', () => {
  const { nameOf } = openStatementNames()
  const named = (text: string) => [1, 2, 3].map(() => nameOf(text)).at(-1)
  const first = named('select of a page')
  for (let page = 0; page < 10_000; page++) named(`select limit 10 offset ${page}`)
  expect(named('select one more')).toBeUndefined()
  expect(nameOf('select of a page')).toBe(first)
})

test('the start and the end of a transaction have no name', () => {
  const { nameOf } = openStatementNames()
  for (const text of ['begin', 'commit', 'rollback', 'savepoint one'])
    expect([1, 2, 3].map(() => nameOf(text)).at(-1)).toBeUndefined()
})

const preparedStatements = sql<{ statement: string; uses: number }>`
  select statement, (generic_plans + custom_plans)::int as uses from pg_prepared_statements
`

test('PostgreSQL prepares a frequent statement of requests once per connection, and plans it', async () => {
  await using database = await openTestDatabase({ isNew: true })
  await database.requestDb.connection().execute(async (db) => {
    const find = () => db.selectFrom('users').select('id').where('username', '=', 'mia').execute()
    for (let call = 0; call < 5; call++) await find()
    const { rows } = await preparedStatements.execute(db)
    expect(rows).toEqual([{ statement: expect.stringContaining('"username" = $1'), uses: 3 }])
  })
})

test('a connection whose statements a migration has outdated is replaced', async () => {
  await using database = await openTestDatabase()
  const countries = sql`select * from countries where name <> ${''}`
  await sql`create table countries (name text)`.execute(database.db)
  for (let call = 0; call < 20; call++) await countries.execute(database.requestDb)
  await sql`alter table countries add column flag text`.execute(database.db)
  const results: string[] = []
  for (let call = 0; call < 20; call++)
    results.push(await countries.execute(database.requestDb).then(() => 'rows', String))
  expect(results.slice(0, 8)).toContain('error: cached plan must not change result type')
  expect(results.slice(8)).toEqual(Array.from({ length: 12 }, () => 'rows'))
})
