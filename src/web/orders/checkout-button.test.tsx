import { act, fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { session } from '#web/accounts/session-store.ts'
import { refused } from '#web/cart/test-cart.ts'
import { CheckoutButton } from './checkout-button.tsx'

const requestedPaths: string[] = []
let answer = () => Response.json({ url: '#pay' })
vi.stubGlobal('fetch', async (path: string) => {
  requestedPaths.push(path)
  return path.endsWith('checkout-session') ? answer() : Response.json(bodyFor(path))
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
  return { items: [], gone: [] }
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

test.each([
  [
    'the server’s message',
    () => refused(409, 'payment_confirming', 'Please wait.'),
    'Please wait.',
  ],
  ['a general message', () => refused(503), 'Failed to create checkout session'],
  ['that nothing was sent', () => Response.error(), 'Failed to create checkout'],
])('a failed checkout shows %s (CHK-10, ERR-46, ERR-47, D-051)', async (_what, failed, message) => {
  answer = failed
  const Stub = createRoutesStub([{ path: '/', Component: CheckoutButton }])
  render(<Stub />)
  await act(() => session.known())
  fireEvent.click(screen.getByRole('button', { name: /Checkout/ }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

test.each([
  ['cart_changed', true],
  ['payment_confirming', false],
])('whether a checkout refused as %s loads the cart again: %s (D-045)', async (code, isLoaded) => {
  answer = () => refused(409, code)
  const Stub = createRoutesStub([{ path: '/', Component: CheckoutButton }])
  render(<Stub />)
  await act(() => session.known())
  requestedPaths.length = 0
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /Checkout/ })))
  await screen.findByRole('alert')
  expect(requestedPaths.includes('/api/proxy/auth/cart')).toBe(isLoaded)
})
