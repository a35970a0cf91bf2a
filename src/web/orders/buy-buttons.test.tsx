import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Track } from '#contracts/tracks.ts'
import { session } from '#web/accounts/session-store.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { cart } from '#web/cart/cart-store.ts'
import { BuyButton } from './buy-button.tsx'
import { BuyNowButton } from './buy-now-button.tsx'
import { ownedTracks } from './owned-tracks-store.ts'

const success = vi.spyOn(toast, 'success')
const failure = vi.spyOn(toast, 'error')
const note = vi.spyOn(toast, 'info')
let calls: string[] = []

type Who = { id: string | null; role: string | null }
type FakeResponse = { status?: number; body: unknown }

/** `who` is the session; `added` is the server's response to adding; `account` is what the server stores of the user. */
async function open(
  who: Who,
  added: FakeResponse,
  track: Track,
  account: { who?: Who; owned?: string[]; cart?: { items: unknown[]; gone: unknown[] } } = {},
) {
  calls = []
  localStorage.clear()
  vi.clearAllMocks()
  vi.stubGlobal('fetch', (path: string) => {
    calls.push(path)
    if (path.includes('get-id-and-role')) return Promise.resolve(Response.json(account.who ?? who))
    if (path.includes('cart/add')) {
      return Promise.resolve(Response.json(added.body, { status: added.status ?? 200 }))
    }
    if (path.includes('my-tracks/ids')) {
      return Promise.resolve(Response.json({ trackIds: account.owned ?? [] }))
    }
    if (path === '/api/proxy/auth/cart' && account.cart) {
      return Promise.resolve(Response.json(account.cart))
    }
    return Promise.resolve(Response.json({ tracks: [], items: [], gone: [] }))
  })
  await ownedTracks.follow({ state: 'visitor' })
  session.invalidate()
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <>
          <BuyButton track={track} />
          <BuyButton track={track} place="page" label="Add to Basket" />
          <BuyNowButton track={track} />
        </>
      ),
    },
    { path: '/cart', Component: () => <h1>The cart page</h1> },
  ])
  render(<Page />)
  await session.known()
}

const guest = { id: null, role: null }
const singer = { id: 'u1', role: 'customer' }
const skylark = exampleTrack({ title: 'Skylark' })
const cartWithSkylark = {
  items: [{ track: skylark, addedAt: '2026-11-20T10:00:00.000Z' }],
  gone: [],
  totalItems: 1,
}

test('a guest adds from a card, and each button of the track then opens the basket with the focus kept (CRT-10, ERR-50)', async () => {
  await open(guest, { body: {} }, skylark)
  const add = screen.getByRole('button', { name: 'Add Skylark to basket' })
  add.focus()
  // The browser would open the basket at once, by the attribute that the click adds.
  expect(fireEvent.click(add)).toBe(false)
  await waitFor(() => expect(success).toHaveBeenCalledWith('Added to basket!'))

  const added = screen.getAllByRole('button', { name: 'In basket: Skylark' })
  expect(added).toHaveLength(2)
  expect(added.map((button) => button.getAttribute('popovertarget'))).toEqual([
    'cart-menu',
    'cart-menu',
  ])
  expect(document.activeElement).toBe(added[0])
})

test('a track that is in the basket already is told so, not as an error, and its button changes (ERR-38)', async () => {
  const message = 'Track is already in cart'
  const refused = { status: 409, body: { code: 'track_already_in_cart', message } }
  await open(singer, refused, skylark, { cart: cartWithSkylark })
  // Added on another device after this page was opened.
  await cart.remove(skylark.id)
  fireEvent.click(await screen.findByRole('button', { name: 'Add Skylark to basket' }))
  await waitFor(() => expect(note).toHaveBeenCalledWith(message))
  expect(failure).not.toHaveBeenCalled()
  await screen.findAllByRole('button', { name: 'In basket: Skylark' })
})

test('the button on the track’s own page has its own confirmation (CRT-10, ERR-50)', async () => {
  await open(singer, { body: cartWithSkylark }, skylark)
  fireEvent.click(screen.getByRole('button', { name: 'Add to Basket' }))
  await waitFor(() => expect(success).toHaveBeenCalledWith('Added to basket successfully!'))
})

