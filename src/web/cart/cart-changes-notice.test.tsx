import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CartChangesNotice } from './cart-changes-notice.tsx'
import { cart } from './cart-store.ts'
import { skylark, storeOnDevice } from './test-cart.ts'

/** A login with one track in the device's cart, which the server refuses with this code. */
async function logIn(code: string) {
  localStorage.clear()
  vi.stubGlobal('fetch', (path: string) => {
    if (path.endsWith('/cart/add'))
      return Promise.resolve(Response.json({ code, message: 'No.' }, { status: 409 }))
    return Promise.resolve(Response.json({ items: [], gone: [] }))
  })
  await cart.follow('guest')
  storeOnDevice(skylark)
  localStorage.setItem(
    'undersong.cart-seen.1',
    JSON.stringify([[skylark.id, { title: 'Skylark', pence: 569 }]]),
  )
  await cart.follow('account')
  render(<CartChangesNotice />)
  return within(await screen.findByRole('status')).getByRole('listitem').textContent
}

test.each([
  ['track_owned', 'Skylark is yours already: you find it in My Tracks.'],
  ['own_track', 'Skylark is your own recording.'],
  ['not_found', 'Skylark is not for sale any more and has left your cart.'],
  ['track_not_for_sale', 'Skylark is not for sale any more and has left your cart.'],
])('after a login a track refused as %s is named: "%s"', async (code, sentence) => {
  expect(await logIn(code)).toBe(sentence)
})
