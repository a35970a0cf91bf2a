import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { session } from '#web/accounts/session-store.ts'
import { CartMenu } from '#web/cart/cart-menu.tsx'
import { cart } from '#web/cart/cart-store.ts'
import { takePurchaseIntent } from '#web/orders/login-for-purchase.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { useSessionEvents } from '#web/layout/session-events.ts'
import CartPage from './cart-page.tsx'

const success = vi.spyOn(toast, 'success')
const failure = vi.spyOn(toast, 'error')
const info = vi.spyOn(toast, 'info')

const skylark = exampleTrack({
  id: '0198f000-0000-7000-8000-000000000001',
  title: 'Skylark',
  customerPricePence: 569,
})
const items = [{ track: skylark, addedAt: '2026-11-20T10:00:00.000Z' }]

function SessionEvents() {
  useSessionEvents()
  return null
}

type FakeResponse = { status?: number; body: unknown }

/** Opens the cart page; `who` is the session response, `responses` overrides other responses by path. */
async function open(who: Promise<FakeResponse>, responses: Record<string, FakeResponse> = {}) {
  localStorage.clear()
  vi.clearAllMocks()
  const sent: { path: string; body: unknown }[] = []
  const defaults: Record<string, FakeResponse> = {
    'auth/cart': { body: { items, gone: [] } },
    'tracks/by-id': { body: { tracks: [skylark] } },
  }
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.includes('get-id-and-role')) return asResponse(await who)
    sent.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null })
    const present = { ...defaults, ...responses }
    const name = Object.keys(present).find((part) => path.split('?')[0]?.endsWith(part))
    return asResponse(present[name ?? ''] ?? { status: 404, body: {} })
  })
  session.invalidate()
  const Stub = createRoutesStub([
    {
      path: '/cart',
      Component: () => (
        <>
          <SessionEvents />
          <CartMenu />
          <CartPage />
        </>
      ),
    },
    { path: '/register', Component: () => <h1>Register</h1> },
  ])
  render(<Stub initialEntries={['/cart']} />)
  await act(async () => {})
  return { sent }
}

function asResponse({ status = 200, body }: FakeResponse) {
  return Response.json(body, { status })
}

const guest = Promise.resolve({ body: { id: null, role: null } })
const singer = Promise.resolve({ body: { id: 'u1', role: 'customer', username: 'Sam' } })

test('the cart lists each track with its key and price, the total in the footer, and the next step (CRT-08)', async () => {
  await open(singer)
  const table = within(await screen.findByRole('table', { name: 'Your cart' }))
  table.getByRole('rowheader', { name: /Skylark.*Key of G minor/ })
  expect(table.getByRole('row', { name: /^Total/ }).textContent).toContain('£5.69')
  table.getByRole('button', { name: 'Remove Skylark' })
  screen.getByRole('button', { name: 'Clear cart' })
  screen.getByRole('button', { name: 'Checkout' })
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(['terms', 'cancel it', 'privacy policy'].map(href)).toEqual([
    '/terms',
    '/refunds',
    '/privacy',
  ])
  screen.getByText('You will pay by card. Your downloads appear in My Tracks.')
})

test('an empty cart has a link to the tracks and no checkout button (D-059)', async () => {
  await open(guest)
  await screen.findByRole('heading', { name: 'Your cart is empty' })
  expect(screen.getByRole('link', { name: 'Browse tracks' }).getAttribute('href')).toBe('/tracks')
  expect(screen.queryByRole('button', { name: 'Checkout' })).toBeNull()
})

test('clearing asks for confirmation; after a cancel the button has the focus again', async () => {
  const { sent } = await open(singer)
  const clear = await screen.findByRole('button', { name: 'Clear cart' })
  clear.focus()
  fireEvent.click(clear)
  const dialog = await screen.findByRole('dialog', { name: 'Clear the cart?' })
  await waitFor(() =>
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Keep it' })),
  )
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(clear))
  screen.getByRole('row', { name: /Skylark/ })
  expect(sent.map(({ path }) => path)).not.toContain('/api/proxy/auth/cart/clear')
})

