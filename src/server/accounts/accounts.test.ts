import { expect, test } from 'vitest'
import { aPerson, openScene } from '../../../tests/support/scene.ts'

const mia = {
  email: 'Mia@Example.com',
  username: 'mia',
  password: 'sing it to me',
  role: 'customer',
}

test('a visitor is told so, without an error (API-21)', async () => {
  await using scene = await openScene()
  const answer = await scene.call('GET /api/proxy/auth/get-id-and-role')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    id: null,
    role: null,
    isBanned: false,
    hasBoughtCommission: false,
  })
})

test('registering logs in, and the session says who it is (API-21)', async () => {
  await using scene = await openScene()
  const person = await aPerson(scene, { role: 'artist', name: 'Rosa Lindqvist' })
  const answer = await scene.call('GET /api/proxy/auth/get-id-and-role', { as: person })
  expect(answer.json()).toEqual({
    id: person.id,
    role: 'artist',
    isBanned: false,
    hasBoughtCommission: false,
    username: 'Rosa Lindqvist',
  })
})

test('the session cookie is for the server alone, and only for this site', async () => {
  await using scene = await openScene()
  const answer = await scene.call('POST /api/accounts/register', { send: mia })
  expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly/i)
  expect(String(answer.headers['set-cookie'])).toMatch(/SameSite=Lax/i)
})

test('one email and one username have one account, whatever their case', async () => {
  await using scene = await openScene()
  await scene.call('POST /api/accounts/register', { send: mia })

  const sameEmail = await scene.call('POST /api/accounts/register', {
    send: { ...mia, email: 'MIA@example.com', username: 'other' },
  })
  const sameName = await scene.call('POST /api/accounts/register', {
    send: { ...mia, email: 'other@example.com', username: 'MIA' },
  })
  expect(sameEmail.json().code).toBe('email_taken')
  expect(sameName.json().code).toBe('username_taken')
})

test('what is wrong with a form is said at its fields', async () => {
  await using scene = await openScene()
  const answer = await scene.call('POST /api/accounts/register', {
    send: { email: 'nowhere', username: 'a', password: 'short', role: 'customer' },
  })
  expect(answer.statusCode).toBe(400)
  const paths = answer.json<{ issues: { path: string[] }[] }>().issues.map(({ path }) => path[0])
  expect(paths).toEqual(['email', 'username', 'password'])
})

test.each(['admin', 'moderator', '', null, ['artist', 'admin']])(
  'no request can make the role %j',
  async (role) => {
    await using scene = await openScene()
    const answer = await scene.call('POST /api/accounts/register', { send: { ...mia, role } })
    expect(answer.statusCode).toBe(400)
    expect(await scene.db.selectFrom('users').select('id').execute()).toEqual([])
  },
)

test('a wrong password and an unknown email get the same answer', async () => {
  await using scene = await openScene()
  await scene.call('POST /api/accounts/register', { send: mia })
  const wrong = await scene.call('POST /api/accounts/log-in', {
    send: { email: mia.email, password: 'not this one' },
  })
  const unknown = await scene.call('POST /api/accounts/log-in', {
    send: { email: 'nobody@example.com', password: 'not this one' },
  })
  expect(wrong.statusCode).toBe(401)
  expect(wrong.body).toBe(unknown.body)
  expect(wrong.json().message).toBe('Email or password is not right.')
})

test('guessing passwords is slowed down', async () => {
  await using scene = await openScene()
  await scene.call('POST /api/accounts/register', { send: mia })
  const guess = () =>
    scene.call('POST /api/accounts/log-in', {
      send: { email: mia.email, password: 'a wrong guess' },
    })
  const answers: number[] = []
  for (let tries = 0; tries < 11; tries++) answers.push((await guess()).statusCode)
  expect(answers.slice(0, 10)).toEqual(Array(10).fill(401))
  expect(answers[10]).toBe(429)
})

test('logging out ends the session on the server', async () => {
  await using scene = await openScene()
  const person = await aPerson(scene)
  await scene.call('POST /api/accounts/log-out', { as: person })
  const answer = await scene.call('GET /api/proxy/auth/get-id-and-role', { as: person })
  expect(answer.json().id).toBeNull()
})

test('a ban counts at once, whatever the browser believes', async () => {
  await using scene = await openScene()
  const person = await aPerson(scene)
  await scene.db.updateTable('users').set({ banned: true }).where('id', '=', person.id).execute()

  const cart = await scene.call('GET /api/proxy/auth/cart', { as: person })
  expect([cart.statusCode, cart.json().message]).toEqual([
    403,
    'You are banned from accessing this content!',
  ])
  const who = await scene.call('GET /api/proxy/auth/get-id-and-role', { as: person })
  expect(who.json().isBanned).toBe(true)
})

test('a customer becomes an artist once, and keeps the session', async () => {
  await using scene = await openScene()
  const person = await aPerson(scene)
  const first = await scene.call('POST /api/accounts/become-artist', { as: person, send: {} })
  const second = await scene.call('POST /api/accounts/become-artist', { as: person, send: {} })
  expect([first.json().role, second.json().code]).toEqual(['artist', 'not_a_customer'])
  const who = await scene.call('GET /api/proxy/auth/get-id-and-role', { as: person })
  expect(who.json().role).toBe('artist')
})

test.each<Record<string, string>>([
  { origin: 'http://evil.test' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('a write from another site is refused: %j', async (headers) => {
  await using scene = await openScene()
  const person = await aPerson(scene)
  const answer = await scene.call('POST /api/proxy/auth/cart/clear', {
    as: person,
    send: {},
    headers,
  })
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'foreign_origin'])
})
