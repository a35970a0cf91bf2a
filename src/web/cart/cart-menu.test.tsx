import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { toast } from '#web/shell/toast.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { badgeText } from './cart-count.ts'
import { CartMenu } from './cart-menu.tsx'
import { cart } from './cart-store.ts'

// A visitor.
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
})

test('the basket appears with the first item, lists what is in it, and goes with the last (NAV-13, NAV-15, CRT-09, CRT-11, FMT-03)', async () => {
  const said = vi.spyOn(toast, 'success')
  const Page = createRoutesStub([{ path: '/', Component: CartMenu }])
  render(<Page />)
  await vi.waitFor(() => expect(cart.get().owner).toBe('guest'))
  expect(screen.queryByRole('button')).toBeNull()

  await act(() => cart.add(skylark))
  screen.getByRole('button', { name: 'Basket, 1 item' })
  await act(() => cart.add(glass))
  screen.getByRole('button', { name: 'Basket, 2 items' })

  const basket = within(screen.getByRole('region', { name: 'Basket' }))
  expect(basket.getAllByRole('listitem')).toHaveLength(2)
  basket.getByText('£1,234.50')
  basket.getByText('£1,240.19')
  expect(basket.getByRole('link', { name: 'View Cart' }).getAttribute('href')).toBe('/cart')

  fireEvent.click(basket.getByRole('button', { name: 'Remove Skylark' }))
  await screen.findByRole('button', { name: 'Basket, 1 item' })
  expect(basket.queryByText('Skylark')).toBeNull()
  expect(said).toHaveBeenLastCalledWith('Removed from cart', expect.anything())

  fireEvent.click(basket.getByRole('button', { name: 'Remove The Parting Glass' }))
  await vi.waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})

test.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('with %i items the badge shows %s (NAV-14, FMT-10, BUS-15)', (items, shown) => {
  expect(badgeText(items)).toBe(shown)
})
