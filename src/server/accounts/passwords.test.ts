import { expect, test } from 'vitest'
import { latestToken } from '../../../tests/support/accounts/email-tokens.ts'
import { cachedPasswordHashing } from '../../../tests/support/cached-password-hashing.ts'
import { createTestApp, createUser } from '../../../tests/support/test-app.ts'
import { emptiedTestApp, sharedTestApp } from '../../../tests/support/shared-app.ts'

const hashingApp = sharedTestApp({ passwordHashing: undefined })
const emptyApp = emptiedTestApp()

const mia = { email: 'mia@example.com', username: 'mia sings', role: 'customer' }

test.each([65, 128])(
  'a password of %i emoji opens an account and logs in to it',
  async (length) => {
    const app = await hashingApp()
    const emoji = Array.from({ length }, (_, index) => String.fromCodePoint(0x1f600 + (index % 70)))
    const password = emoji.join('')
    const form = { ...mia, email: `mia.${length}@example.com`, username: `mia ${length}` }
    const registered = await app.call('POST /api/accounts/register', {
      send: { ...form, password },
    })
    expect(registered.statusCode).toBe(200)
    const login = { email: form.email, password }
    const loggedIn = await app.call('POST /api/accounts/log-in', { send: login })
    expect(loggedIn.statusCode).toBe(200)
    const other = { ...login, password: `${password.slice(0, -2)}🎹` }
    const refused = await app.call('POST /api/accounts/log-in', { send: other })
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'wrong_login'])
  },
)

test('a password has 10 to 128 characters, counted in code points', async () => {
  const app = await emptyApp()
  for (const [password, message] of [
    ['😀'.repeat(9), 'Please choose a password of at least 10 characters'],
    ['😀'.repeat(129), 'Please choose a password of at most 128 characters'],
  ]) {
    const response = await app.call('POST /api/accounts/register', { send: { ...mia, password } })
    expect([response.statusCode, response.json().issues]).toEqual([
      400,
      [{ path: ['password'], message }],
    ])
  }
})

test.each([
  '1234567890',
  'Password123',
  'qwertyuiop',
  '          ',
  'AAAAAAAAAAAA',
  'singsingsing',
  '9876543210',
  'klmnopqrst',
  'mia@example.com',
  'undersong1',
  'Undersong-2026!',
  'undersongundersong',
  'mia sings 1994',
  'my mia sings',
  '１２３４５６７８９０',
])('the password %j is too common to open an account', async (password) => {
  const app = await emptyApp()
  const response = await app.call('POST /api/accounts/register', { send: { ...mia, password } })
  expect([response.statusCode, response.json().code, response.json().message]).toEqual([
    400,
    'password_common',
    'This password is one of the first that are guessed. Please choose another.',
  ])
  expect(await app.db.selectFrom('users').select('id').execute()).toEqual([])
})

test.each(['password and a song', 'undersong by the river', 'mia sings of rain'])(
  'the password %j, which only contains what is guessed first, opens an account',
  async (password) => {
    const app = await emptyApp()
    const response = await app.call('POST /api/accounts/register', { send: { ...mia, password } })
    expect(response.statusCode).toBe(200)
  },
)

test('a new password with little more than the name of the product or of the account is refused, too', async () => {
  const app = await emptyApp()
  const user = await createUser(app, { name: 'Tom Ferreira' })
  await app.call('POST /api/accounts/forgotten-password', { send: { email: user.email } })
  const token = await latestToken(app, user.email)
  for (const weak of ['undersong1', 'tom ferreira 7']) {
    const changed = await app.call('POST /api/account/password', {
      as: user,
      send: { currentPassword: 'sing it to me', newPassword: weak },
    })
    const reset = await app.call('POST /api/accounts/reset-password', {
      send: { token, password: weak },
    })
    expect([changed.json().code, reset.json().code]).toEqual(['password_common', 'password_common'])
  }
})

/** An app whose next check of a password waits: `checking` until it has begun, `goOn` lets it end. */
async function openSlowApp() {
  const began = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let isNextSlow = false
  const app = await createTestApp({
    passwordHashing: {
      ...cachedPasswordHashing,
      async verify(stored) {
        if (isNextSlow) {
          isNextSlow = false
          began.resolve()
          await goOn.promise
        }
        return cachedPasswordHashing.verify(stored)
      },
    },
  })
  const user = await createUser(app)
  await app.call('POST /api/accounts/forgotten-password', { send: { email: user.email } })
  const token = await latestToken(app, user.email)
  return {
    app,
    user,
    /** Sends a request, and makes a change while the password that it contains is checked. */
    async duringCheck(send: () => ReturnType<typeof app.call>, change: () => Promise<unknown>) {
      isNextSlow = true
      const response = send()
      await began.promise
      await change()
      goOn.resolve()
      return response
    },
    resetPassword: () =>
      app.call('POST /api/accounts/reset-password', {
        send: { token, password: 'another song to sing' },
      }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

const password = 'sing it to me'

test.each(['a new password', 'the deletion of the account'])(
  'a log-in whose password is checked at the moment of %s begins no session',
  async (change) => {
    await using slow = await openSlowApp()
    const { app, user } = slow
    const refused = await slow.duringCheck(
      () => app.call('POST /api/accounts/log-in', { send: { email: user.email, password } }),
      () =>
        change === 'a new password'
          ? slow.resetPassword()
          : app.call('POST /api/account/deletion', { as: user, send: { password } }),
    )
    expect(refused.json()).toMatchObject({ code: 'wrong_login' })
    expect(refused.headers['set-cookie']).toBeUndefined()
    expect(await app.db.selectFrom('sessions').select('id').execute()).toEqual([])
  },
)

test.each([
  ['email', { email: 'stranger@example.com', password }],
  ['deletion', { password }],
])(
  'the former password changes nothing by POST /api/account/%s when it is checked at the moment of a new one',
  async (path, send) => {
    await using slow = await openSlowApp()
    const { app, user } = slow
    const refused = await slow.duringCheck(
      () => app.call(`POST /api/account/${path}`, { as: user, send }),
      slow.resetPassword,
    )
    expect(refused.json()).toMatchObject({ code: 'login_required' })
    const links = app.db.selectFrom('email_links').where('kind', '=', 'change_email')
    expect(await links.select('kind').execute()).toEqual([])
    const kept = app.db.selectFrom('users').select(['email', 'deleted_at'])
    expect(await kept.execute()).toEqual([{ email: user.email, deleted_at: null }])
  },
)
