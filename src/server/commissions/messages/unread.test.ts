import { expect, test } from 'vitest'
import type { Commission, CommissionSummary } from '#contracts/commissions/commission.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { studioIn } from '../../../../tests/support/commissions/delivering.ts'
import {
  markRead,
  messagesOf,
  sentMessage,
} from '../../../../tests/support/commissions/messaging.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import type { TestApp, TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

const unreadOf = async (app: TestApp, as: TestUser, id: string) =>
  (await app.call(`GET /api/commissions/${id}`, { as })).json<Commission>().unreadMessages

const listed = async (app: TestApp, as: TestUser, role: 'customer' | 'artist') => {
  const list = await app.call(`GET /api/commissions?as=${role}`, { as })
  const { commissions } = list.json<{ commissions: CommissionSummary[] }>()
  return Object.fromEntries(commissions.map(({ id, unreadMessages }) => [id, unreadMessages]))
}

test('what the other party wrote is unread in the room and in the list until it was seen, and the own is not', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const [{ id }, { id: other }] = [await store('in_progress'), await store('in_progress')]
  await sentMessage(app, mia, id)
  await sentMessage(app, tom, other)
  const first = await sentMessage(app, tom, id)
  const second = await sentMessage(app, tom, id)
  expect(await listed(app, mia, 'customer')).toEqual({ [id]: 2, [other]: 1 })
  expect(await listed(app, tom, 'artist')).toEqual({ [id]: 1, [other]: 0 })
  expect((await messagesOf(app, mia, id)).messages.map(({ isUnread }) => isUnread)).toEqual([
    false,
    true,
    true,
  ])

  expect((await markRead(app, mia, id, first.id)).json()).toEqual({ unread: 1 })
  expect(await unreadOf(app, mia, id)).toBe(1)
  expect((await markRead(app, mia, id, second.id)).json()).toEqual({ unread: 0 })
  // Messages that were seen stay seen.
  expect((await markRead(app, mia, id, first.id)).json()).toEqual({ unread: 0 })
  expect(await listed(app, mia, 'customer')).toEqual({ [id]: 0, [other]: 1 })
  expect(await unreadOf(app, tom, id)).toBe(1)
})

test('nobody marks a room by a message of another one, and an admin marks none', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const [{ id }, { id: other }] = [await store('delivered'), await store('delivered')]
  await sentMessage(app, tom, id)
  const elsewhere = await sentMessage(app, tom, other)
  expect(codeOf(await markRead(app, mia, id, elsewhere.id))).toBe('not_found')
  expect(codeOf(await markRead(app, await createAdmin(app), other, elsewhere.id))).toBe('not_found')
  expect(await unreadOf(app, mia, id)).toBe(1)
})

test('messages of a room are one notification, which counts them and is read with the room', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const [{ id }, { id: other }] = [await store('in_progress'), await store('in_progress')]
  await sentMessage(app, tom, id)
  await sentMessage(app, tom, other)
  const newest = await sentMessage(app, tom, id)
  const told = async () =>
    (await notificationsOf(app, mia)).notifications
      .filter(({ kind }) => kind === 'commission_news')
      .map(({ sentence, path, isRead }) => [sentence, path, isRead])
  const inOther = [`${tom.username} wrote to you about “Skylark”.`, `/commissions/${other}`, false]
  expect(await told()).toEqual(
    expect.arrayContaining([
      [`${tom.username} wrote to you 2 times about “Skylark”.`, `/commissions/${id}`, false],
      inOther,
    ]),
  )
  await markRead(app, mia, id, newest.id)
  expect((await told()).filter(([, path]) => path === `/commissions/${id}`)).toEqual([
    [expect.any(String), `/commissions/${id}`, true],
  ])
  expect(await told()).toContainEqual(inOther)
  // The next ones are counted anew.
  await sentMessage(app, tom, id)
  expect(await told()).toContainEqual([
    `${tom.username} wrote to you about “Skylark”.`,
    `/commissions/${id}`,
    false,
  ])
  expect((await notificationsOf(app, tom)).notifications).toEqual([])
})