test.each(
  ['Add Skylark to basket', 'Add to Basket', 'Buy Now'].flatMap((button) => [
    { button, whose: 'a guest', who: guest },
    { button, whose: 'a customer', who: singer },
  ]),
)('$button puts the track in the cart of $whose (CRT-16, CHK-07)', async ({ button, who }) => {
  await open(who, { body: cartWithSkylark }, skylark)
  await cart.follow(who === guest ? 'guest' : 'account')
  expect(cart.get().items).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(cart.get().items).toMatchObject([{ track: { id: skylark.id } }]))
})

test('a refusal is shown with the server’s message (CRT-14)', async () => {
  const message = 'The cart holds 100 tracks at most.'
  await open(singer, { status: 409, body: { code: 'cart_full', message } }, skylark)
  fireEvent.click(screen.getByRole('button', { name: 'Add Skylark to basket' }))
  await waitFor(() => expect(failure).toHaveBeenCalledWith(message))
  expect(success).not.toHaveBeenCalled()
})

test('an owned track is offered for download in place of its buttons to buy', async () => {
  await open(singer, { body: {} }, skylark, { owned: [skylark.id] })
  const links = await screen.findAllByRole('link', { name: 'Owned · Download Skylark' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/api/proxy/tracks/download/${skylark.id}`,
    `/api/proxy/tracks/download/${skylark.id}`,
  ])
  expect(links.every((link) => link.hasAttribute('download'))).toBe(true)
  expect(screen.queryByRole('button')).toBeNull()
})

test.each(['Add Skylark to basket', 'Buy Now'])(
  'after a refusal because the track is owned, %s is replaced by the download',
  async (button) => {
    const message = 'You already own this track. It is in My Tracks.'
    await open(singer, { status: 409, body: { code: 'track_owned', message } }, skylark)
    fireEvent.click(screen.getByRole('button', { name: button }))
    await screen.findAllByRole('link', { name: 'Owned · Download Skylark' })
    expect(note).toHaveBeenCalledWith(message)
    expect(failure).not.toHaveBeenCalled()
  },
)

test('what one user owns is not shown to the next', async () => {
  const account = { who: singer, owned: [skylark.id] }
  await open(singer, { body: {} }, skylark, account)
  await screen.findAllByRole('link', { name: 'Owned · Download Skylark' })
  account.who = { id: 'u2', role: 'customer' }
  account.owned = []
  await act(async () => {
    session.invalidate()
    await session.known()
  })
  expect(screen.queryByRole('link')).toBeNull()
  screen.getByRole('button', { name: 'Add Skylark to basket' })
})

test.each([
  ['puts the track in the cart', { body: cartWithSkylark }],
  [
    'accepts that the track is in the cart already',
    { status: 409, body: { code: 'track_already_in_cart', message: 'Track is already in cart' } },
  ],
])('Buy Now %s and opens the cart (CHK-07, NAV-08)', async (_what, added) => {
  await open(singer, added, skylark)
  fireEvent.click(screen.getByRole('button', { name: 'Buy Now' }))
  expect(await screen.findByRole('heading', { name: 'The cart page' })).toBeDefined()
})

test('an artist cannot buy their own track: it is marked as theirs (D-046)', async () => {
  const user = { id: 'u1', username: 'rosa', displayName: 'Rosa', avatar: null }
  await open(singer, { body: cartWithSkylark }, exampleTrack({ title: 'Skylark', user }))
  await screen.findByText('This is your own track.')
  const links = screen.getAllByRole('link', { name: 'Yours: Skylark' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/artist-dashboard',
    '/artist-dashboard',
  ])
  const buyNow = screen.getByRole('button', { name: 'Buy Now' })
  expect(buyNow.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(buyNow)
  expect(screen.getAllByRole('button')).toEqual([buyNow])
  expect(calls).not.toContain('/api/proxy/auth/cart/add')
  expect(failure).not.toHaveBeenCalled()
})

test('a track that is not for sale has no buy button, and its page shows a note', async () => {
  await open(singer, { body: cartWithSkylark }, exampleTrack({ isSellable: false }))
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getAllByText('Not for sale at the moment.')).toHaveLength(1)
})
