import { expect, test, vi } from 'vitest'

const user = { id: 'u1', role: 'customer', isBanned: false, hasBoughtCommission: false }
let response: object = { id: null, role: null, isBanned: false, hasBoughtCommission: false }
vi.stubGlobal('fetch', () => Promise.resolve(Response.json(response)))
const { onChangeInOtherTab, refetchSession, session } = await import('./session-store.ts')

/** Dispatches the event that this tab gets when another tab has written to the storage. */
function anotherTabStores(newValue: string | null) {
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'undersong:account', newValue }))
}

test('a login or logout in one tab updates the other tabs', async () => {
  expect(await session.known()).toEqual({ state: 'visitor' })
  const changes = vi.fn<() => void>()
  onChangeInOtherTab(changes)

  response = user
  anotherTabStores('u1')
  expect(await session.known()).toMatchObject({ state: 'user', id: 'u1' })
  expect(localStorage.getItem('undersong:account')).toBe('u1')

  response = { ...user, id: null, role: null }
  anotherTabStores(null)
  expect(await session.known()).toEqual({ state: 'visitor' })
  expect(localStorage.getItem('undersong:account')).toBeNull()
  expect(changes).toHaveBeenCalledTimes(2)
})

test('a session that the server has ended is noticed once, and one that is the same changes nothing', async () => {
  response = user
  session.invalidate()
  const known = await session.known()
  const changes = vi.fn<() => void>()
  const stop = onChangeInOtherTab(changes)
  await refetchSession()
  expect(session.get()).toBe(known)
  expect(changes).not.toHaveBeenCalled()

  response = { ...user, id: null, role: null }
  await refetchSession()
  expect(session.get()).toEqual({ state: 'visitor' })
  expect(changes).toHaveBeenCalledTimes(1)
  stop()
})
