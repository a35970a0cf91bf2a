import { expect, test } from 'vitest'
import decodeQR from 'qr/decode.js'
import { codeOf, nextCodeOf } from '../../../../tests/support/accounts/authenticator.ts'
import { emailsTo } from '../../../../tests/support/accounts/email-tokens.ts'
import { untilWaitingForLocks } from '../../../../tests/support/lock-waiters.ts'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/test-app.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const password = 'sing it to me'
const refusalOf = (response: { json: () => unknown }) => (response.json() as { code: string }).code

type Response = Awaited<ReturnType<TestApp['call']>>

const cookieOf = (response: Response) =>
  response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

type Begun = {
  secret: string
  qrCode: { size: number; path: string }
  backupCodes: string[]
}

async function turnOn(app: TestApp, user: TestUser) {
  const begun = await app.call('POST /api/account/two-factor/begin', {
    as: user,
    send: { password },
  })
  const { secret, backupCodes } = begun.json<Begun>()
  const confirmed = await app.call('POST /api/account/two-factor/confirm', {
    as: user,
    send: { code: codeOf(secret) },
  })
  expect(confirmed.statusCode).toBe(200)
  return { secret, backupCodes, here: { ...user, cookie: cookieOf(confirmed) } }
}

const firstStep = (app: TestApp, { email }: TestUser) =>
  app.call('POST /api/accounts/log-in', { send: { email, password } })

const secondStep = (app: TestApp, first: Response, code: string, remoteAddress?: string) =>
  app.call('POST /api/accounts/log-in/code', {
    headers: { cookie: cookieOf(first) },
    send: { code },
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  })

async function whoIs(app: TestApp, cookie: string): Promise<string | null> {
  const response = await app.call('GET /api/proxy/auth/get-id-and-role', { headers: { cookie } })
  return response.json<{ id: string | null }>().id
}

const sessionsOf = ({ db }: TestApp, { id }: TestUser) =>
  db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()

/** The text of a QR code, read by its decoder from the squares of the path. */
function read({ size, path }: Begun['qrCode']): string {
  const scale = 4
  const data = new Uint8ClampedArray(size * size * scale * scale * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let at = 0; at < scale * scale; at++) {
      const row = Number(y) * scale + Math.floor(at / scale)
      const column = Number(x) * scale + (at % scale)
      data.set([0, 0, 0, 255], (row * size * scale + column) * 4)
    }
  }
  return decodeQR({ width: size * scale, height: size * scale, data })
}

test('two-factor log-in begins with the password and is on after the first code; the QR code holds the secret', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  const begin = (typed: string) =>
    app.call('POST /api/account/two-factor/begin', { as: mia, send: { password: typed } })
  const confirm = (code: string) =>
    app.call('POST /api/account/two-factor/confirm', { as: mia, send: { code } })
  expect(refusalOf(await confirm('123456'))).toBe('two_factor_off')
  expect(refusalOf(await begin('a wrong guess'))).toBe('wrong_password')
  const begun = (await begin(password)).json<Begun>()
  const uri = new URL(read(begun.qrCode))
  expect(uri.searchParams.get('secret')).toBe(begun.secret)
  expect(uri.searchParams.get('issuer')).toBe('Undersong')
  expect(begun.backupCodes).toHaveLength(10)
  // Begun, but not confirmed: the password alone still logs in.
  expect((await firstStep(app, mia)).statusCode).toBe(200)
  const wrong = String((Number(codeOf(begun.secret)) + 1) % 1_000_000).padStart(6, '0')
  expect(refusalOf(await confirm(wrong))).toBe('wrong_code')
  const confirmed = await confirm(codeOf(begun.secret))
  expect(confirmed.statusCode).toBe(200)
  expect([await whoIs(app, mia.cookie), await whoIs(app, cookieOf(confirmed))]).toEqual([
    null,
    mia.id,
  ])
  await app.work()
  expect(emailsTo(app, mia).map(({ subject }) => subject)).toEqual(['Two-factor log-in is on'])
  const { secret, backup_codes: codes } = await app.db
    .selectFrom('two_factors')
    .selectAll()
    .where('user_id', '=', mia.id)
    .executeTakeFirstOrThrow()
  expect(secret).not.toContain(begun.secret)
  expect(codes).not.toContain(begun.backupCodes[0])
})