test('clearing empties the cart and removes the header button (CRT-12, ERR-50)', async () => {
  await open(singer, { 'cart/clear': { body: { items: [], gone: [] } } })
  fireEvent.click(await screen.findByRole('button', { name: 'Clear cart' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Clear the cart?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Clear cart' }))
  await screen.findByRole('heading', { name: 'Your cart is empty' })
  expect(success).toHaveBeenCalledWith('Cart cleared')
  expect(screen.queryByRole('button', { name: /^Basket/ })).toBeNull()
})

test('a removal can be undone at once', async () => {
  await open(singer, {
    [`cart/remove/${skylark.id}`]: { body: { items: [], gone: [] } },
    'cart/add': { body: { items, gone: [] } },
  })
  const table = within(await screen.findByRole('table'))
  fireEvent.click(table.getByRole('button', { name: 'Remove Skylark' }))
  await screen.findByRole('heading', { name: 'Your cart is empty' })

  const undo = success.mock.lastCall?.[1]
  expect(undo?.label).toBe('Undo')
  act(() => undo?.onClick())

  await screen.findByRole('table')
})

test('a refused clearing shows the reason and leaves the tracks in the cart (CRT-13)', async () => {
  await open(singer, { 'cart/clear': { status: 409, body: { code: 'x', message: 'Not now.' } } })
  const table = within(await screen.findByRole('table'))
  fireEvent.click(screen.getByRole('button', { name: 'Clear cart' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Clear the cart?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Clear cart' }))
  await waitFor(() => expect(failure).toHaveBeenCalledWith('Not now.'))
  table.getByRole('rowheader', { name: /Skylark/ })
})

test('a failed removal shows the reason and leaves the track in the cart (CRT-13)', async () => {
  await open(singer, {
    [`cart/remove/${skylark.id}`]: { status: 409, body: { code: 'x', message: 'Not now.' } },
  })
  const table = within(await screen.findByRole('table'))
  fireEvent.click(table.getByRole('button', { name: 'Remove Skylark' }))
  await waitFor(() => expect(failure).toHaveBeenCalledWith('Not now.'))
  table.getByRole('rowheader', { name: /Skylark/ })
})

test('a cart that cannot be loaded shows an error and can be reloaded (CRT-15, ERR-39)', async () => {
  const responses: Record<string, FakeResponse> = { 'auth/cart': { status: 500, body: {} } }
  await open(singer, responses)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load cart')
  delete responses['auth/cart']
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('row', { name: /Skylark/ })
})

test('a guest’s cart that cannot be merged shows an error after the login (CRT-15, ERR-45)', async () => {
  await open(guest)
  await act(() => cart.add(skylark))
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('get-id-and-role')
      ? asResponse(await singer)
      : asResponse({ status: 500, body: {} }),
  )
  act(() => session.invalidate())
  await waitFor(() => expect(failure).toHaveBeenCalledWith('Failed to merge cart'))
})

test('the event cart:login-required shows a message that a login is needed (CHK-05)', async () => {
  await open(guest)
  act(() => void window.dispatchEvent(new Event('cart:login-required')))
  expect(info).toHaveBeenCalledWith('Please login or register to purchase tracks')
})

test('a guest’s checkout shows the login message, stores the intent, and opens the register page (CHK-04, NAV-04, ERR-48, LST-06, ROL-06)', async () => {
  await open(guest)
  await act(() => cart.add(skylark))
  fireEvent.click(screen.getByRole('button', { name: 'Checkout' }))

  await screen.findByRole('heading', { name: 'Register' })
  expect(info).toHaveBeenCalledWith('Please login or register to purchase tracks')
  expect([takePurchaseIntent(), takePurchaseIntent()]).toEqual(['/cart', null])
})

test('while the session is unknown, checkout shows a message to try again (CHK-06, ERR-49)', async () => {
  await open(singer)
  const checkout = await screen.findByRole('button', { name: 'Checkout' })
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  act(() => session.invalidate())

  fireEvent.click(checkout)

  expect((await screen.findByRole('alert')).textContent).toBe(
    'Authentication loading, please try again',
  )
})

test('a customer’s checkout sends the items with the prices shown, opens the payment page, and stores no purchase intent (CHK-02)', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { sent } = await open(singer, {
    'create-cart-checkout-session': { body: { url: 'https://pay.test/c/1' } },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Checkout' }))

  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.test/c/1'))
  expect(sent.at(-1)).toEqual({
    path: '/api/proxy/stripe/create-cart-checkout-session',
    body: { items: [{ trackId: skylark.id, customerPricePence: 569 }] },
  })
  expect(takePurchaseIntent()).toBeNull()
})

test.each([
  ['an error', { status: 409, body: { code: 'below_smallest_charge', message: 'Add another.' } }],
  ['a message string', { body: { message: 'Add another.' } }],
  ['an error string', { body: { error: 'Add another.' } }],
])('a checkout response with %s is shown, and the page stays (CHK-03)', async (_what, response) => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  await open(singer, { 'create-cart-checkout-session': response })
  fireEvent.click(await screen.findByRole('button', { name: 'Checkout' }))

  expect((await screen.findByRole('alert')).textContent).toBe('Add another.')
  expect(assign).not.toHaveBeenCalled()
})

test('a changed price and a track that is gone are named on the page until the customer confirms', async () => {
  const responses: Record<string, FakeResponse> = {}
  const { sent } = await open(singer, responses)
  await screen.findByRole('row', { name: /Skylark/ })
  responses['auth/cart'] = {
    body: {
      items: [{ ...items[0], track: { ...skylark, customerPricePence: 700 } }],
      gone: [{ trackId: 't2', title: 'Blackbird' }],
    },
  }
  await act(() => cart.load())
  const changes = within(
    screen.getByText('Your cart has changed since you last saw it.', { selector: 'p.notice-title' })
      .parentElement ?? document.body,
  )
  expect(changes.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    'Skylark: you saw £5.69 on this device, and it costs £7.00 now.',
    'Blackbird is not for sale any more and has left your cart.',
  ])
  fireEvent.click(changes.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByText(/on this device/)).toBeNull())
  expect(sent.at(-1)?.path).toBe('/api/proxy/auth/cart/remove/t2')
})

test('below the smallest card payment the page says so before a checkout', async () => {
  const cheap = { ...skylark, customerPricePence: 20 }
  const { sent } = await open(singer, {
    'auth/cart': { body: { items: [{ ...items[0], track: cheap }], gone: [] } },
  })
  await screen.findByText('Card payments start at £0.30. Add another track.')
  const button = screen.getByRole('button', { name: 'Checkout' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button)
  expect(sent.map(({ path }) => path)).not.toContain(
    '/api/proxy/stripe/create-cart-checkout-session',
  )
})
