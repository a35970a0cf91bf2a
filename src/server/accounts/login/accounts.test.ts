import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { createUser, createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const dayMs = 24 * 60 * 60_000
const password = 'sing it to me'

/** What a visitor writes in the form, with an email and a name that nobody has yet. */
function newForm() {
  const unique = randomUUID().slice(0, 13)
  const name = { email: `Mia.${unique}@Example.com`, username: `mia ${unique}` }
  return { ...name, password, role: 'customer' }
}

test('a visitor gets nulls, not an error (API-21)', async () => {
  const app = await emptyApp()
  const response = await app.call('GET /api/proxy/auth/get-id-and-role')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    id: null,
    role: null,
    isBanned: false,
    hasBoughtCommission: false,
  })
})

test('registering logs in, and the session identifies the user (API-21)', async () => {
  const app = await emptyApp()
  const person = await createUser(app, { role: 'artist', name: 'Rosa Lindqvist' })
  const response = await app.call('GET /api/proxy/auth/get-id-and-role', { as: person })
  expect(response.json()).toEqual({
    id: person.id,
    role: 'artist',
    isBanned: false,
    hasBoughtCommission: false,
    username: 'Rosa Lindqvist',
    displayName: 'Rosa Lindqvist',
  })
})

test('the session cookie is HttpOnly and SameSite=Lax', async () => {
  const app = await emptyApp()
  const mia = newForm()
  const response = await app.call('POST /api/accounts/register', { send: mia })
  expect(String(response.headers['set-cookie'])).toMatch(/HttpOnly/i)
  expect(String(response.headers['set-cookie'])).toMatch(/SameSite=Lax/i)
})

test('with TLS the session cookie is restricted to this host, logs in, and is cleared on logging out', async () => {
  await using app = await createTestApp({ publicUrl: 'https://undersong.test' })
  const person = await createUser(app)
  expect(person.cookie).toMatch(/^__Host-undersong\.session_token=/)
  const who = await app.call('GET /api/proxy/auth/get-id-and-role', { as: person })
  expect(who.json().id).toBe(person.id)
  const again = await app.call('POST /api/accounts/log-in', {
    send: { email: person.email, password: 'sing it to me' },
  })
  const out = await app.call('POST /api/accounts/log-out', { as: person, send: {} })
  for (const response of [again, out]) {
    const [cookie = ''] = [response.headers['set-cookie'] ?? ''].flat()
    expect(cookie).toMatch(/^__Host-undersong\.session_token=/)
    expect(cookie).toMatch(/; Secure/i)
    expect(cookie).toMatch(/; Path=\/(;|$)/i)
    expect(cookie).not.toMatch(/; Domain=/i)
  }
  const gone = await app.call('GET /api/proxy/auth/get-id-and-role', { as: person })
  expect(gone.json().id).toBeNull()
  // The same session under the cookie name that a subdomain or a connection without TLS could set.
  const planted = again.cookies.map(({ value }) => `undersong.session_token=${value}`).join('; ')
  const stranger = await app.call('GET /api/proxy/auth/get-id-and-role', {
    headers: { cookie: planted },
  })
  expect(stranger.json().id).toBeNull()
})

test('emails and usernames are unique regardless of case', async () => {
  const app = await emptyApp()
  const mia = newForm()
  await app.call('POST /api/accounts/register', { send: mia })

  const sameEmail = await app.call('POST /api/accounts/register', {
    send: { ...mia, email: mia.email.toUpperCase(), username: newForm().username },
  })
  const sameName = await app.call('POST /api/accounts/register', {
    send: { ...newForm(), username: mia.username.toUpperCase() },
  })
  expect(sameEmail.json().code).toBe('email_taken')
  expect(sameName.json().code).toBe('username_taken')
})

test('an email and a username that are both taken are refused together, each at its field', async () => {
  const app = await emptyApp()
  const mia = newForm()
  await app.call('POST /api/accounts/register', { send: mia })
  const both = await app.call('POST /api/accounts/register', { send: mia })
  const { code, issues } = both.json<{ code: string; issues: { path: string[] }[] }>()
  expect([both.statusCode, code]).toEqual([409, 'username_taken'])
  expect(issues.map(({ path }) => path)).toEqual([['email'], ['username']])
})

