// Fulfilment as jobs: on the provider's word, and, should that never come, by asking every ten minutes.

import { z } from 'zod'
import type { Db } from '#server/db/client.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { closeCheckout, type CheckoutDeps } from './checkout-commands.ts'
import { fulfilOrder } from './order-fulfilment.ts'

/** Younger ones may be in the hands of a request or job right now. */
const leaveAloneMs = 60_000

export function orderJobs(deps: CheckoutDeps): Jobs {
  return {
    async fulfil_order({ orderId, sessionId, eventId }) {
      // An event may name an order of another shop on the same account: not ours, nothing to do.
      if (z.uuid().safeParse(orderId).success) {
        await adoptSession(deps.db, { orderId, sessionId })
        await fulfilOrder(deps, orderId)
      }
      await markProcessed(deps.db, eventId)
    },

    async reconcile_payments() {
      await askForOpenOrders(deps)
      await wakePayouts(deps.db)
    },
  }
}

/** The event can be faster than the answer to our own call; the fulfilment checks that the two belong together. */
async function adoptSession(db: Db, order: { orderId: string; sessionId: string }): Promise<void> {
  await db
    .updateTable('orders')
    .set({ checkout_session_id: order.sessionId })
    .where('id', '=', order.orderId)
    .where('checkout_session_id', 'is', null)
    .execute()
}

async function markProcessed(db: Db, eventId: string): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ processed_at: new Date() })
    .where('id', '=', eventId)
    .execute()
}

async function askForOpenOrders(deps: CheckoutDeps): Promise<void> {
  const open = await deps.db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.customer_id')
    .select(['orders.id', 'orders.checkout_session_id', 'orders.expires_at', 'users.email'])
    .select('users.id as customer_id')
    .where('orders.status', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb('orders.checkout_session_id', 'is not', null),
        eb('orders.created_at', '<', new Date(Date.now() - leaveAloneMs)),
      ]),
    )
    .orderBy('orders.created_at')
    .limit(500)
    .execute()
  for (const order of open) {
    if (order.checkout_session_id === null) {
      await closeCheckout(deps, order.id, { id: order.customer_id, email: order.email })
    } else {
      await fulfilOrder(deps, order.id)
    }
  }
}

/** A payout whose job was lost, or whose artist was not ready then, is tried again. */
async function wakePayouts(db: Db): Promise<void> {
  const waiting = await db
    .selectFrom('payouts')
    .innerJoin('payout_accounts', 'payout_accounts.user_id', 'payouts.artist_id')
    .select('payouts.id')
    .where('payout_accounts.ready', '=', true)
    .where('payouts.status', 'in', ['waiting', 'blocked'])
    .where('payouts.created_at', '<', new Date(Date.now() - leaveAloneMs))
    .limit(500)
    .execute()
  for (const { id } of waiting) {
    await addJob(db, 'send_payout', { payoutId: id }, { key: `send_payout:${id}` })
  }
}
