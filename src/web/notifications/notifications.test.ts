import { expect, test, vi } from 'vitest'
import type { followChanges } from '#web/api/live-events.ts'
import { networkError } from '#web/api/network-error.ts'
import type { Result } from '#web/api/result.ts'
import { createNotifications } from './notifications.ts'

const user = (id: string) =>
  ({ state: 'user', id, role: 'customer', username: id, displayName: id }) as const

type Followed = Parameters<typeof followChanges>[0]
type Unread = Result<{ unread: number }>

function start(count: () => Promise<Unread>) {
  const followed: Followed[] = []
  const stop = vi.fn()
  const tab = { isHidden: false }
  const calls = { count, markRead: async () => networkError, markAllRead: async () => networkError }
  const own = createNotifications({
    calls,
    follow: (one) => {
      followed.push(one)
      return stop
    },
    isHidden: () => tab.isHidden,
  })
  return { own, followed, stop, tab }
}

const unread = (value: number): Unread => ({ ok: true, value: { unread: value } })

test('the number follows the events of its user, and nothing is asked for a visitor or a hidden tab', async () => {
  const count = vi.fn(async () => unread(3))
  const { own, followed, stop, tab } = start(count)
  own.followSession({ state: 'visitor' })
  expect(count).not.toHaveBeenCalled()
  own.followSession(user('mia'))
  await expect.poll(() => own.store.getState()).toEqual({ unread: 3, version: 1 })
  own.followSession(user('mia'))
  expect(followed).toHaveLength(1)
  expect(followed[0]?.isConcerned({ name: 'notificationsChanged' })).toBe(true)
  expect(followed[0]?.isConcerned({ name: 'uploadChanged', uploadId: 'u' })).toBe(false)
  tab.isHidden = true
  expect([await followed[0]?.refetch(), count.mock.calls.length]).toEqual([true, 1])
  own.followSession({ state: 'visitor' })
  expect([stop.mock.calls.length, own.store.getState()]).toEqual([1, { unread: 0, version: 0 }])
})

test('a response for the user before is not shown to the next one', async () => {
  const first = Promise.withResolvers<Unread>()
  const responses = [first.promise, Promise.resolve(unread(1))]
  const { own } = start(() => responses.shift() ?? Promise.resolve(networkError))
  own.followSession(user('mia'))
  own.followSession(user('tom'))
  await expect.poll(() => own.store.getState().unread).toBe(1)
  first.resolve(unread(50))
  await first.promise
  await Promise.resolve()
  expect(own.store.getState().unread).toBe(1)
})

test('without a connection the number stays and is asked again; without a login it is not asked again', async () => {
  const refused = {
    ok: false,
    status: 401,
    code: 'login_required',
    message: 'x',
  } as const
  const responses: Unread[] = [unread(2), networkError, refused]
  const { own, followed } = start(async () => responses.shift() ?? networkError)
  own.followSession(user('mia'))
  await expect.poll(() => own.store.getState().unread).toBe(2)
  expect(await followed[0]?.refetch()).toBe(true)
  expect(await followed[0]?.refetch()).toBe(false)
  expect(own.store.getState().unread).toBe(2)
})