test('invalid fields of a form each have an issue', async () => {
  const app = await emptyApp()
  const response = await app.call('POST /api/accounts/register', {
    send: { email: 'nowhere', username: 'a', password: 'short', role: 'customer' },
  })
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_input'])
  const paths = response.json<{ issues: { path: string[] }[] }>().issues.map(({ path }) => path[0])
  expect(paths).toEqual(['email', 'username', 'password'])
})

test.each(['admin', 'moderator', '', null, ['artist', 'admin']])(
  'no request can register with the role %j',
  async (role) => {
    const app = await emptyApp()
    const mia = newForm()
    const response = await app.call('POST /api/accounts/register', { send: { ...mia, role } })
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_input'])
    const named = app.db.selectFrom('users').where('username', '=', mia.username)
    expect(await named.select('id').execute()).toEqual([])
  },
)

test('a wrong password and an unknown email get the same response', async () => {
  const app = await emptyApp()
  const mia = newForm()
  await app.call('POST /api/accounts/register', { send: mia })
  const wrong = await app.call('POST /api/accounts/log-in', {
    send: { email: mia.email, password: 'not this one' },
  })
  const unknown = await app.call('POST /api/accounts/log-in', {
    send: { email: 'nobody@example.com', password: 'not this one' },
  })
  expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'wrong_login'])
  expect(wrong.body).toBe(unknown.body)
  expect(wrong.json().message).toBe('The email or password is incorrect.')
})

test('password guesses are limited', async () => {
  const app = await emptyApp()
  const mia = newForm()
  await app.call('POST /api/accounts/register', { send: mia })
  const guess = () =>
    app.call('POST /api/accounts/log-in', {
      send: { email: mia.email, password: 'a wrong guess' },
    })
  const codes: string[] = []
  for (let attempts = 0; attempts < 11; attempts++)
    codes.push((await guess()).json<{ code: string }>().code)
  expect(codes).toEqual([...Array<string>(10).fill('wrong_login'), 'too_many_requests'])
})

/** Logs in from the address 203.0.113.`last`. */
function logInFrom(app: TestApp, last: number, email: string, typed: string) {
  return app.http.inject({
    method: 'POST',
    url: '/api/accounts/log-in',
    headers: { host: 'undersong.test' },
    remoteAddress: `203.0.113.${last}`,
    payload: { email, password: typed },
  })
}

test('guesses at one account are counted over all addresses, and the count expires', async () => {
  const app = await emptyApp()
  const mia = newForm()
  await app.call('POST /api/accounts/register', { send: mia })
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, last) => logInFrom(app, last, mia.email, 'a wrong guess')),
  )
  const codes = guesses.map((response) => response.json<{ code: string }>().code)
  expect(codes.filter((code) => code === 'wrong_login')).toHaveLength(10)
  expect(codes.filter((code) => code === 'too_many_logins')).toHaveLength(20)
  const refused = await logInFrom(app, 100, mia.email.toUpperCase(), password)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_logins'])
  const other = await logInFrom(app, 100, 'nobody@example.com', 'a wrong guess')
  expect([other.statusCode, other.json().code]).toEqual([401, 'wrong_login'])

  await passQuarterHour(app)
  expect((await logInFrom(app, 101, mia.email, password)).statusCode).toBe(200)
})

test('guesses from other addresses do not lock the owner out of a trusted address', async () => {
  const app = await emptyApp()
  const mia = newForm()
  await app.call('POST /api/accounts/register', { send: mia })
  expect((await logInFrom(app, 1, mia.email, password)).statusCode).toBe(200)
  for (let last = 10; last < 21; last++) await logInFrom(app, last, mia.email, 'a wrong guess')
  expect((await logInFrom(app, 2, mia.email, password)).json().code).toBe('too_many_logins')

  expect((await logInFrom(app, 1, mia.email, password)).statusCode).toBe(200)
  const fromTrustedAddress = { send: { email: mia.email, password: mia.password } }
  expect((await app.call('POST /api/accounts/log-in', fromTrustedAddress)).statusCode).toBe(200)
  for (let attempts = 0; attempts < 5; attempts++) await logInFrom(app, 1, mia.email, 'a slip')
  expect((await logInFrom(app, 1, mia.email, password)).statusCode).toBe(200)
})

