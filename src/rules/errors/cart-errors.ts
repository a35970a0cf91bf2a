import { maxCartTracks } from '../product.ts'
import type { RefusalTable } from './refusal-table.ts'

export const cartErrors = {
  track_already_in_cart: { status: 409, message: 'Track is already in cart' },
  track_owned: { status: 409, message: 'You already own this track. It is in My Tracks.' },
  own_track: { status: 409, message: 'This is your own track.' },
  track_not_for_sale: { status: 409, message: 'This track is not for sale any more.' },
  cart_full: { status: 409, message: `The cart holds ${maxCartTracks} tracks at most.` },
  cart_empty: { status: 409, message: 'Your cart is empty.' },
  cart_changed: { status: 409, message: 'Your cart has changed. Please check it and try again.' },
} as const satisfies RefusalTable
