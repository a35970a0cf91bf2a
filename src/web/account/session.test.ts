import { expect, test, vi } from 'vitest'
import type { Role } from '#rules/permissions.ts'
import type { Attempt } from '#web/api/attempt.ts'
import { createSession } from './session.ts'

type Answer = Attempt<{
  id: string | null
  role: Role | null
  isBanned: boolean
  hasBoughtCommission: boolean
  username?: string
}>

const visitor: Answer = {
  ok: true,
  value: { id: null, role: null, isBanned: false, hasBoughtCommission: false },
}
const admin: Answer = {
  ok: true,
  value: { id: 'u1', role: 'admin', isBanned: false, hasBoughtCommission: false, username: 'Ada' },
}
const noAnswer: Answer = { ok: false, status: 0, code: 'network', message: 'no network' }

test('who one is stays unknown until the server has answered, and is asked once (API-21, ROL-23)', async () => {
  const ask = vi.fn(async () => admin)
  const session = createSession({ ask, keep: () => {} })
  expect(session.get()).toEqual({ state: 'unknown' })

  await Promise.all([session.known(), session.known()])
  await session.known()

  expect(session.get()).toEqual({ state: 'user', id: 'u1', role: 'admin', username: 'Ada' })
  expect(ask).toHaveBeenCalledTimes(1)
})

test('logging in or out drops what was known, and an older answer counts no more', async () => {
  const slow = Promise.withResolvers<Answer>()
  const ask = vi
    .fn<() => Promise<Answer>>()
    .mockReturnValueOnce(slow.promise)
    .mockResolvedValue(admin)
  const session = createSession({ ask, keep: () => {} })
  const first = session.known()

  session.drop()
  slow.resolve(visitor)

  expect(await first).toMatchObject({ state: 'user', id: 'u1' })
  expect(session.get()).toMatchObject({ state: 'user', id: 'u1' })
})

test('without an answer it stays unknown, and the next who needs it asks again', async () => {
  const ask = vi
    .fn<() => Promise<Answer>>()
    .mockResolvedValueOnce(noAnswer)
    .mockResolvedValue(visitor)
  const session = createSession({ ask, keep: () => {} })

  expect(await session.known()).toEqual({ state: 'unknown' })
  expect(await session.known()).toEqual({ state: 'visitor' })
})

test('each answer tells whether the caller is banned', async () => {
  const told: boolean[] = []
  const banned: Answer = { ok: true, value: { ...admin.value, isBanned: true } }
  const ask = vi.fn<() => Promise<Answer>>().mockResolvedValueOnce(banned).mockResolvedValue(admin)
  const session = createSession({ ask, keep: ({ isBanned }) => told.push(isBanned) })

  await session.known()
  session.drop()
  await session.known()

  expect(told).toEqual([true, false])
})
