import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useCart } from './cart-store.ts'
import { useIsBanned } from '#web/accounts/session-store.ts'

test('the cart of a banned user is refused once, and asks for the session once more', async () => {
  const user = { id: 'mia', role: 'customer', username: 'mia', hasBoughtCommission: false }
  const paths: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    paths.push(path)
    // Otherwise a test that fails would not end.
    if (paths.length > 9) return new Promise(() => {})
    return Promise.resolve(
      path === '/api/proxy/auth/get-id-and-role'
        ? Response.json({ ...user, isBanned: paths.length > 1 })
        : Response.json({ code: 'banned', message: 'Banned.' }, { status: 403 }),
    )
  })
  const { result } = renderHook(() => [useCart((cart) => cart.error), useIsBanned()])
  await waitFor(() => expect(result.current).toEqual([expect.any(String), true]))
  expect(paths.map((path) => path.split('/').at(-1))).toEqual([
    'get-id-and-role',
    'cart',
    'get-id-and-role',
  ])
})
