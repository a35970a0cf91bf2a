import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { requestLog } from './request-log.ts'

function openLoggingApp() {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  return { app: Fastify({ logger: { level: 'info', stream, ...requestLog } }), lines }
}

test("the operator's secret does not reach the log (API-45)", async () => {
  const { app, lines } = openLoggingApp()
  app.post('/api/revalidate', async () => ({}))
  await app.inject({ method: 'POST', url: '/api/revalidate?path=/tracks&secret=hush&secret=again' })

  expect(lines.join('')).toContain('/api/revalidate?path=/tracks&secret=hidden&secret=hidden')
  expect(lines.join('')).not.toMatch(/hush|again/)
})

test('form values in a URL do not reach the log', async () => {
  const { app, lines } = openLoggingApp()
  app.post('/api/accounts/log-in', async () => ({}))
  app.get('/login', async () => ({}))
  const query = 'email=mia@example.com&password=sing+it&%70assword=sing+it'
  await app.inject({ method: 'POST', url: `/api/accounts/log-in?${query}` })
  await app.inject({ method: 'GET', url: `/login?next=/cart&password=sing+it` })

  expect(lines.join('')).toContain('/login?next=/cart&password=hidden')
  expect(lines.join('')).not.toMatch(/mia|sing/)
})

test('the token of an email, also in the path to return to, and whom an admin looks for do not reach the log', async () => {
  const { app, lines } = openLoggingApp()
  app.get('/*', async () => ({}))
  for (const url of [
    '/reset-password?token=hush',
    '/login?next=%2Freset-password%3Ftoken%3Dhush&page=2',
    '/register.data?next=%2Flogin%3Fnext%3D%252Funsubscribe%253Fa%253D1%2526token%253Dhush',
    '/orders?email=mia%40example.com',
    '/admin/users?role=artist&query=mia+holt&page=2',
    '/api/proxy/admin/messages?query=mia',
    '/tracks?query=hallelujah',
  ])
    await app.inject({ method: 'GET', url })

  const log = lines.join('')
  expect(log).not.toMatch(/hush|mia/)
  expect(log).toContain('"/login?next=%2Freset-password%3Ftoken%3Dhidden&page=2"')
  expect(log).toContain('"/admin/users?role=artist&query=hidden&page=2"')
  expect(log).toContain('"/tracks?query=hallelujah"')
})

test('an error is logged without the row values in the database error', async () => {
  const { app, lines } = openLoggingApp()
  const cause = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (lower(email))=(mia@example.com) already exists.',
  })
  app.log.error({ err: new Error('It failed.', { cause }) }, 'fault')

  expect(lines.join('')).toMatch(/It failed\..*duplicate key value.*23505/)
  expect(lines.join('')).not.toContain('mia@example.com')
})
