import { expect, test, vi } from 'vitest'
import type { Role } from '#rules/permissions.ts'
import type { Result } from '#web/api/result.ts'
import { createSession } from './session.ts'

type SessionResult = Result<{
  id: string | null
  role: Role | null
  isBanned: boolean
  hasBoughtCommission: boolean
  username?: string
  displayName?: string
}>

const visitor: SessionResult = {
  ok: true,
  value: { id: null, role: null, isBanned: false, hasBoughtCommission: false },
}
const admin: SessionResult = {
  ok: true,
  value: {
    id: 'u1',
    role: 'admin',
    isBanned: false,
    hasBoughtCommission: false,
    username: 'ada l',
    displayName: 'Ada',
  },
}
const noResponse: SessionResult = { ok: false, status: 0, code: 'network', message: 'no network' }

test('the session is unknown until the server responds, and is fetched once (API-21, ROL-23)', async () => {
  const fetchSession = vi.fn(async () => admin)
  const session = createSession({ fetchSession, store: () => {} })
  expect(session.get()).toEqual({ state: 'unknown' })

  await Promise.all([session.known(), session.known()])
  await session.known()

  expect(session.get()).toEqual({
    state: 'user',
    id: 'u1',
    role: 'admin',
    username: 'ada l',
    displayName: 'Ada',
  })
  expect(fetchSession).toHaveBeenCalledTimes(1)
})

test('a login or logout invalidates the session, and an older response is ignored', async () => {
  const slow = Promise.withResolvers<SessionResult>()
  const fetchSession = vi
    .fn<() => Promise<SessionResult>>()
    .mockReturnValueOnce(slow.promise)
    .mockResolvedValue(admin)
  const session = createSession({ fetchSession, store: () => {} })
  const first = session.known()

  session.invalidate()
  slow.resolve(visitor)

  expect(await first).toMatchObject({ state: 'user', id: 'u1' })
  expect(session.get()).toMatchObject({ state: 'user', id: 'u1' })
})

test('without a response the session stays unknown, and the next call fetches it again', async () => {
  const fetchSession = vi
    .fn<() => Promise<SessionResult>>()
    .mockResolvedValueOnce(noResponse)
    .mockResolvedValue(visitor)
  const session = createSession({ fetchSession, store: () => {} })

  expect(await session.known()).toEqual({ state: 'unknown' })
  expect(await session.known()).toEqual({ state: 'visitor' })
})

test('each response is stored with whether the caller is banned', async () => {
  const stored: boolean[] = []
  const banned: SessionResult = { ok: true, value: { ...admin.value, isBanned: true } }
  const fetchSession = vi
    .fn<() => Promise<SessionResult>>()
    .mockResolvedValueOnce(banned)
    .mockResolvedValue(admin)
  const session = createSession({ fetchSession, store: ({ isBanned }) => stored.push(isBanned) })

  await session.known()
  session.invalidate()
  await session.known()

  expect(stored).toEqual([true, false])
})

test('a response that an invalidation has overtaken changes neither the session nor what is stored', async () => {
  const slow = Promise.withResolvers<SessionResult>()
  const fetchSession = vi
    .fn<() => Promise<SessionResult>>()
    .mockResolvedValueOnce(admin)
    .mockReturnValueOnce(slow.promise)
    .mockResolvedValue(admin)
  const stored: (string | null)[] = []
  const session = createSession({ fetchSession, store: ({ id }) => stored.push(id) })
  await session.known()

  const refreshing = session.refresh()
  session.invalidate()
  await session.known()
  slow.resolve(visitor)
  await refreshing

  expect(session.get()).toMatchObject({ state: 'user', id: 'u1' })
  expect(stored).toEqual(['u1', 'u1'])
})
