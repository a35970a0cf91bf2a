import { act, fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { session } from '#web/accounts/session-store.ts'
import { CheckoutButton } from './checkout-button.tsx'

const requestedPaths: string[] = []
vi.stubGlobal('fetch', (path: string) => {
  requestedPaths.push(path)
  return Promise.resolve(Response.json(bodyFor(path)))
})

function bodyFor(path: string): object {
  if (path.includes('get-id-and-role'))
    return {
      id: 'u1',
      role: 'customer',
      username: 'Mia',
      isBanned: false,
      hasBoughtCommission: false,
    }
  return path.endsWith('/auth/cart') ? { items: [], gone: [] } : { url: '#pay' }
}

test('a customer who goes Back from the card page can start the checkout again', async () => {
  const Stub = createRoutesStub([{ path: '/', Component: CheckoutButton }])
  render(<Stub />)
  await act(() => session.known())
  const button = screen.getByRole('button', { name: /Checkout/ })
  await act(async () => void fireEvent.click(button))
  expect(requestedPaths).toContain('/api/proxy/stripe/create-cart-checkout-session')
  expect(button.getAttribute('aria-disabled')).toBe('true')

  // The page restored from the browser's back/forward cache.
  act(() => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  })
  expect(button.getAttribute('aria-disabled')).toBeNull()
})
