import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const mia = {
  email: 'mia@example.com',
  username: 'mia',
  password: 'sing it to me',
  role: 'customer',
}

test('a registration that fails halfway leaves no user behind, and can be repeated', async () => {
  await using app = await createTestApp()
  await sql`
    create function fail() returns trigger language plpgsql as 'begin raise exception ''no''; end'
  `.execute(app.db)
  await sql`create trigger broken before insert on credentials execute function fail()`.execute(
    app.db,
  )
  const broken = await app.call('POST /api/accounts/register', { send: mia })
  expect([broken.statusCode, broken.json().code]).toEqual([500, 'fault'])
  await sql`drop trigger broken on credentials`.execute(app.db)
  const again = await app.call('POST /api/accounts/register', { send: mia })
  expect(again.statusCode).toBe(200)
})

test('an account whose verification email cannot be stored is not opened, and can be opened later', async () => {
  await using app = await createTestApp()
  await sql`
    create function fail() returns trigger language plpgsql as 'begin raise exception ''no''; end'
  `.execute(app.db)
  await sql`create trigger broken before insert on mails execute function fail()`.execute(app.db)
  const broken = await app.call('POST /api/accounts/register', { send: mia })
  expect([broken.statusCode, broken.json().code, broken.cookies]).toEqual([500, 'fault', []])
  expect(await app.db.selectFrom('users').select('id').execute()).toEqual([])
  await sql`drop trigger broken on mails`.execute(app.db)
  expect((await app.call('POST /api/accounts/register', { send: mia })).statusCode).toBe(200)
  await app.work()
  expect(app.emails.map(({ to }) => to)).toEqual([mia.email])
})