test('then the password alone does not log in, a code of the app does, and a backup code once', async () => {
  const app = await sharedApp()
  const [mia, ann] = [await createUser(app), await createUser(app)]
  const { secret, backupCodes } = await turnOn(app, mia)
  const first = await firstStep(app, mia)
  expect([first.statusCode, refusalOf(first)]).toEqual([401, 'two_factor_needed'])
  expect(await whoIs(app, cookieOf(first))).toBeNull()
  expect(refusalOf(await secondStep(app, first, '000000'))).toBe('wrong_code')
  const second = await secondStep(app, first, ` ${nextCodeOf(secret).replace(/(...)/, '$1 ')} `)
  expect(second.json()).toEqual({ id: mia.id, username: mia.username, role: 'customer' })
  expect(await whoIs(app, cookieOf(second))).toBe(mia.id)
  // The challenge was for one log-in.
  expect(refusalOf(await secondStep(app, first, codeOf(secret)))).toBe('code_expired')

  const [code = ''] = backupCodes
  const inAnnsBrowser = await app.call('POST /api/accounts/log-in/code', {
    headers: { cookie: `${ann.cookie}; ${cookieOf(await firstStep(app, mia))}` },
    send: { code },
  })
  expect(inAnnsBrowser.json()).toMatchObject({ id: mia.id })
  const again = await firstStep(app, mia)
  expect(refusalOf(await secondStep(app, again, code))).toBe('wrong_code')
  expect(refusalOf(await secondStep(app, again, ''))).toBe('invalid_input')
})

test('a code of the app is accepted once: not again after the confirmation, nor by a second of simultaneous log-ins', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  const begun = await app.call('POST /api/account/two-factor/begin', {
    as: mia,
    send: { password },
  })
  const { secret } = begun.json<Begun>()
  const [confirming, next] = [codeOf(secret), nextCodeOf(secret)]
  const confirm = () =>
    app.call('POST /api/account/two-factor/confirm', { as: mia, send: { code: confirming } })
  const confirmed = await Promise.all([confirm(), confirm(), confirm()])
  expect(confirmed.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(confirmed.filter(({ statusCode }) => statusCode >= 500)).toEqual([])

  const replayed = await secondStep(app, await firstStep(app, mia), confirming)
  expect([replayed.statusCode, refusalOf(replayed), replayed.cookies]).toEqual([
    403,
    'code_used',
    [],
  ])
  const challenges = await Promise.all(Array.from({ length: 5 }, () => firstStep(app, mia)))
  const answers = await Promise.all(challenges.map((first) => secondStep(app, first, next)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const refused = answers.filter(({ statusCode }) => statusCode === 403)
  expect(refused.map(refusalOf)).toEqual(Array(4).fill('code_used'))
  // One session of the confirmation, and one of the log-in.
  expect(await sessionsOf(app, mia)).toHaveLength(2)
})

test.each([
  ['the same backup code', 0],
  ['another backup code', 1],
])(
  'of two log-ins at once, the one that comes second with %s begins no session',
  async (_which, second) => {
    const app = await sharedApp()
    const mia = await createUser(app)
    const { backupCodes } = await turnOn(app, mia)
    const challenges = [await firstStep(app, mia), await firstStep(app, mia)]
    const codes = [backupCodes[0] ?? '', backupCodes[second] ?? '']

    // Both have read the codes that are left, and wait to store which ones are left then.
    const responses = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('two_factors').select('id').forUpdate().execute()
      const sent = challenges.map(async (first, at) => secondStep(app, first, codes[at] ?? ''))
      await untilWaitingForLocks(app, 2)
      return { sent }
    })

    const ended = await Promise.all(responses.sent)
    const refused = ended.filter(({ statusCode }) => statusCode !== 200)
    expect(refused.map((one) => [one.statusCode, refusalOf(one), one.cookies])).toEqual([
      [403, 'code_used', []],
    ])
    // One session of the confirmation, and one of the log-in.
    expect(await sessionsOf(app, mia)).toHaveLength(2)
  },
)

