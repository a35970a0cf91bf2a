import { expect, test, vi } from 'vitest'

const user = { id: 'u1', role: 'customer', isBanned: false, hasBoughtCommission: false }
let answer: object = { id: null, role: null, isBanned: false, hasBoughtCommission: false }
vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))
const { onChangeElsewhere, session } = await import('./session-store.ts')

/** What the browser tells this window when another one has written. */
function anotherWindowKeeps(newValue: string | null) {
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'undersong:account', newValue }))
}

test('logging in and out in one window reaches the others', async () => {
  expect(await session.known()).toEqual({ state: 'visitor' })
  const changes = vi.fn<() => void>()
  onChangeElsewhere(changes)

  answer = user
  anotherWindowKeeps('u1')
  expect(await session.known()).toMatchObject({ state: 'user', id: 'u1' })
  expect(localStorage.getItem('undersong:account')).toBe('u1')

  answer = { ...user, id: null, role: null }
  anotherWindowKeeps(null)
  expect(await session.known()).toEqual({ state: 'visitor' })
  expect(localStorage.getItem('undersong:account')).toBeNull()
  expect(changes).toHaveBeenCalledTimes(2)
})
