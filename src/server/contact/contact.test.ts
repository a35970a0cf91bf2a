import { expect, test } from 'vitest'
import { contactLimits } from '#rules/contact/contact-limits.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const message = {
  name: 'Mia <b>',
  email: 'Mia@Example.com',
  subject: 'copyright',
  message: 'This is my song.\r\n<script>',
}

const write = (app: TestApp, options: { as?: TestUser; changes?: object; from?: string } = {}) =>
  app.http.inject({
    method: 'POST',
    url: '/api/contact',
    headers: { host: 'undersong.test', ...(options.as && { cookie: options.as.cookie }) },
    payload: { ...message, ...options.changes },
    ...(options.from && { remoteAddress: options.from }),
  })

type Listed = { id: string; status: string; userId: string | null; email: string; message: string }
const messagesOf = async (app: TestApp, as: TestUser, query = '') =>
  (await app.call(`GET /api/proxy/admin/messages?${query}`, { as })).json<{ messages: Listed[] }>()
    .messages

test('a message is stored for the admins and sent once to the operator, as text and as HTML', async () => {
  await using app = await createTestApp()
  const [admin, mia] = [await createAdmin(app), await createUser(app, { name: 'mia' })]
  expect((await write(app)).statusCode).toBe(200)
  await write(app, { as: mia, changes: { subject: 'other', message: 'Hello' } })
  expect(await messagesOf(app, admin)).toMatchObject([
    { userId: mia.id, message: 'Hello', status: 'new' },
    { userId: null, email: 'mia@example.com', message: 'This is my song.\n<script>' },
  ])
  expect(await messagesOf(app, admin, 'query=MY%20SONG')).toHaveLength(1)

  await app.work()
  const sent = app.emails.filter(({ to }) => to === 'operator@undersong.test')
  expect(sent).toHaveLength(2)
  expect(sent[0]?.text).toContain('> This is my song.\n> <script>')
  expect(sent[0]?.html).not.toContain('<script>')
})

test('without an address of the operator the message is stored only', async () => {
  await using app = await createTestApp({ contactEmail: null })
  expect((await write(app)).statusCode).toBe(200)
  expect(await app.db.selectFrom('mails').select('id').execute()).toEqual([])
  expect(await app.db.selectFrom('contact_messages').select('id').execute()).toHaveLength(1)
})

test('a message without a name, address, subject or text is refused at that field', async () => {
  await using app = await createTestApp()
  const refusedFields = async (changes: object) => {
    const { issues } = (await write(app, { changes })).json<{ issues: { path: string[] }[] }>()
    return issues.map(({ path }) => path[0])
  }
  expect(
    await refusedFields({ name: '\u200B', email: 'mia', subject: 'nonsense', message: ' ' }),
  ).toEqual(['name', 'email', 'subject', 'message'])
  expect(await refusedFields({ name: 'x'.repeat(101), message: 'x'.repeat(5001) })).toEqual([
    'name',
    'message',
  ])
  expect(await app.db.selectFrom('contact_messages').select('id').execute()).toEqual([])
})

test('one address and one account may write a bounded number of messages in ten minutes', async () => {
  await using app = await createTestApp()
  const mia = await createUser(app)
  const [{ most }] = contactLimits
  for (let count = 0; count < most; count++)
    expect((await write(app, { as: mia, from: `198.51.100.${count}` })).statusCode).toBe(200)
  const refused = await write(app, { as: mia, from: '198.51.100.200' })
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'too_many_messages' }])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)

  for (let count = 0; count < most; count++)
    expect((await write(app, { from: '203.0.113.7' })).statusCode).toBe(200)
  expect((await write(app, { from: '203.0.113.7' })).statusCode).toBe(429)
  expect((await write(app, { from: '203.0.113.8' })).statusCode).toBe(200)
})

test('the form begins with the name and the email of the account', async () => {
  await using app = await createTestApp()
  const mia = await createUser(app, { name: 'mia' })
  const defaults = async (as?: TestUser) =>
    (await app.call('GET /api/contact', as ? { as } : {})).json<object>()
  expect(await defaults()).toEqual({ name: null, email: null })
  expect(await defaults(mia)).toEqual({ name: 'mia', email: mia.email })
})

test('an admin marks a message as answered, closed and new again, each with a reason in the log', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const { id } = (await write(app)).json<{ id: string }>()
  const move = async (step: string) => {
    const send = { step, reason: `Because of ${step}.` }
    const moved = await app.call(`POST /api/proxy/admin/messages/${id}/move`, { as: admin, send })
    const { status, code } = moved.json<{ status?: string; code?: string }>()
    return status ?? code
  }
  expect(await move('reopen')).toBe('message_moved')
  expect(await move('answer')).toBe('answered')
  expect(await move('answer')).toBe('message_moved')
  expect(await move('close')).toBe('closed')
  expect(await messagesOf(app, admin, 'state=closed')).toHaveLength(1)
  expect(await move('reopen')).toBe('new')
  const logged = await app.db
    .selectFrom('admin_actions')
    .select(['action', 'reason'])
    .orderBy('id')
    .execute()
  expect(logged).toEqual([
    { action: 'answer_message', reason: 'Because of answer.' },
    { action: 'close_message', reason: 'Because of close.' },
    { action: 'reopen_message', reason: 'Because of reopen.' },
  ])
})
