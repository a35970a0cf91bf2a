import { createCartCheckout, getCheckout, listMyTracks } from '#contracts/orders.ts'
import { downloadTrack } from '#contracts/tracks.ts'
import { Refusal } from '#rules/refusal.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { Serving } from '#server/http/serve.ts'
import { openCartCheckout, type CheckoutDeps } from './checkout-commands.ts'
import { sendOwnedFile } from './owned-file.ts'
import { fulfilOrder } from './order-fulfilment.ts'
import { presentOwnedTrack } from './order-presenter.ts'
import { findOrderLines, findOwnedTracks, findOwnOrder } from './order-queries.ts'

/** A waiting page asks every second; the provider need not hear of each. */
const askAgainAfterMs = 2_000

export function orderRoutes(
  { serve, serveBytes }: Serving,
  deps: CheckoutDeps & { storage: Storage },
) {
  serve(createCartCheckout, async ({ input, user }) => ({
    url: await openCartCheckout(deps, { buyer: user, items: input.items }),
  }))

  serve(getCheckout, async ({ input, user, request }) => {
    const own = { sessionId: input.sessionId, customerId: user.id }
    const order = await findOwnOrder(deps.db, own)
    if (!order) throw new Refusal('not_found')
    const tracks = await findOrderLines(deps.db, order.id)
    const answer = (state: 'open' | 'preparing' | 'paid' | 'expired') => ({
      state,
      tracks,
      totalPence: order.total_pence,
    })
    if (order.status !== 'pending' && order.status !== 'expired') return answer('paid')
    if (Date.now() - (order.asked_at?.getTime() ?? 0) < askAgainAfterMs) return answer('preparing')
    // Should the provider be slow or gone, the page goes on waiting: the webhook and the reconciliation come later.
    const outcome = await fulfilOrder(deps, order.id).catch((error: unknown) => {
      request.log.warn({ err: error, order: order.id }, 'the card provider could not be asked')
      return 'unknown' as const
    })
    if (outcome === 'fulfilled') return answer('paid')
    if (outcome === 'expired') return answer('expired')
    return answer(outcome === 'not_paid' ? 'open' : 'preparing')
  })

  serve(listMyTracks, async ({ user }) => {
    const rows = await findOwnedTracks(deps.db, user.id)
    return { tracks: rows.map(presentOwnedTrack) }
  })

  serveBytes(downloadTrack, async ({ input, user, request, reply }) => {
    await sendOwnedFile(deps, { userId: user.id, trackId: input.id }, request, reply)
  })
}
