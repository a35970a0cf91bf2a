import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTrack, createUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

type Logged = {
  actions: { action: string; subject: object; reason: string; removed: object | null }[]
}

test('an admin removes a comment: it is gone and counted no more, its author is told why, and the log has a copy', async () => {
  const app = await emptyApp()
  const [admin, tom, mia] = [
    await createAdmin(app),
    await createUser(app, { role: 'artist' }),
    await createUser(app, { name: 'mia' }),
  ]
  const { id } = await createTrack(app.db, { artistId: tom.id, title: 'Skye' })
  const write = async (comment: string) =>
    (await app.call(`POST /api/proxy/tracks/comment/${id}`, { as: mia, send: { comment } })).json<{
      id: string
    }>()
  const insult = await write('You <b>idiot</b>')
  await write('Lovely')
  const send = { reason: 'It insults the artist.' }
  const remove = async (commentId: string, as = admin) =>
    codeOf(await app.call(`POST /api/proxy/admin/comments/${commentId}/remove`, { as, send }))

  expect(await remove(insult.id, mia)).toBe('not_allowed')
  const codes = await Promise.all([remove(insult.id), remove(insult.id)])
  expect(codes.toSorted()).toEqual(['done', 'not_found'])
  const page = (await app.call(`GET /api/proxy/tracks/${id}`)).json()
  expect(page).toMatchObject({ totalComments: 1, comments: [{ text: 'Lovely' }] })
  expect((await notificationsOf(app, tom)).notifications).toHaveLength(1)

  expect((await notificationsOf(app, mia)).notifications).toMatchObject([
    {
      sentence: 'We have removed your comment on “Skye”.',
      addition: 'The reason: It insults the artist.',
      path: '/reviews-policy#rules',
    },
  ])
  await app.work()
  expect(app.emails.map(({ to, subject }) => [to, subject])).toEqual([
    [mia.email, 'We have removed your comment on “Skye”'],
  ])
  const log = await app.call('GET /api/proxy/admin/audit-log', { as: admin })
  expect(log.json<Logged>().actions).toMatchObject([
    {
      action: 'remove_comment',
      subject: { kind: 'comment', id: insult.id, name: 'Skye' },
      reason: 'It insults the artist.',
      removed: {
        text: 'You <b>idiot</b>',
        answer: null,
        author: { id: mia.id, name: 'mia' },
        about: { id, name: 'Skye' },
      },
    },
  ])
})

test('an admin removes a review: the artist’s counts follow, and a review of a deleted account is removed silently', async () => {
  const app = await emptyApp()
  const [admin, tom, mia] = [
    await createAdmin(app),
    await createUser(app, { role: 'artist', name: 'tom' }),
    await createUser(app),
  ]
  for (const review of ['Rude', 'Kind'])
    await app.call(`POST /api/proxy/users/review/${tom.id}`, { as: mia, send: { review } })
  const reviews = await app.db.selectFrom('reviews').select(['id', 'text']).execute()
  const remove = async (text: string) => {
    const id = reviews.find((review) => review.text === text)?.id ?? randomUUID()
    const send = { reason: 'Not about the music.' }
    return codeOf(await app.call(`POST /api/proxy/admin/reviews/${id}/remove`, { as: admin, send }))
  }
  const shown = async () =>
    (await app.call(`GET /public/users/${tom.id}`)).json<{ numOfReviews: number }>().numOfReviews
  expect(await remove('None')).toBe('not_found')
  expect(await remove('Rude')).toBe('done')
  expect(await shown()).toBe(1)
  expect((await notificationsOf(app, mia)).notifications).toMatchObject([
    { sentence: 'We have removed your review of “tom”.' },
  ])

  await app.db.updateTable('reviews').set({ author_id: null }).execute()
  expect(await remove('Kind')).toBe('done')
  expect(await shown()).toBe(0)
  expect((await notificationsOf(app, mia)).notifications).toHaveLength(1)
  const log = await app.call('GET /api/proxy/admin/audit-log?action=remove_review', { as: admin })
  expect(log.json<Logged>().actions).toMatchObject([
    { removed: { text: 'Kind', author: null } },
    { removed: { text: 'Rude', author: { id: mia.id }, about: { id: tom.id, name: 'tom' } } },
  ])
})
