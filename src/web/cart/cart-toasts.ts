// Changes of the cart by a button, with their toasts: the same messages for every button.

import type { TrackSummary } from '#contracts/tracks.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { cartMessages } from './cart-messages.ts'
import { cart, type Outcome } from './cart-store.ts'
import { requireLoginAgain } from '#web/accounts/login-again.ts'

type Refusal = Extract<Outcome, { ok: false }>

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

/** The user has the track already: nothing is wrong. */
const harmlessCodes: ReadonlySet<string> = new Set<Refusal['code']>([
  'track_already_in_cart',
  'track_owned',
  'own_track',
])

export function reportFailure({ code, message, isLoggedOut }: Refusal): void {
  if (isLoggedOut) requireLoginAgain()
  else if (harmlessCodes.has(code)) toast.info(message)
  else toast.error(message)
}
