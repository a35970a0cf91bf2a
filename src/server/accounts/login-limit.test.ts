import { expect, test } from 'vitest'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'
import { countGuess } from './login-limit.ts'

const emptyApp = emptiedTestApp()

const password = 'sing it to me'

type TestResponse = [status: number, code: string | undefined]
type From = { address: string; email: string; password?: string }

async function logIn(
  app: TestApp,
  { address, email, password: typed = 'a wrong guess' }: From,
): Promise<TestResponse> {
  const response = await app.http.inject({
    method: 'POST',
    url: '/api/accounts/log-in',
    headers: { host: 'undersong.test' },
    remoteAddress: address,
    payload: { email, password: typed },
  })
  return [response.statusCode, response.json<{ code?: string }>().code]
}

/** Registers each owner from a separate address, which is then trusted. */
async function register(app: TestApp, index: number): Promise<string> {
  const email = `owner${index}@example.com`
  const response = await app.http.inject({
    method: 'POST',
    url: '/api/accounts/register',
    headers: { host: 'undersong.test' },
    remoteAddress: `198.51.100.${index}`,
    payload: { email, username: `owner ${index}`, password, role: 'customer' },
  })
  expect(response.statusCode).toBe(200)
  return email
}

async function passMinutes(app: TestApp, minutes: number): Promise<void> {
  await app.db
    .updateTable('rate_limits')
    .set((eb) => ({ last_request: eb('last_request', '-', String(minutes * 60_000)) }))
    .execute()
}

test('one address that guesses at many accounts is refused after ten attempts, and locks out no owner', async () => {
  const app = await emptyApp()
  const owners = await Promise.all(Array.from({ length: 6 }, (_, index) => register(app, index)))
  const responses: TestResponse[] = []
  for (const email of owners)
    for (let attempts = 0; attempts < 11; attempts++)
      responses.push(await logIn(app, { address: '203.0.113.66', email }))
  const refused = responses.slice(10)
  expect(refused.map(([status, code]) => `${status} ${code}`)).toEqual(
    Array(56).fill('429 too_many_requests'),
  )
  for (const [index, email] of owners.entries()) {
    const retry = await logIn(app, { address: `192.0.2.${index}`, email, password })
    expect(retry[0]).toBe(200)
  }
})

test('one address alone cannot use up the guesses at an account, even when it guesses slowly', async () => {
  const app = await emptyApp()
  const email = await register(app, 1)
  const codes: unknown[] = []
  for (let minute = 0; minute < 4; minute++) {
    for (let attempts = 0; attempts < 4; attempts++)
      codes.push((await logIn(app, { address: '203.0.113.66', email }))[1])
    await passMinutes(app, 1)
  }
  expect(codes.slice(0, 5)).toEqual(Array(5).fill('wrong_login'))
  expect(codes.slice(5)).toEqual(Array(11).fill('too_many_logins'))
  expect((await logIn(app, { address: '192.0.2.1', email, password }))[0]).toBe(200)
})

test('simultaneous attempts of one address are each counted', async () => {
  const app = await emptyApp()
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      logIn(app, { address: '203.0.113.66', email: `nobody${index}@example.com` }),
    ),
  )
  expect(responses.filter(([status]) => status === 401)).toHaveLength(10)
  expect(responses.filter(([, code]) => code === 'too_many_requests')).toHaveLength(20)
})

test('emails without an account share a bounded number of counters', async () => {
  const app = await emptyApp()
  for (let index = 0; index < 100; index++) {
    const login = { email: `nobody${index}@example.com`, address: '203.0.113.66' }
    await countGuess(app.db, login, 'a secret')
  }
  const rows = await app.db.selectFrom('rate_limits').select('key').execute()
  // There are 65,536: too many for a client to fill them all and so detect which emails have a separate counter.
  const counters = rows.map(({ key }) => Number(/^login\|unknown-(\d+)\|/.exec(key)?.[1]))
  expect(counters.every((counter) => counter >= 0 && counter < 65_536)).toBe(true)
  expect(Math.max(...counters)).toBeGreaterThan(10_000)
})

