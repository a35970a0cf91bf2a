import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { createCartCheckout, getCheckout, listMyTracks, listOwnedIds } from '#contracts/orders.ts'
import { paymentOf } from '#rules/orders/order-process.ts'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Serving } from '#server/http/serve.ts'
import { checkPayment } from '#server/payments/checkout/payment-check.ts'
import type { PaymentDeps } from '#server/payments/payment-subjects.ts'
import { openCartCheckout } from './checkout-commands.ts'
import { presentOwnedTrack } from './order-presenter.ts'
import { findOrderLines, findOwnedIds, findOwnOrder } from './order-queries.ts'
import { findOwnedTracks, findPaidOrder } from './owned-tracks.ts'

/** A waiting page polls every second: within this time the server responds with the cached state. */
const recheckAfterMs = 2_000

type CheckoutState = z.infer<(typeof getCheckout)['output']>['state']

export function orderRoutes({ serve }: Serving, deps: PaymentDeps) {
  const recentStates = new LRUCache<string, CheckoutState>({ max: 1_000, ttl: recheckAfterMs })

  /** If the provider does not respond, the page continues to poll: the webhook or the reconciliation fulfils later. */
  async function checkAtProvider(
    { id: orderId, payment_id: paymentId }: { id: string; payment_id: string },
    log: FastifyBaseLogger,
  ): Promise<CheckoutState> {
    const cached = recentStates.get(orderId)
    if (cached) return cached
    const outcome = await checkPayment(deps, paymentId).catch((error: unknown) => {
      log.warn({ err: error, order: orderId }, 'the card provider could not be reached')
      return 'unknown' as const
    })
    const state = stateAfter[outcome]
    recentStates.set(orderId, state)
    return state
  }

  serve(createCartCheckout, async ({ input, user }) => ({
    url: await openCartCheckout(deps, { customerId: user.id, items: input.items }),
  }))

  serve(getCheckout, async ({ input, user, request }) => {
    const own = { sessionId: input.sessionId, customerId: user.id }
    const order = await findOwnOrder(deps.db, own)
    if (!order) throw new Refusal('not_found')
    const tracks = await findOrderLines(deps.db, order.id)
    const payment = paymentOf(order)
    const state = payment === 'open' ? await checkAtProvider(order, request.log) : payment
    return { orderId: order.id, state, tracks, totalPence: order.total_pence }
  })

  serve(listMyTracks, async ({ input, user }) => {
    const { order: orderId } = input
    const order = orderId ? await findPaidOrder(deps.db, { orderId, userId: user.id }) : null
    const search = order === null ? { ...input, order: undefined } : input
    const found = await findOwnedTracks(deps.db, { userId: user.id, search })
    return {
      tracks: found.rows.map((row) => presentOwnedTrack(row, found.renditions)),
      totalTracks: found.total,
      ...found.paging,
      order: order && {
        receiptNumber: receiptNumber(order.serial),
        hasGranted: order.hasGranted,
        unavailable: order.unavailable,
      },
    }
  })

  serve(listOwnedIds, async ({ user }) => ({ trackIds: await findOwnedIds(deps.db, user.id) }))
}

const stateAfter = {
  paid: 'paid',
  settling: 'preparing',
  unknown: 'preparing',
  confirming: 'preparing',
  open: 'open',
  expired: 'expired',
  failed: 'closed',
} as const
