import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { answerNote } from '#rules/admin/admin-actions.ts'
import { contactLimits, maxContactAnswerLength } from '#rules/contact/contact-limits.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

const message = {
  name: 'Mia <b>',
  email: 'Mia@Example.com',
  subject: 'copyright',
  message: 'This is my song.\r\n<script>',
}

const write = (app: TestApp, options: { as?: TestUser; changes?: object; from?: string } = {}) =>
  app.call('POST /api/contact', {
    send: { ...message, ...options.changes },
    ...(options.as && { as: options.as }),
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
  const app = await sharedApp()
  const stored = () => app.db.selectFrom('contact_messages').select('id').execute()
  const before = await stored()
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
  expect(await stored()).toEqual(before)
})

test('one address and one account may write a bounded number of messages in ten minutes', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  const [{ max }] = contactLimits
  for (let count = 0; count < max; count++)
    expect((await write(app, { as: mia, from: `198.51.100.${count}` })).statusCode).toBe(200)
  const refused = await write(app, { as: mia, from: '198.51.100.200' })
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'too_many_messages' }])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)

  for (let count = 0; count < max; count++)
    expect((await write(app, { from: '203.0.113.7' })).statusCode).toBe(200)
  expect((await write(app, { from: '203.0.113.7' })).statusCode).toBe(429)
  expect((await write(app, { from: '203.0.113.8' })).statusCode).toBe(200)
})

test('the form begins with the name and the email of the account, and with the suspension of a suspended one', async () => {
  const app = await sharedApp()
  const mia = await createUser(app, { name: 'mia' })
  const defaults = async (as?: TestUser) =>
    (await app.call('GET /api/contact', as ? { as } : {})).json<object>()
  expect(await defaults()).toEqual({ name: null, email: null, subject: null })
  expect(await defaults(mia)).toEqual({ name: 'mia', email: mia.email, subject: null })
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', mia.id).execute()
  expect(await defaults(mia)).toMatchObject({ subject: 'suspension' })
})

async function act(app: TestApp, as: TestUser, path: string, send: object) {
  const done = await app.call(`POST /api/proxy/admin/messages/${path}`, { as, send })
  const { status, code } = done.json<{ status?: string; code?: string }>()
  return status ?? code
}

const loggedOf = (app: TestApp, messageId: string) =>
  app.db
    .selectFrom('admin_actions')
    .select(['action', 'reason', 'note'])
    .where('subject_id', '=', messageId)
    .orderBy('id')
    .execute()

test('an admin closes a message and makes it new again, each with a note in the log', async () => {
  const app = await sharedApp()
  const admin = await createAdmin(app)
  const { id } = (await write(app)).json<{ id: string }>()
  const move = (step: string) =>
    act(app, admin, `${id}/move`, { step, note: `Because of ${step}.` })
  expect(await move('reopen')).toBe('message_moved')
  expect(await move('close')).toBe('closed')
  expect(await move('close')).toBe('message_moved')
  expect(await messagesOf(app, admin, `state=closed&query=${id}`)).toMatchObject([{ id }])
  expect(await move('reopen')).toBe('new')
  expect(await loggedOf(app, id)).toEqual([
    { action: 'close_message', reason: null, note: 'Because of close.' },
    { action: 'reopen_message', reason: null, note: 'Because of reopen.' },
  ])
})

test('an answer is stored, logged and sent once to the address of the message, also when two admins answer at once', async () => {
  const app = await sharedApp()
  const [admin, colleague] = [await createAdmin(app), await createAdmin(app)]
  const email = `${randomUUID()}@example.com`
  const { id } = (await write(app, { changes: { email } })).json<{ id: string }>()
  const answer = (as: TestUser, text: string) => act(app, as, `${id}/answer`, { answer: text })
  for (const text of [' \u200B', 'x'.repeat(maxContactAnswerLength + 1)])
    expect(await answer(admin, text)).toBe('invalid_input')
  expect(await act(app, admin, `${randomUUID()}/answer`, { answer: 'Hello' })).toBe('not_found')

  const results = await Promise.all([
    answer(admin, 'It is <b>gone</b>.\r\nSorry.'),
    answer(colleague, 'It is <b>gone</b>.\r\nSorry.'),
  ])
  expect(results.toSorted()).toEqual(['answered', 'message_moved'])
  await app.work()
  const sent = app.emails.filter(({ to }) => to === email)
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Our answer: Copyright: a track that should not be here',
  ])
  const [answered] = sent
  expect(answered?.text).toContain('Hello Mia <b>,\n\nIt is <b>gone</b>.\nSorry.')
  expect(answered?.text).toContain('> This is my song.\n> <script>')
  expect(answered?.html).toContain('It is &lt;b&gt;gone&lt;/b&gt;.<br>Sorry.')
  expect(await messagesOf(app, admin, `state=answered&query=${id}`)).toMatchObject([
    { id, answers: [{ text: 'It is <b>gone</b>.\nSorry.', sentAt: expect.stringMatching(/Z$/) }] },
  ])
  expect(await loggedOf(app, id)).toEqual([
    { action: 'answer_message', reason: null, note: answerNote },
  ])

  await act(app, admin, `${id}/move`, { step: 'reopen', note: 'More to say.' })
  expect(await answer(admin, 'One more thing.')).toBe('answered')
  await app.work()
  expect(app.emails.filter(({ to }) => to === email)).toHaveLength(2)
})

test('each admin is told of a message, which the notification opens', async () => {
  const app = await sharedApp()
  const admins = [await createAdmin(app), await createAdmin(app)]
  const mia = await createUser(app)
  const { id } = (await write(app, { as: mia })).json<{ id: string }>()
  for (const admin of admins)
    expect((await notificationsOf(app, admin)).notifications).toMatchObject([
      {
        sentence: '“Mia <b>” wrote in the contact form.',
        addition: 'Copyright: a track that should not be here.',
        path: `/admin/messages?query=${id}`,
      },
    ])
  expect((await notificationsOf(app, mia)).notifications).toEqual([])
})