test.each([
  ['password', { currentPassword: password, newPassword: 'another song to sing' }],
  ['sessions/end-others', {}],
])(
  'a log-in that waits for its code is ended by POST /api/account/%s, like the other sessions',
  async (path, send) => {
    const app = await sharedApp()
    const { backupCodes, here } = await turnOn(app, await createUser(app))
    const first = await firstStep(app, here)
    const ended = await app.call(`POST /api/account/${path}`, { as: here, send })
    expect(ended.statusCode).toBe(200)
    const late = await secondStep(app, first, backupCodes[0] ?? '')
    expect(refusalOf(late)).toBe('code_expired')
  },
)

test('guesses of the code are limited for each log-in and for the account, over all addresses', async () => {
  await using app = await createTestApp()
  const mia = await createUser(app)
  const { secret } = await turnOn(app, mia)
  const guesses: string[] = []
  for (const address of ['203.0.113.1', '203.0.113.2']) {
    const first = await firstStep(app, mia)
    for (let guess = 0; guess < 6; guess++) {
      guesses.push(refusalOf(await secondStep(app, first, '000000', address)))
    }
  }
  const wrong = Array<string>(5).fill('wrong_code')
  expect(guesses).toEqual([...wrong, 'code_expired', ...wrong, 'too_many_codes'])
  const late = await secondStep(app, await firstStep(app, mia), codeOf(secret), '203.0.113.3')
  expect(refusalOf(late)).toBe('too_many_codes')
})

test('guesses of the first code are limited, too: after ten not even the right one is accepted', async () => {
  const app = await sharedApp()
  const [mia, sam] = [await createUser(app), await createUser(app)]
  const begin = async (as: TestUser) =>
    (await app.call('POST /api/account/two-factor/begin', { as, send: { password } })).json<Begun>()
  const confirm = (as: TestUser, code: string) =>
    app.call('POST /api/account/two-factor/confirm', { as, send: { code } })
  const { secret } = await begin(mia)
  const { secret: ofSam } = await begin(sam)
  for (let guess = 0; guess < 10; guess++)
    expect(refusalOf(await confirm(mia, '000000'))).toBe('wrong_code')
  expect(refusalOf(await confirm(mia, codeOf(secret)))).toBe('too_many_codes')
  // The guesses of one account do not lock another.
  expect((await confirm(sam, codeOf(ofSam))).statusCode).toBe(200)
})

test('new backup codes replace the old ones, and the password turns two-factor log-in off', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  const { backupCodes, here } = await turnOn(app, mia)
  const call = (what: string, typed: string) =>
    app.call(`POST /api/account/two-factor/${what}`, { as: here, send: { password: typed } })
  for (const what of ['codes', 'end']) {
    expect(refusalOf(await call(what, 'a wrong guess'))).toBe('wrong_password')
  }
  expect(refusalOf(await call('begin', password))).toBe('two_factor_on')
  const renewed = (await call('codes', password)).json<Begun>().backupCodes
  expect(renewed).toHaveLength(10)
  const first = await firstStep(app, mia)
  expect(refusalOf(await secondStep(app, first, backupCodes[0] ?? ''))).toBe('wrong_code')
  expect((await secondStep(app, first, renewed[0] ?? '')).statusCode).toBe(200)

  const off = await call('end', password)
  expect(await whoIs(app, cookieOf(off))).toBe(mia.id)
  expect((await firstStep(app, mia)).statusCode).toBe(200)
  expect(
    refusalOf(
      await app.call('POST /api/account/two-factor/codes', {
        headers: { cookie: cookieOf(off) },
        send: { password },
      }),
    ),
  ).toBe('two_factor_off')
})

test('an admin who turns two-factor log-in on gains the powers of admins at once', async () => {
  const app = await sharedApp()
  const ada = await createUser(app)
  await app.db.updateTable('users').set({ role: 'admin' }).where('id', '=', ada.id).execute()
  const ban = (as: TestUser) =>
    app.call('POST /api/proxy/admin/ban-user', { as, send: { artistId: ada.id } })
  expect(refusalOf(await ban(ada))).toBe('two_factor_required')
  const { here } = await turnOn(app, ada)
  expect(refusalOf(await ban(here))).not.toBe('two_factor_required')
})