test('guesses at an email without an account are refused like those at an account', async () => {
  const app = await emptyApp()
  const known = await register(app, 1)
  const codesOf = async (email: string) => {
    const codes: unknown[] = []
    for (let last = 0; last < 12; last++)
      codes.push((await logIn(app, { address: `192.0.2.${last}`, email }))[1])
    return codes
  }
  const codes = await codesOf('nobody@example.com')
  expect(codes).toEqual([...Array(10).fill('wrong_login'), 'too_many_logins', 'too_many_logins'])
  await passMinutes(app, 1)
  expect(await codesOf(known)).toEqual(codes)
})

test('an owner who logs in meanwhile does not allow further guesses from other addresses', async () => {
  const app = await emptyApp()
  const email = await register(app, 1)
  const codes: unknown[] = []
  for (let round = 0; round < 5; round++) {
    for (let last = 0; last < 12; last++)
      codes.push((await logIn(app, { address: `203.0.${round}.${last}`, email }))[1])
    expect((await logIn(app, { address: '198.51.100.1', email, password }))[0]).toBe(200)
  }
  expect(codes.filter((code) => code === 'wrong_login')).toHaveLength(10)
})

test('the correct password from a new address uncounts its own attempt only', async () => {
  const app = await emptyApp()
  const email = await register(app, 1)
  for (let last = 0; last < 9; last++) await logIn(app, { address: `203.0.113.${last}`, email })
  for (let last = 0; last < 3; last++)
    expect((await logIn(app, { address: `192.0.2.${last}`, email, password }))[0]).toBe(200)
  const codes: unknown[] = []
  for (let last = 20; last < 23; last++)
    codes.push((await logIn(app, { address: `203.0.113.${last}`, email }))[1])
  expect(codes).toEqual(['wrong_login', 'too_many_logins', 'too_many_logins'])
})

test('deleting an account whose email is a part of another does not allow further guesses at the other', async () => {
  const app = await emptyApp()
  const email = await register(app, 1)
  const guess = (last: number) => logIn(app, { address: `203.0.113.${last}`, email })
  for (let last = 0; last < 10; last++) await guess(last)
  const registered = await app.call('POST /api/accounts/register', {
    send: { email: email.slice(1), username: 'a stranger', password, role: 'customer' },
  })
  const cookie = registered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const deleted = await app.call('POST /api/account/deletion', {
    headers: { cookie },
    send: { password },
  })
  expect(deleted.statusCode).toBe(200)
  expect((await guess(20))[1]).toBe('too_many_logins')
  // The owner's address is still trusted.
  expect((await logIn(app, { address: '198.51.100.1', email, password }))[0]).toBe(200)
})

test('detecting known emails by registering is limited per address', async () => {
  const app = await emptyApp()
  const email = await register(app, 1)
  const registerFrom = (address: string, index: number) =>
    app.http.inject({
      method: 'POST',
      url: '/api/accounts/register',
      headers: { host: 'undersong.test' },
      remoteAddress: address,
      payload: { email, username: `asker ${index}`, password, role: 'customer' },
    })
  const responses = await Promise.all(
    Array.from({ length: 25 }, (_, index) => registerFrom('203.0.113.66', index)),
  )
  const codes = responses.map((response) => response.json<{ code: string }>().code)
  expect(codes.filter((code) => code === 'email_taken')).toHaveLength(20)
  expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(5)
  // Once the limit is reached, a taken username is not revealed either.
  const name = await app.http.inject({
    method: 'POST',
    url: '/api/accounts/register',
    headers: { host: 'undersong.test' },
    remoteAddress: '203.0.113.66',
    payload: { email: 'new@example.com', username: 'owner 1', password, role: 'customer' },
  })
  expect(name.json().code).toBe('too_many_requests')
  expect((await registerFrom('203.0.113.67', 30)).json().code).toBe('email_taken')
})
