import { act, cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import type { CheckoutState } from '#web/cart/checkout/checkout-progress.ts'
import CheckoutSuccessPage, { loader } from './checkout-success-page.tsx'

function visit(address: string, status: number, body: unknown) {
  const url = new URL(address, 'http://shop.test')
  const context = new RouterContextProvider()
  const response = () => Promise.resolve({ status, cookies: [], body })
  context.set(apiContext, createApi(response, { sent: null, received: [] }))
  const args = { context, url, request: new Request(url), params: {}, pattern: url.pathname }
  return loader(args).then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  )
}

const page = '/checkout/success?cs=cs_1'
const checkout = (state: CheckoutState) => ({ state, tracks: [], totalPence: 569 })

test('what is paid is in My Tracks at once, with or without a script (D-054)', async () => {
  const { thrown } = { thrown: null, ...(await visit(page, 200, checkout('paid'))) }
  const location = thrown instanceof Response ? thrown.headers.get('location') : null
  expect(location).toBe('/my-tracks?success=purchase')
})

test.each([
  [404, 'not_found'],
  [400, 'invalid_input'],
])('a checkout that is not one’s own, or none (%i), is not found', async (status, code) => {
  const response = await visit(page, status, { code, message: 'x' })
  expect(response).toMatchObject({ thrown: { init: { status: 404 } } })
})

/** The page while the provider's word is `states`, one after the other, the last for good. */
function open(first: CheckoutState, states: CheckoutState[]) {
  cleanup()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let requested = 0
  vi.stubGlobal('fetch', (path: string) => {
    if (!path.includes('/api/checkout/')) {
      return Promise.resolve(Response.json({ id: null, role: null }))
    }
    const state = states[Math.min(requested++, states.length - 1)] ?? first
    return Promise.resolve(Response.json(checkout(state)))
  })
  const Stub = createRoutesStub([
    { id: 'page', path: '/checkout/success', Component: CheckoutSuccessPage },
    { path: '/my-tracks', Component: () => <h1>My Tracks</h1> },
  ])
  const loaderData = { page: { sessionId: 'cs_1', state: first } }
  render(<Stub initialEntries={[page]} hydrationData={{ loaderData }} />)
  return { requested: () => requested }
}

async function wait(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

test('the page waits for the provider’s word, then leads to the downloads', async () => {
  open('preparing', ['preparing', 'paid'])
  screen.getByRole('heading', { name: 'Payment received, preparing your downloads' })
  await wait(2500)
  expect(screen.getByRole('heading').textContent).toBe('My Tracks')
})

test('a long wait promises an email, asks more seldom, and is never an error', async () => {
  const { requested } = open('preparing', ['preparing'])
  await wait(29_000)
  expect(screen.getByRole('status').textContent).toBe('This takes a few seconds.')
  await wait(2000)
  expect(screen.getByRole('status').textContent).toContain('We will email you')
  const before = requested()
  await wait(10_000)
  expect(requested() - before).toBeLessThanOrEqual(2)
})

test('a payment that failed or was taken back is neither waited for nor called free of charge', async () => {
  const { requested } = open('closed', ['closed'])
  screen.getByText('This payment is closed')
  expect(screen.queryByText(/Nothing was charged/)).toBeNull()
  await wait(1500)
  const before = requested()
  await wait(10_000)
  expect(requested()).toBe(before)
})

test('a checkout that was not paid leads back to the cart', async () => {
  open('open', ['open'])
  expect(screen.getByRole('link', { name: 'Back to cart' }).getAttribute('href')).toBe('/cart')
})
