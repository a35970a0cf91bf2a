import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { AccountMenu } from '#web/accounts/account-menu.tsx'
import { session } from '#web/accounts/session-store.ts'
import { AddToCartButton } from '#web/cart/add-to-cart-button.tsx'
import { BuyNowButton } from '#web/orders/buy-now-button.tsx'
import { CartMenu } from '#web/cart/cart-menu.tsx'
import { cart } from '#web/cart/cart-store.ts'
import { purchaseIntentKey } from '#web/orders/login-for-purchase.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { useSessionEvents } from '#web/layout/session-events.ts'
import CartPage from '#web/pages/orders/cart-page.tsx'
import LoginPage from './login-page.tsx'

const failure = vi.spyOn(toast, 'error')
const loggedOut = 'You were logged out; your basket is safe.'
const idOf = (number: number) => `0198f000-0000-7000-8000-00000000000${number}`
const skylark = exampleTrack({ id: idOf(1), title: 'Skylark' })
const glass = exampleTrack({ id: idOf(2), title: 'The Parting Glass' })

function SessionEvents() {
  useSessionEvents()
  return null
}

/** Opens a page as a customer with a cart at the server; after `endSession` the server responds with 401. */
async function open(address: string, atServer = [skylark]) {
  cleanup()
  localStorage.clear()
  vi.clearAllMocks()
  let isLoggedIn = true
  const cartTracks = [...atServer]
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.includes('get-id-and-role')) {
      const who = { id: 'u1', role: 'customer', username: 'Sam' }
      return Response.json(isLoggedIn ? who : { id: null, role: null })
    }
    if (path.includes('by-id')) return Response.json({ tracks: [skylark, glass] })
    if (!isLoggedIn) {
      return Response.json(
        { code: 'login_required', message: 'Please log in first.' },
        { status: 401 },
      )
    }
    if (path.includes('cart/add') && typeof init?.body === 'string') {
      const { trackId } = JSON.parse(init.body)
      const added = [skylark, glass].find(({ id }) => id === trackId)
      if (added && !cartTracks.includes(added)) cartTracks.push(added)
    }
    return Response.json({
      trackIds: [],
      items: cartTracks.map((track) => ({ track, addedAt: '2026-11-20T10:00:00.000Z' })),
      gone: [],
    })
  })
  session.invalidate()
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <>
          <SessionEvents />
          <CartMenu />
          <AddToCartButton track={glass} />
          <BuyNowButton track={glass} />
        </>
      ),
    },
    {
      path: '/cart',
      Component: () => (
        <>
          <SessionEvents />
          <CartMenu />
          <AccountMenu />
          <main>
            <CartPage />
          </main>
        </>
      ),
    },
    {
      path: '/login',
      Component: ({ ...page }) => (
        <>
          <SessionEvents />
          <CartMenu />
          <LoginPage {...(page as Parameters<typeof LoginPage>[0])} />
        </>
      ),
    },
  ])
  render(<Stub initialEntries={[address]} />)
  await waitFor(() => expect(cart.get()).toMatchObject({ owner: 'account', isLoading: false }))
  return {
    endSession: () => void (isLoggedIn = false),
    logInAgain: async () => {
      isLoggedIn = true
      await act(async () => {
        session.invalidate()
        await session.known()
      })
      await waitFor(() => expect(cart.get()).toMatchObject({ owner: 'account', isLoading: false }))
    },
  }
}

const titles = () => cart.get().items.map(({ track }) => track.title)
const isIntentStored = () => localStorage.getItem(purchaseIntentKey) !== null

/** The login page shows the reason, the return path is `next`, and the session is a visitor's. */
async function expectLoginPage(next: string) {
  await screen.findByRole('heading', { name: 'Log in' })
  await screen.findByText(loggedOut)
  expect(screen.getByRole('link', { name: 'Open an account' }).getAttribute('href')).toBe(
    next === '/' ? '/register' : `/register?next=${encodeURIComponent(next)}`,
  )
  await waitFor(() => expect(session.get().state).toBe('visitor'))
}

test('a checkout after the session ended keeps the basket, shows a notice on the login page, and stores the purchase intent', async () => {
  const server = await open('/cart')
  server.endSession()
  fireEvent.click(await screen.findByRole('button', { name: 'Checkout' }))

  await expectLoginPage('/cart')
  expect(screen.queryByText('Your cart is empty')).toBeNull()
  expect(titles()).toEqual(['Skylark'])
  screen.getByRole('button', { name: 'Basket, 1 item' })
  expect(isIntentStored()).toBe(true)

  await server.logInAgain()
  expect(titles()).toEqual(['Skylark'])
})

test('after the session ended the basket stays on its page, and every change opens the login page', async () => {
  const server = await open('/cart')
  server.endSession()
  const table = within(await screen.findByRole('table', { name: 'Your cart' }))
  fireEvent.click(table.getByRole('button', { name: 'Remove Skylark' }))
  await expectLoginPage('/cart')
  expect(titles()).toEqual(['Skylark'])
  expect(isIntentStored()).toBe(false)

  expect(await cart.clear()).toMatchObject({ ok: false, isLoggedOut: true })
  expect(await cart.add(glass)).toMatchObject({ ok: false, isLoggedOut: true })
  expect(titles()).toEqual(['Skylark', 'The Parting Glass'])
})

test.each([
  { button: 'Add The Parting Glass to basket', next: '/', isPurchase: false },
  { button: 'Buy Now', next: '/cart', isPurchase: true },
])(
  '$button after the session ended stores the track until the next login',
  async ({ button, next, isPurchase }) => {
    for (const atServer of [[skylark], []]) {
      const server = await open('/', atServer)
      server.endSession()
      fireEvent.click(screen.getByRole('button', { name: button }))

      await expectLoginPage(next)
      await waitFor(() => expect(titles()).toEqual([...atServer, glass].map((t) => t.title)))
      expect(isIntentStored()).toBe(isPurchase)
      expect(failure).not.toHaveBeenCalled()

      await server.logInAgain()
      expect(titles()).toEqual([...atServer, glass].map((t) => t.title))
    }
  },
)

test('after a logout by the user the account’s basket is not shown', async () => {
  const server = await open('/cart', [])
  fireEvent.submit(screen.getByRole('button', { name: 'Log out', hidden: true }))
  server.endSession()
  act(() => session.invalidate())
  await waitFor(() => expect(session.get().state).toBe('visitor'))
  await screen.findByText('Your cart is empty')
  expect(screen.queryByText(loggedOut)).toBeNull()
})

test('a cart opened after the session ended shows a notice until the next login', async () => {
  const server = await open('/cart')
  server.endSession()
  // Twice, as after a reload: the second time the stored account id is already removed.
  for (let opened = 0; opened < 2; opened++) {
    act(() => session.invalidate())
    await screen.findByRole('heading', { name: loggedOut })
    const loginLink = within(screen.getByRole('main')).getByRole('link', { name: 'Log in' })
    expect(loginLink.getAttribute('href')).toBe('/login?next=%2Fcart')
    expect(screen.queryByText('Your cart is empty')).toBeNull()
  }
  await server.logInAgain()
  await screen.findByRole('table', { name: 'Your cart' })
  expect(screen.queryByText(loggedOut)).toBeNull()
})
