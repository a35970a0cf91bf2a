import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { toast } from '#web/ui/toasts/toast.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { CartMenu } from './cart-menu.tsx'
import { cart } from './cart-store.ts'
import { writeGuestCart } from './guest-cart.ts'

// The session of a visitor.
vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: null, role: null })))

const skylark = exampleTrack({
  id: '0198f000-0000-7000-8000-000000000001',
  title: 'Skylark',
  customerPricePence: 123_450,
})
const glass = exampleTrack({
  id: '0198f000-0000-7000-8000-000000000002',
  title: 'The Parting Glass',
  customerPricePence: 569,
  keySignature: 'F#m',
})

test('the basket appears with the first item, lists its items with their keys, and disappears with the last (NAV-08, NAV-13, NAV-15, CRT-09, CRT-11, ERR-50, FMT-03)', async () => {
  const successToast = vi.spyOn(toast, 'success')
  const Page = createRoutesStub([{ path: '/', Component: CartMenu }])
  render(<Page />)
  await waitFor(() => expect(cart.get().owner).toBe('guest'))
  expect(screen.queryByRole('button')).toBeNull()

  await act(() => cart.add(skylark))
  screen.getByRole('button', { name: 'Basket, 1 item' })
  await act(() => cart.add(glass))

  const dropdown = screen.getByRole('region', { name: 'Basket' })
  const opener = screen.getByRole('button', { name: 'Basket, 2 items' })
  expect(opener.getAttribute('popovertarget')).toBe(dropdown.id)
  const basket = within(dropdown)
  const lines = await basket.findAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    'SkylarkKey GmKey of G minor£1,234.50',
    'The Parting GlassKey F♯mKey of F sharp minor£5.69',
  ])
  basket.getByText('£1,234.50')
  basket.getByText('£1,240.19')
  expect(basket.getByRole('link', { name: 'View Cart' }).getAttribute('href')).toBe('/cart')

  fireEvent.click(basket.getByRole('button', { name: 'Remove Skylark' }))
  const badge = await screen.findByRole('button', { name: 'Basket, 1 item' })
  expect(badge.textContent).toBe('Basket 1')
  expect(basket.queryByText('Skylark')).toBeNull()
  // The price of the remaining track, and the total.
  expect(basket.getAllByText('£5.69')).toHaveLength(2)
  expect(successToast).toHaveBeenLastCalledWith('Removed from cart', expect.anything())

  fireEvent.click(basket.getByRole('button', { name: 'Remove The Parting Glass' }))
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})

test.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('with %i items the badge shows %s (NAV-14, FMT-10, BUS-15)', async (count, shown) => {
  const tracks = Array.from({ length: count }, () => exampleTrack({ id: crypto.randomUUID() }))
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ tracks })))
  const storedItems = tracks.map(({ id }) => ({ trackId: id, addedAt: '2026-11-20T10:00:00.000Z' }))
  writeGuestCart(storedItems)
  await cart.follow('guest')

  const Page = createRoutesStub([{ path: '/', Component: CartMenu }])
  const page = within(render(<Page />).container)

  expect(page.getByRole('button', { name: /^Basket/ }).textContent).toBe(`Basket ${shown}`)
})
