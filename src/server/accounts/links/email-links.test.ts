import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  emailsTo,
  latestLink,
  latestToken,
} from '../../../../tests/support/accounts/email-tokens.ts'
import {
  createTestApp,
  createUser,
  registerUser,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const confirm = (app: TestApp, token: string) =>
  app.call('POST /api/accounts/confirm-email', { send: { token } })

const codeOf = (response: { json: () => unknown }) => (response.json() as { code: string }).code

const minuteMs = 60_000

async function letMinutesPass(app: TestApp, minutes: number): Promise<void> {
  await app.db
    .updateTable('rate_limits')
    .set((eb) => ({ last_request: eb('last_request', '-', String(minutes * minuteMs)) }))
    .execute()
}

async function whoIs(app: TestApp, cookie: string): Promise<string | null> {
  const response = await app.call('GET /api/proxy/auth/get-id-and-role', { headers: { cookie } })
  return response.json<{ id: string | null }>().id
}

test('a new artist buys at once, but uploads and sets up payments only after the email was confirmed by the link, which works once', async () => {
  const app = await sharedApp()
  const rosa = await registerUser(app, { role: 'artist' })
  const cart = await app.call('GET /api/proxy/auth/cart', { as: rosa })
  expect(cart.statusCode).toBe(200)
  const setup = () => app.call('POST /api/artist/payment-setup', { as: rosa, send: {} })
  const announce = () =>
    app.call('POST /api/proxy/uploads', {
      as: rosa,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': `filename ${btoa('take.wav')}`,
      },
    })
  expect([codeOf(await setup()), codeOf(await announce())]).toEqual([
    'email_unverified',
    'email_unverified',
  ])

  expect(await latestLink(app, rosa.email)).toMatch(/^\/confirm-email\?token=[\w-]{43}$/)
  const token = await latestToken(app, rosa.email)
  // Neither a stranger nor the database knows the token.
  expect(codeOf(await confirm(app, `${token.slice(1)}A`))).toBe('link_expired')
  const links = app.db.selectFrom('email_links').where('user_id', '=', rosa.id)
  const stored = await links.select('token_hash').executeTakeFirstOrThrow()
  expect(stored.token_hash.toString()).not.toContain(token)
  const [first, second] = await Promise.all([confirm(app, token), confirm(app, token)])
  expect([String(first.statusCode), String(second.statusCode)].toSorted()).toEqual(['200', '410'])
  expect((await setup()).statusCode).toBe(200)
  expect(codeOf(await announce())).toBe('payment_setup_needed')
})

test('the link is sent again after a minute, at most ten times a day, and not to a confirmed email', async () => {
  await using app = await createTestApp()
  const mia = await registerUser(app)
  const first = await latestToken(app, mia.email)
  const again = () => app.call('POST /api/account/verification', { as: mia, send: {} })
  const tooEarly = await again()
  expect([tooEarly.statusCode, codeOf(tooEarly)]).toEqual([429, 'email_just_sent'])
  expect(Number(tooEarly.headers['retry-after'])).toBeLessThanOrEqual(60)
  for (let sent = 1; sent < 10; sent++) {
    await letMinutesPass(app, 2)
    expect((await again()).statusCode).toBe(200)
  }
  await letMinutesPass(app, 2)
  expect(codeOf(await again())).toBe('email_just_sent')

  await app.db.updateTable('email_links').set({ expires_at: new Date() }).execute()
  expect(codeOf(await confirm(app, first))).toBe('link_expired')
  await letMinutesPass(app, 24 * 60)
  await again()
  expect((await confirm(app, await latestToken(app, mia.email))).json()).toEqual({
    email: mia.email,
  })
  expect(codeOf(await again())).toBe('email_verified')
})

test('a forgotten password: the same response for every address, a link that works once within an hour, and every session ends', async () => {
  const app = await sharedApp()
  const mia = await registerUser(app)
  const ask = (email: string) =>
    app.call('POST /api/accounts/forgotten-password', { send: { email } })
  const [known, unknown] = [await ask(mia.email.toUpperCase()), await ask('nobody@example.com')]
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  expect(known.body).toBe('{}')
  const token = await latestToken(app, mia.email)
  expect(app.emails.map(({ to }) => to)).not.toContain('nobody@example.com')

  const reset = (password: string, by = token) =>
    app.call('POST /api/accounts/reset-password', { send: { token: by, password } })
  expect(codeOf(await reset('another song to sing', 'invented'))).toBe('link_expired')
  expect(codeOf(await reset(mia.email))).toBe('password_common')
  expect(codeOf(await confirm(app, token))).toBe('link_expired')
  await app.db
    .updateTable('email_links')
    .set({ expires_at: sql`expires_at - interval '1 hour'` })
    .where('user_id', '=', mia.id)
    .execute()
  expect(codeOf(await reset('another song to sing'))).toBe('link_expired')
  await ask(mia.email)
  const fresh = await latestToken(app, mia.email)
  expect((await reset('another song to sing', fresh)).statusCode).toBe(200)
  expect(codeOf(await reset('a third song to sing', fresh))).toBe('link_expired')

  expect(await whoIs(app, mia.cookie)).toBeNull()
  const logIn = (password: string) =>
    app.call('POST /api/accounts/log-in', { send: { email: mia.email, password } })
  expect(codeOf(await logIn('sing it to me'))).toBe('wrong_login')
  expect((await logIn('another song to sing')).statusCode).toBe(200)
  await app.work()
  expect(emailsTo(app, mia).at(-1)).toMatchObject({ subject: 'Your password was changed' })
})

test('an account gets three links for a new password in an hour, and a change of email ends them', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  for (let asked = 0; asked < 5; asked++) {
    await app.call('POST /api/accounts/forgotten-password', { send: { email: mia.email } })
    await app.work()
  }
  expect(emailsTo(app, mia)).toHaveLength(3)
  const token = await latestToken(app, mia.email)
  await app.call('POST /api/account/email', {
    as: mia,
    send: { email: 'mia.two@example.com', password: 'sing it to me' },
  })
  await confirm(app, await latestToken(app, 'mia.two@example.com'))
  const late = await app.call('POST /api/accounts/reset-password', {
    send: { token, password: 'another song to sing' },
  })
  expect(codeOf(late)).toBe('link_expired')
})

test.each(['changed', 'reset'])(
  'a new email that was asked for with the former password is not confirmed once the password is %s',
  async (how) => {
    const app = await sharedApp()
    const mia = await createUser(app)
    const password = 'another song to sing'
    const newEmail = `stranger.${how}@example.com`
    await app.call('POST /api/account/email', {
      as: mia,
      send: { email: newEmail, password: 'sing it to me' },
    })
    const token = await latestToken(app, newEmail)
    if (how === 'changed') {
      const send = { currentPassword: 'sing it to me', newPassword: password }
      await app.call('POST /api/account/password', { as: mia, send })
    } else {
      await app.call('POST /api/accounts/forgotten-password', { send: { email: mia.email } })
      const send = { token: await latestToken(app, mia.email), password }
      await app.call('POST /api/accounts/reset-password', { send })
    }
    expect(codeOf(await confirm(app, token))).toBe('link_expired')
    const logIn = await app.call('POST /api/accounts/log-in', {
      send: { email: mia.email, password },
    })
    expect(logIn.statusCode).toBe(200)
  },
)
