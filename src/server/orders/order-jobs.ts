// Fulfilment as jobs: on the provider's word, and, should that never come, by asking every ten minutes.

import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { Refusal } from '#rules/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { closeCheckout, type CheckoutDeps } from './checkout-commands.ts'
import { fulfilOrder } from './order-fulfilment.ts'
import { sendRefund } from './refund-commands.ts'
import { checkMadeRefunds, checkRefund } from './refund-outcome.ts'

/** Younger ones may be in the hands of a request or job right now. */
const leaveAloneMs = 60_000

/** So many calls in a row without an answer: the provider is down, and to wait for each of 500 would take hours. */
const downAfter = 3

export function orderJobs(deps: CheckoutDeps): Jobs {
  return {
    async fulfil_order({ orderId, sessionId, eventId }) {
      // An event may name an order of another shop on the same account: not ours, nothing to do.
      if (z.uuid().safeParse(orderId).success) {
        await adoptSession(deps.db, { orderId, sessionId })
        const outcome = await fulfilOrder(deps, orderId)
        if (outcome === 'settling') throw new Error(`Order ${orderId} is paid, but not settled.`)
      }
      await markProcessed(deps.db, eventId)
    },

    async send_refund({ refundId }, { log }) {
      await sendRefund({ ...deps, log }, refundId)
    },

    async check_refund({ refundId, eventId }, { log }) {
      // Refunds made by hand name no row of ours, or one of another shop on the same account.
      if (z.uuid().safeParse(refundId).success) await checkRefund({ ...deps, log }, refundId)
      if (eventId !== undefined) await markProcessed(deps.db, eventId)
    },

    async reconcile_payments(_nothing, { log, signal }) {
      await wakePayouts(deps.db)
      await wakeRefunds(deps.db)
      await checkMadeRefunds(deps.db)
      await checkOpenOrders(deps, { log, signal })
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

/** Each order by itself: one that cannot be settled keeps no other from it. Those asked longest ago come first. */
async function checkOpenOrders(
  deps: CheckoutDeps,
  { log, signal }: { log: FastifyBaseLogger; signal: AbortSignal },
): Promise<void> {
  let unanswered = 0
  for (const order of await findOpenOrders(deps.db)) {
    signal.throwIfAborted()
    try {
      await checkOrder(deps, order)
      unanswered = 0
    } catch (error) {
      log.error({ err: error, order: order.id }, 'an open order could not be settled')
      unanswered = isUnanswered(error) ? unanswered + 1 : 0
      if (unanswered === downAfter) return
    }
  }
}

type OpenOrder = Awaited<ReturnType<typeof findOpenOrders>>[number]

function findOpenOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.customer_id')
    .select(['orders.id', 'orders.checkout_session_id', 'users.email'])
    .select('users.id as customer_id')
    .where('orders.status', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb('orders.checkout_session_id', 'is not', null),
        eb('orders.created_at', '<', new Date(Date.now() - leaveAloneMs)),
      ]),
    )
    .orderBy('orders.asked_at', (order) => order.asc().nullsFirst())
    .orderBy('orders.created_at')
    .orderBy('orders.id')
    .limit(500)
    .execute()
}

async function checkOrder(deps: CheckoutDeps, order: OpenOrder): Promise<void> {
  if (order.checkout_session_id !== null) {
    await fulfilOrder(deps, order.id)
    return
  }
  await deps.db
    .updateTable('orders')
    .set({ asked_at: new Date() })
    .where('id', '=', order.id)
    .execute()
  await closeCheckout(deps, order.id, { id: order.customer_id, email: order.email })
}

function isUnanswered(error: unknown): boolean {
  return (error instanceof Refusal ? error.cause : error) instanceof PaymentUnknown
}

/** A payout whose job was lost, or whose artist was not ready then. Before it is due its pause stands. */
async function wakePayouts(db: Db): Promise<void> {
  const overdue = await db
    .selectFrom('payouts')
    .innerJoin('payout_accounts', 'payout_accounts.user_id', 'payouts.artist_id')
    .select('payouts.id')
    .where('payout_accounts.ready', '=', true)
    .where('payouts.status', 'in', ['waiting', 'blocked'])
    .where('payouts.due_at', '<', new Date(Date.now() - leaveAloneMs))
    .orderBy('payouts.due_at')
    .limit(500)
    .execute()
  for (const { id } of overdue) {
    await addJob(db, 'send_payout', { payoutId: id }, { key: `send_payout:${id}` })
  }
}

async function wakeRefunds(db: Db): Promise<void> {
  const overdue = await db
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', 'waiting')
    .where('due_at', '<', new Date(Date.now() - leaveAloneMs))
    .orderBy('due_at')
    .limit(500)
    .execute()
  for (const { id } of overdue) {
    await addJob(db, 'send_refund', { refundId: id }, { key: `send_refund:${id}` })
  }
}
