import { act, render, screen } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider, useLocation } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import type { CheckoutState } from '#web/orders/checkout-progress.ts'
import CheckoutSuccessPage, { loader } from './checkout-success-page.tsx'

function visit(address: string, status: number, body: unknown) {
  const url = new URL(address, 'http://shop.test')
  const context = new RouterContextProvider()
  const send = () => Promise.resolve({ status, cookies: [], body })
  context.set(apiContext, createApi(send, { sent: null, received: [] }))
  const args = { context, url, request: new Request(url), params: {}, pattern: url.pathname }
  return loader(args).then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  )
}

const page = '/checkout/success?cs=cs_1'
const orderId = '0198f000-0000-7000-8000-00000000000d'
const checkout = (state: CheckoutState) => ({ orderId, state, tracks: [], totalPence: 569 })

test('a paid checkout redirects to My Tracks at once, with or without a script (D-054)', async () => {
  const { thrown } = { thrown: null, ...(await visit(page, 200, checkout('paid'))) }
  const location = thrown instanceof Response ? thrown.headers.get('location') : null
  expect(location).toBe(`/my-tracks?order=${orderId}`)
})

test.each([
  [404, 'not_found'],
  [400, 'invalid_input'],
])('a checkout of another customer, or an invalid id (%i), is not found', async (status, code) => {
  const result = await visit(page, status, { code, message: 'x' })
  expect(result).toMatchObject({ thrown: { init: { status: 404 } } })
})

/** Opens the page; polls return `states` one after the other, then the last one repeatedly. */
function open(first: CheckoutState, states: CheckoutState[]) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let polls = 0
  vi.stubGlobal('fetch', (path: string) => {
    if (!path.includes('/api/checkout/')) {
      return Promise.resolve(Response.json({ id: null, role: null }))
    }
    const state = states[Math.min(polls++, states.length - 1)] ?? first
    return Promise.resolve(Response.json(checkout(state)))
  })
  const Stub = createRoutesStub([
    { id: 'page', path: '/checkout/success', Component: CheckoutSuccessPage },
    { path: '/my-tracks', Component: () => <h1>My Tracks{useLocation().search}</h1> },
  ])
  const loaderData = { page: { sessionId: 'cs_1', order: orderId, state: first } }
  render(<Stub initialEntries={[page]} hydrationData={{ loaderData }} />)
  return { countPolls: () => polls }
}

/** The page renders after each poll, before it waits for the next. */
async function wait(ms: number) {
  for (let waited = 0; waited < ms; waited += 500) await act(() => vi.advanceTimersByTimeAsync(500))
}

test('the page polls until the checkout is paid, then opens the downloads', async () => {
  open('preparing', ['preparing', 'paid'])
  screen.getByRole('heading', { name: 'Payment received, preparing your downloads' })
  await wait(2500)
  expect(screen.getByRole('heading').textContent).toBe(`My Tracks?order=${orderId}`)
})

test('after a long wait the page announces an email, polls less often, and shows no error', async () => {
  const { countPolls } = open('preparing', ['preparing'])
  await wait(29_000)
  expect(screen.getByRole('status').textContent).toBe('This takes a few seconds.')
  await wait(2000)
  expect(screen.getByRole('status').textContent).toContain('We will email you')
  const before = countPolls()
  await wait(10_000)
  expect(countPolls() - before).toBeLessThanOrEqual(2)
})

test('a failed or reversed payment is not polled for, and is not shown as not charged', async () => {
  const { countPolls } = open('closed', ['closed'])
  screen.getByText('This payment is closed')
  expect(screen.queryByText(/Nothing was charged/)).toBeNull()
  await wait(1500)
  const before = countPolls()
  await wait(10_000)
  expect(countPolls()).toBe(before)
})

test('a checkout that was not paid has a link back to the cart', async () => {
  open('open', ['open'])
  expect(screen.getByRole('link', { name: 'Back to cart' }).getAttribute('href')).toBe('/cart')
})
