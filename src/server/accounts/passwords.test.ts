import { expect, test } from 'vitest'
import { createTestApp } from '../../../tests/support/test-app.ts'

const mia = { email: 'mia@example.com', username: 'mia sings', role: 'customer' }

test.each([65, 128])(
  'a password of %i emoji opens an account and logs in to it',
  async (length) => {
    await using app = await createTestApp({ passwordHashing: undefined })
    const emoji = Array.from({ length }, (_, index) => String.fromCodePoint(0x1f600 + (index % 70)))
    const password = emoji.join('')
    const registered = await app.call('POST /api/accounts/register', {
      send: { ...mia, password },
    })
    expect(registered.statusCode).toBe(200)
    const login = { email: mia.email, password }
    const loggedIn = await app.call('POST /api/accounts/log-in', { send: login })
    expect(loggedIn.statusCode).toBe(200)
    const other = { ...login, password: `${password.slice(0, -2)}🎹` }
    const refused = await app.call('POST /api/accounts/log-in', { send: other })
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'wrong_login'])
  },
)

test('a password has 10 to 128 characters, counted in code points', async () => {
  await using app = await createTestApp()
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
  '１２３４５６７８９０',
])('the password %j is too common to open an account', async (password) => {
  await using app = await createTestApp()
  const response = await app.call('POST /api/accounts/register', { send: { ...mia, password } })
  expect([response.statusCode, response.json().code, response.json().message]).toEqual([
    400,
    'password_common',
    'This password is one of the first that are guessed. Please choose another.',
  ])
  expect(await app.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('a password that only contains a common one opens an account', async () => {
  await using app = await createTestApp()
  const response = await app.call('POST /api/accounts/register', {
    send: { ...mia, password: 'password and a song' },
  })
  expect(response.statusCode).toBe(200)
})
