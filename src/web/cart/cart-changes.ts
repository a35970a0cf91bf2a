// A cart change by a button, with its toast: the same messages for every button.

import type { TrackSummary } from '#web/tracks/track-summary.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { messages } from '#web/messages.ts'
import { cart } from './cart-store.ts'
import { requireLoginAgain } from '#web/orders/login-for-purchase.ts'

/** Buttons on a card and on a track's own page have different confirmations (D-049). */
type Place = 'card' | 'page'

export async function addWithToast(track: TrackSummary, place: Place): Promise<void> {
  const outcome = await cart.add(track, messages.basketAddFailed)
  if (!outcome.ok) reportFailure(outcome)
  else toast.success(place === 'card' ? messages.addedToBasket : messages.addedToBasketOnPage)
}

export async function removeWithToast(track: TrackSummary): Promise<void> {
  const outcome = await cart.remove(track.id)
  if (!outcome.ok) return reportFailure(outcome)
  toast.success(messages.removedFromCart, { label: 'Undo', onClick: () => void undoRemoval(track) })
}

export async function clearWithToast(): Promise<void> {
  const outcome = await cart.clear()
  if (outcome.ok) toast.success(messages.cartCleared)
  else reportFailure(outcome)
}

async function undoRemoval(track: TrackSummary): Promise<void> {
  const outcome = await cart.add(track)
  if (!outcome.ok) reportFailure(outcome)
}

function reportFailure({ message, isLoggedOut }: { message: string; isLoggedOut?: true }): void {
  if (isLoggedOut) requireLoginAgain()
  else toast.error(message)
}
