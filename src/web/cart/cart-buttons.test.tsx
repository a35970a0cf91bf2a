import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Track } from '#contracts/tracks.ts'
import { session } from '#web/accounts/session-store.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { AddToCartButton } from './add-to-cart-button.tsx'
import { BuyNowButton } from '#web/orders/buy-now-button.tsx'
import { cart } from './cart-store.ts'

const success = vi.spyOn(toast, 'success')
const failure = vi.spyOn(toast, 'error')

type FakeResponse = { status?: number; body: unknown }

/** `who` is the session; `added` is the server's response to adding. */
async function open(
  who: { id: string | null; role: string | null },
  added: FakeResponse,
  track: Track,
) {
  cleanup()
  localStorage.clear()
  vi.clearAllMocks()
  vi.stubGlobal('fetch', (path: string) => {
    if (path.includes('get-id-and-role')) return Promise.resolve(Response.json(who))
    if (path.includes('cart/add')) {
      return Promise.resolve(Response.json(added.body, { status: added.status ?? 200 }))
    }
    return Promise.resolve(Response.json({ tracks: [], items: [] }))
  })
  session.invalidate()
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <>
          <AddToCartButton track={track} />
          <AddToCartButton track={track} place="page" label="Add to Basket" />
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
  totalItems: 1,
}

test('a guest adds from a card, and gets an error when the track is in the cart already (CRT-02, CRT-10, ERR-50)', async () => {
  await open(guest, { body: {} }, skylark)
  fireEvent.click(screen.getByRole('button', { name: 'Add Skylark to basket' }))
  await waitFor(() => expect(success).toHaveBeenCalledWith('Added to basket!'))

  fireEvent.click(screen.getByRole('button', { name: 'Add to Basket' }))
  await waitFor(() => expect(failure).toHaveBeenCalledWith('Track is already in cart'))
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
  const message = 'You already own this track. It is in My Tracks.'
  await open(singer, { status: 409, body: { code: 'track_owned', message } }, skylark)
  fireEvent.click(screen.getByRole('button', { name: 'Add Skylark to basket' }))
  await waitFor(() => expect(failure).toHaveBeenCalledWith(message))
  expect(success).not.toHaveBeenCalled()
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

test('an artist cannot buy their own track (D-046)', async () => {
  const own = exampleTrack({
    title: 'Skylark',
    user: { id: 'u1', username: 'Rosa', displayName: 'Rosa', avatar: null },
  })
  await open(singer, { body: cartWithSkylark }, own)
  await screen.findByText('This is your own track.')
  for (const button of screen.getAllByRole('button')) {
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button)
  }
  expect(success).not.toHaveBeenCalled()
  expect(failure).toHaveBeenCalledWith('This is your own track.')
})

test('a track that is not for sale has no buy button, and its page shows a note', async () => {
  await open(singer, { body: cartWithSkylark }, exampleTrack({ isSellable: false }))
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getAllByText('Not for sale at the moment.')).toHaveLength(1)
})
