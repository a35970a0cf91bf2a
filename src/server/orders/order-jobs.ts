// Fulfilment as jobs: on the provider's word, and, should that never come, by asking every ten minutes.

import { z } from 'zod'
import type { Db } from '#server/db/client.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { closeCheckout, type CheckoutDeps } from './checkout-commands.ts'
import { fulfilOrder } from './order-fulfilment.ts'

/** Younger ones are still being paid, or their webhook is on its way. */
const askAfterMs = 60_000

export function orderJobs(deps: CheckoutDeps): Jobs {
  return {
    async fulfil_order({ orderId, eventId }) {
      // An event may name an order of another shop on the same account: not ours, nothing to do.
      if (z.uuid().safeParse(orderId).success) await fulfilOrder(deps, orderId)
      if (eventId !== undefined) await markProcessed(deps.db, eventId)
    },

    async reconcile_payments() {
      await askForOpenOrders(deps)
      await wakePayouts(deps.db)
    },
  }
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
    .where('orders.created_at', '<', new Date(Date.now() - askAfterMs))
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
    .where('payouts.created_at', '<', new Date(Date.now() - askAfterMs))
    .limit(500)
    .execute()
  for (const { id } of waiting) {
    await addJob(db, 'send_payout', { payoutId: id }, { key: `send_payout:${id}` })
  }
}
