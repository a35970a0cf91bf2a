import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const cookieName = 'undersong.session_token'

async function idOf(app: TestApp, cookie: string): Promise<string | null> {
  const response = await app.call('GET /api/proxy/auth/get-id-and-role', { headers: { cookie } })
  expect(response.statusCode).toBe(200)
  return response.json<{ id: string | null }>().id
}

/** The token and the signature in a user's cookie. */
function partsOf({ cookie }: TestUser): [token: string, signature: string] {
  const [token = '', signature = ''] = decodeURIComponent(
    cookie.slice(cookie.indexOf('=') + 1),
  ).split('.')
  return [token, signature]
}

const cookieOf = ({ cookies }: Awaited<ReturnType<TestApp['call']>>) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

const asCookie = (value: string) => `${cookieName}=${encodeURIComponent(value)}`

test('only the whole cookie that the server has signed identifies its user', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  const ann = await createUser(app)
  const [token, signature] = partsOf(mia)
  const [, signatureOfAnn] = partsOf(ann)
  const signedElsewhere = createHmac('sha256', 'of another site').update(token).digest('base64')

  expect(await idOf(app, asCookie(`${token}.${signature}`))).toBe(mia.id)
  const forged = {
    'no signature': token,
    'an empty signature': `${token}.`,
    'a cut signature': `${token}.${signature.slice(0, -2)}`,
    'a longer signature': `${token}.${signature}=`,
    'the signature of another session': `${token}.${signatureOfAnn}`,
    'the signature of another secret': `${token}.${signedElsewhere}`,
    'no token': `.${signature}`,
    'a cut token': `${token.slice(1)}.${signature}`,
    'a signature within the signature': `${token}.${signature}.${signature}`,
    'characters that no token has': `${token}\u0000\r\n'é.${signature}`,
  }
  for (const [what, value] of Object.entries(forged)) {
    expect([what, await idOf(app, asCookie(value))]).toEqual([what, null])
  }
  for (const cookie of [cookieName, `${cookieName}=`, `${cookieName}=%`, `x${mia.cookie}`]) {
    expect([cookie, await idOf(app, cookie)]).toEqual([cookie, null])
  }
})

test('a cookie that the server has not signed costs no query', async () => {
  await using app = await createTestApp()
  const mia = await createUser(app)
  const [token] = partsOf(mia)
  let connections = 0
  app.pool.on('acquire', () => connections++)
  expect(await idOf(app, asCookie(`${token}.invented`))).toBeNull()
  expect(connections).toBe(0)
  expect(await idOf(app, mia.cookie)).toBe(mia.id)
  expect(connections).toBeGreaterThan(0)
})

test('the session is found among other cookies, and under the name of another deployment it is not', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  expect(await idOf(app, `theme=dark; ${mia.cookie}; other="x y"`)).toBe(mia.id)
  const value = mia.cookie.slice(mia.cookie.indexOf('=') + 1)
  expect(await idOf(app, `__Host-${cookieName}=${value}`)).toBeNull()
})

test('an expired session identifies nobody, before it is deleted', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  const aSecondAgo = new Date(Date.now() - 1_000)
  const sessions = app.db.updateTable('sessions').where('user_id', '=', mia.id)
  await sessions.set({ expires_at: aSecondAgo }).execute()
  expect(await idOf(app, mia.cookie)).toBeNull()
})

test('a new role counts at the next call of an existing session', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  const ownTracks = () => app.call('GET /api/proxy/artists/tracks', { as: mia })
  expect((await ownTracks()).json().code).toBe('not_allowed')
  await app.db.updateTable('users').set({ role: 'artist' }).where('id', '=', mia.id).execute()
  expect((await ownTracks()).statusCode).toBe(200)
})

test('an account that is gone identifies nobody', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  await app.db.deleteFrom('users').where('id', '=', mia.id).execute()
  expect(await idOf(app, mia.cookie)).toBeNull()
})

test('a customer becomes an artist once, with a new session in place of the one that asked', async () => {
  const app = await sharedApp()
  const [person, other] = [await createUser(app), await createUser(app)]
  const elsewhere = await app.call('POST /api/accounts/log-in', {
    send: { email: person.email, password: 'sing it to me' },
  })
  const first = await app.call('POST /api/accounts/become-artist', { as: person, send: {} })
  expect(first.json()).toEqual({ id: person.id, username: person.username, role: 'artist' })
  const asArtist = { ...person, cookie: cookieOf(first) }
  const second = await app.call('POST /api/accounts/become-artist', { as: asArtist, send: {} })
  expect([second.json().code, second.cookies]).toEqual(['not_a_customer', []])
  const who = async (cookie: string) => {
    const response = await app.call('GET /api/proxy/auth/get-id-and-role', { headers: { cookie } })
    return response.json<{ role: string | null }>().role
  }
  // Whoever took the customer's cookie has nothing of the artist.
  expect(await who(person.cookie)).toBeNull()
  expect(await who(asArtist.cookie)).toBe('artist')
  expect([await who(cookieOf(elsewhere)), await who(other.cookie)]).toEqual(['artist', 'customer'])
})
