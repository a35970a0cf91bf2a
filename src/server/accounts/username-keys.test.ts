import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { fillUsernameKeys } from './username-keys.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

function formOf(username: string) {
  const email = `${randomUUID()}@example.com`
  return { email, username, password: 'sing it to me', role: 'customer' }
}

test('names that look the same count as equal, and a name must use one alphabet', async () => {
  const app = await sharedApp()
  const register = (username: string) =>
    app.call('POST /api/accounts/register', { send: formOf(username) })
  expect((await register('Zoe\u0308 A')).json().username).toBe('Zoë A')
  for (const same of ['zoë  a', ' Zoë A', 'Ｚoë A', 'Zoë\u00A0A', 'Zoë\u200B A']) {
    expect((await register(same)).json().code).toBe('username_taken')
  }
  expect((await register('Zоë A')).json().issues).toEqual([
    { path: ['username'], message: 'Please write your username in one alphabet' },
  ])
})

test.each([
  ['Zoë O’Brien', "Zoë O'Brien"],
  ['Anna ‘Nan‘ B.', "Anna 'Nan' B."],
  ['Keʼala', "Ke'ala"],
  ['בן־דוד', 'בן-דוד'],
  ['Jean‐Luc', 'Jean-Luc'],
  ['Ana‑Maria', 'Ana-Maria'],
])('%s, as typed on a phone, is stored as %s', async (typed, stored) => {
  const app = await sharedApp()
  const register = (username: string) =>
    app.call('POST /api/accounts/register', { send: formOf(username) })
  expect((await register(typed)).json().username).toBe(stored)
  expect((await register(stored)).json().code).toBe('username_taken')
})

test.each([
  ['Жанна', 'ЖАННА'],
  ['straße', 'STRASSE'],
  ['ΜΙΑ', 'mia'],
  ['аеос', 'aeoc'],
  ['paul', 'pauI'],
  ['McIntyre', 'mcintyre'],
  ['b0b', 'bob'],
])('after %s has registered, %s is taken', async (first, second) => {
  const app = await sharedApp()
  const register = (username: string) =>
    app.call('POST /api/accounts/register', {
      send: formOf(username),
    })
  expect((await register(first)).json().username).toBe(first)
  const refused = await register(second)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'username_taken'])
})

test('of look-alikes that register at once, one gets the name', async () => {
  const app = await sharedApp()
  const responses = await Promise.all(
    ['Дарья', 'ДАРЬЯ', 'дарья', 'ДаРЬЯ'].map((username) =>
      app.call('POST /api/accounts/register', {
        send: formOf(username),
      }),
    ),
  )
  const outcomes = responses.map(
    (response) => response.json<{ code?: string }>().code ?? 'registered',
  )
  expect(outcomes.filter((outcome) => outcome === 'registered')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'username_taken')).toHaveLength(3)
})

test.each([
  ['Support', 'This username is reserved. Please choose another.'],
  ['Undersοng Team', 'Please write your username in one alphabet'],
  ['under_song team', 'This username is reserved. Please choose another.'],
  ['Anonymous User', 'This username is reserved. Please choose another.'],
  ['mia\uFE0F', 'Please use letters, digits, spaces, dots, hyphens, underscores or apostrophes'],
])('the name %s is refused', async (username, message) => {
  const app = await sharedApp()
  const response = await app.call('POST /api/accounts/register', { send: formOf(username) })
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_input'])
  expect(response.json().issues).toEqual([{ path: ['username'], message }])
})

test('accounts older than username keys keep their names and are protected, too', async () => {
  await using app = await createTestApp()
  const older = connect(app.databaseUrl, { onIdleError: () => undefined })
  await sql`drop schema public cascade`.execute(app.db)
  await sql`create schema public`.execute(app.db)
  await migrate(older.pool, { upTo: '0006-refunds.sql' })
  // Three accounts; two of the names differ only in case.
  for (const [day, username] of ['Жанна', 'ЖАННА', 'Paul'].entries()) {
    await app.db
      .insertInto('users')
      .values({
        id: randomUUID(),
        email: `${day}@example.com`,
        username,
        created_at: new Date(Date.UTC(2026, 0, day + 1)),
      })
      .execute()
  }

  await migrate(older.pool)
  await Promise.all([fillUsernameKeys(older.db), fillUsernameKeys(app.db)])
  await fillUsernameKeys(older.db)
  await older.close()

  const users = await app.db
    .selectFrom('users')
    .select(['username', 'username_key'])
    .orderBy('created_at')
    .execute()
  expect(users.map(({ username }) => username)).toEqual(['Жанна', 'ЖАННА', 'Paul'])
  expect(users.map(({ username_key: key }) => key !== null)).toEqual([true, false, true])
  for (const username of ['жанна', 'ЖАННА', 'pau1']) {
    const response = await app.call('POST /api/accounts/register', {
      send: formOf(username),
    })
    expect(response.json().code).toBe('username_taken')
  }
})
