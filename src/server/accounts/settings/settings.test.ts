import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emailsTo, latestToken } from '../../../../tests/support/accounts/email-tokens.ts'
import { openEventStream } from '../../../../tests/support/event-stream.ts'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/test-app.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const password = 'sing it to me'
const codeOf = (response: { json: () => unknown }) => (response.json() as { code: string }).code

const cookieOf = (response: { cookies: { name: string; value: string }[] }) =>
  response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

async function logIn(app: TestApp, user: TestUser, headers = {}): Promise<TestUser> {
  const send = { email: user.email, password }
  const response = await app.call('POST /api/accounts/log-in', { send, headers })
  return { ...user, cookie: cookieOf(response) }
}

async function whoIs(app: TestApp, as: TestUser): Promise<string | null> {
  const response = await app.call('GET /api/proxy/auth/get-id-and-role', { as })
  return response.json<{ id: string | null }>().id
}

test('a change of password needs the present one, is announced, and leaves one new session', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  const phone = await logIn(app, mia)
  const change = (currentPassword: string, newPassword: string) =>
    app.call('POST /api/account/password', { as: mia, send: { currentPassword, newPassword } })
  expect(codeOf(await change('a wrong guess', 'another song to sing'))).toBe('wrong_password')
  expect(codeOf(await change(password, mia.username))).toBe('password_common')
  const changed = await change(password, 'another song to sing')
  expect(changed.statusCode).toBe(200)
  const here = { ...mia, cookie: cookieOf(changed) }
  expect([await whoIs(app, mia), await whoIs(app, phone), await whoIs(app, here)]).toEqual([
    null,
    null,
    mia.id,
  ])
  await app.work()
  expect(emailsTo(app, mia).map(({ subject }) => subject)).toEqual(['Your password was changed'])
})

test('guesses of the present password are limited, also simultaneous ones, and the correct one ends the count', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  const guess = (typed: string) =>
    app.call('POST /api/account/two-factor/begin', { as: mia, send: { password: typed } })
  for (let slips = 0; slips < 8; slips++) await guess('a wrong guess')
  expect((await guess(password)).statusCode).toBe(200)
  const guesses = await Promise.all(Array.from({ length: 12 }, () => guess('a wrong guess')))
  const codes = guesses.map(codeOf).toSorted()
  expect(codes).toEqual([
    ...Array<string>(2).fill('too_many_passwords'),
    ...Array<string>(10).fill('wrong_password'),
  ])
  expect(codeOf(await guess(password))).toBe('too_many_passwords')
})

test('a new email replaces the present one when it is confirmed, and the former address is told', async () => {
  const app = await sharedApp()
  const [mia, ann] = [await createUser(app), await createUser(app)]
  const change = (email: string, typed = password) =>
    app.call('POST /api/account/email', { as: mia, send: { email, password: typed } })
  expect(codeOf(await change('new@example.com', 'a wrong guess'))).toBe('wrong_password')
  expect(codeOf(await change(ann.email.toUpperCase()))).toBe('email_taken')
  expect((await change('New@Example.com')).statusCode).toBe(200)
  expect(codeOf(await change('newer@example.com'))).toBe('email_just_sent')
  const account = async () => (await app.call('GET /api/account', { as: mia })).json<object>()
  expect(await account()).toMatchObject({ email: mia.email, newEmail: 'new@example.com' })

  const token = await latestToken(app, 'new@example.com')
  await app.call('POST /api/accounts/confirm-email', { send: { token } })
  expect(await account()).toMatchObject({
    email: 'new@example.com',
    newEmail: null,
    emailVerified: true,
  })
  await app.work()
  const [notice] = emailsTo(app, mia)
  expect(notice).toMatchObject({ subject: 'Your email was changed' })
  expect(notice?.text).toContain('n…@example.com')
})

test('detecting known emails by asking for a new one is limited', async () => {
  const app = await sharedApp()
  const [mia, ann] = [await createUser(app), await createUser(app)]
  const codes: unknown[] = []
  for (let asked = 0; asked < 7; asked++) {
    const send = { email: ann.email, password }
    codes.push(codeOf(await app.call('POST /api/account/email', { as: mia, send })))
  }
  expect(codes).toEqual([
    ...Array<string>(5).fill('email_taken'),
    ...Array<string>(2).fill('too_many_requests'),
  ])
})

test('an address that somebody else has taken meanwhile is not confirmed, and the link stays', async () => {
  const app = await sharedApp()
  const [mia, ann] = [await createUser(app), await createUser(app)]
  for (const as of [mia, ann]) {
    await app.call('POST /api/account/email', {
      as,
      send: { email: 'taken@example.com', password },
    })
  }
  await app.work()
  const links = emailsTo(app, { email: 'taken@example.com' })
  const tokens = links.map(({ text }) => /token=(\S+)/.exec(text)?.[1] ?? '')
  const [first, second] = await Promise.all(
    tokens.map((token) => app.call('POST /api/accounts/confirm-email', { send: { token } })),
  )
  const results = [first, second].map((response) => String(response?.statusCode)).toSorted()
  expect(results).toEqual(['200', '409'])
  const owners = await app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'taken@example.com')
    .execute()
  expect(owners).toHaveLength(1)
})

test('the list of sessions names their devices, and one or all others are signed out at once, with their live channels', async () => {
  await using app = await createTestApp()
  const [mia, ann] = [await createUser(app), await createUser(app)]
  const phone = await logIn(app, mia, {
    'user-agent': 'Mozilla/5.0 (iPhone) AppleWebKit/605.1 Version/19.0 Safari/604.1',
  })
  const tablet = await logIn(app, mia)
  await app.db
    .updateTable('sessions')
    .set({ last_used_at: sql`last_used_at - interval '1 hour'` })
    .where('user_agent', 'like', '%iPhone%')
    .execute()
  const list = async (as: TestUser) =>
    (await app.call('GET /api/account/sessions', { as })).json<{
      sessions: { id: string; device: string; lastUsedAt: string; isCurrent: boolean }[]
    }>().sessions
  const sessions = await list(tablet)
  expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
    ['Unknown device', true],
    ['Unknown device', false],
    ['Safari on iPhone', false],
  ])
  // Used again: noted, because the last note is some minutes old.
  await whoIs(app, phone)
  const usedAt = (await list(tablet)).find(
    ({ device }) => device === 'Safari on iPhone',
  )?.lastUsedAt
  expect(Date.parse(usedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)

  const ofPhone = sessions[2]?.id ?? ''
  const foreign = await app.call(`DELETE /api/account/sessions/${ofPhone}`, { as: ann })
  expect(codeOf(foreign)).toBe('not_found')
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  await using stream = await openEventStream(address, { cookie: phone.cookie })
  await app.eventsArrived()
  await app.call(`DELETE /api/account/sessions/${ofPhone}`, { as: tablet })
  await expect.poll(() => stream.isEnded()).toBe(true)
  expect([await whoIs(app, phone), await whoIs(app, mia)]).toEqual([null, mia.id])
  const others = await app.call('POST /api/account/sessions/end-others', { as: tablet, send: {} })
  expect(others.json()).toEqual({ ended: 1 })
  expect([await whoIs(app, mia), await whoIs(app, tablet), await whoIs(app, ann)]).toEqual([
    null,
    mia.id,
    ann.id,
  ])
})
