// A cart change by a button, with its toast: the same messages for every button.

import type { TrackSummary } from '#contracts/tracks.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { cartMessages } from './cart-messages.ts'
import { cart } from './cart-store.ts'
import { requireLoginAgain } from '#web/accounts/login-again.ts'

/** Buttons on a card and on a track's own page have different confirmations (D-049). */
type Place = 'card' | 'page'

export async function addWithToast(track: TrackSummary, place: Place): Promise<void> {
  const outcome = await cart.add(track, cartMessages.basketAddFailed)
  if (!outcome.ok) reportFailure(outcome)
  else
    toast.success(place === 'card' ? cartMessages.addedToBasket : cartMessages.addedToBasketOnPage)
}

export async function removeWithToast(track: TrackSummary): Promise<void> {
  const outcome = await cart.remove(track.id)
  if (!outcome.ok) return reportFailure(outcome)
  toast.success(cartMessages.removed, { label: 'Undo', onClick: () => void undoRemoval(track) })
}

export async function clearWithToast(): Promise<void> {
  const outcome = await cart.clear()
  if (outcome.ok) toast.success(cartMessages.cleared)
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