test('a session ends seven days after the log-in, however often it is used', async () => {
  const app = await emptyApp()
  const before = Date.now()
  const person = await createUser(app)
  const { expires_at: end } = await app.db
    .selectFrom('sessions')
    .select('expires_at')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(end.getTime()).toBeGreaterThanOrEqual(before + 7 * dayMs - 1000)
  expect(end.getTime()).toBeLessThanOrEqual(Date.now() + 7 * dayMs)

  const sixDaysAgo = new Date(Date.now() - 6 * dayMs)
  const endsSoon = new Date(sixDaysAgo.getTime() + 7 * dayMs)
  await app.db
    .updateTable('sessions')
    .set({ expires_at: endsSoon, created_at: sixDaysAgo, updated_at: sixDaysAgo })
    .where('user_id', '=', person.id)
    .execute()
  const response = await app.call('GET /api/proxy/auth/get-id-and-role', { as: person })
  expect(response.json().id).toBe(person.id)
  const sessions = app.db.selectFrom('sessions').where('user_id', '=', person.id)
  expect(await sessions.select('expires_at').execute()).toEqual([{ expires_at: endsSoon }])
})

test('expired sessions and counters are deleted', async () => {
  const app = await emptyApp()
  const person = await createUser(app)
  await createUser(app)
  const yesterday = new Date(Date.now() - dayMs)
  await app.db
    .updateTable('sessions')
    .set({ expires_at: yesterday })
    .where('user_id', '=', person.id)
    .execute()
  await app.db
    .insertInto('rate_limits')
    .values([
      { key: 'login|old', count: 3, last_request: BigInt(Date.now() - 2 * dayMs) },
      { key: 'trusted|recent', count: 1, last_request: BigInt(Date.now() - 2 * dayMs) },
      { key: 'trusted|old', count: 1, last_request: BigInt(Date.now() - 91 * dayMs) },
    ])
    .execute()
  await addJob(app.db, 'tidy_accounts', {})
  await app.work()
  expect(await app.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
  const keys = await app.db.selectFrom('rate_limits').select('key').execute()
  const left = keys.map(({ key }) => key)
  expect(left).toContain('trusted|recent')
  expect(left.filter((key) => key.endsWith('|old'))).toEqual([])
})

async function passQuarterHour(app: TestApp): Promise<void> {
  await app.db
    .updateTable('rate_limits')
    .set((eb) => ({ last_request: eb('last_request', '-', String(15 * 60_000)) }))
    .execute()
}

test('logging out ends the session on the server', async () => {
  const app = await emptyApp()
  const person = await createUser(app)
  await app.call('POST /api/accounts/log-out', { as: person })
  const response = await app.call('GET /api/proxy/auth/get-id-and-role', { as: person })
  expect(response.json().id).toBeNull()
})

test('a ban takes effect at once, also for an existing session', async () => {
  const app = await emptyApp()
  const person = await createUser(app)
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', person.id).execute()

  const cart = await app.call('GET /api/proxy/auth/cart', { as: person })
  expect([cart.statusCode, cart.json().message]).toEqual([
    403,
    'You are banned from accessing this content!',
  ])
  const who = await app.call('GET /api/proxy/auth/get-id-and-role', { as: person })
  expect(who.json().isBanned).toBe(true)
})

test.each<Record<string, string>>([
  { origin: 'http://evil.test' },
  { origin: 'https://undersong.test' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('a write from another site is refused: %j', async (headers) => {
  const app = await emptyApp()
  const person = await createUser(app)
  const response = await app.call('POST /api/proxy/auth/cart/clear', {
    as: person,
    send: {},
    headers,
  })
  expect([response.statusCode, response.json().code]).toEqual([403, 'foreign_origin'])
})
