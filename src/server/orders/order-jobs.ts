// Fulfilment jobs: started by the provider's events, and by the ten-minute reconciliation in case an event is lost.

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

/** Younger rows may be in progress in a request or a job. */
const minAgeMs = 60_000

/** After this many consecutive calls without a response the run stops: 500 timeouts would take hours. */
const maxConsecutiveFailures = 3

export function orderJobs(deps: CheckoutDeps): Jobs {
  return {
    async fulfil_order({ orderId, sessionId, eventId }) {
      // An event may name an order of another app on the same provider account: it is ignored.
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
      // A refund made by hand, or by another app on the same provider account, has no row here.
      if (z.uuid().safeParse(refundId).success) await checkRefund({ ...deps, log }, refundId)
      if (eventId !== undefined) await markProcessed(deps.db, eventId)
    },

    async reconcile_payments(_payload, { log, signal }) {
      await queueOverduePayouts(deps.db)
      await queueOverdueRefunds(deps.db)
      await checkMadeRefunds(deps.db)
      await checkOpenOrders(deps, { log, signal })
    },
  }
}

/** The event can arrive before the response to the server's call; the fulfilment checks that session and order match. */
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

/** Orders are independent: one that fails does not stop the others. The order checked longest ago comes first. */
async function checkOpenOrders(
  deps: CheckoutDeps,
  { log, signal }: { log: FastifyBaseLogger; signal: AbortSignal },
): Promise<void> {
  let consecutiveFailures = 0
  for (const order of await findOpenOrders(deps.db)) {
    signal.throwIfAborted()
    try {
      await checkOrder(deps, order)
      consecutiveFailures = 0
    } catch (error) {
      log.error({ err: error, order: order.id }, 'an open order could not be settled')
      consecutiveFailures = isResultUnknown(error) ? consecutiveFailures + 1 : 0
      if (consecutiveFailures === maxConsecutiveFailures) return
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
        eb('orders.created_at', '<', new Date(Date.now() - minAgeMs)),
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

function isResultUnknown(error: unknown): boolean {
  return (error instanceof Refusal ? error.cause : error) instanceof PaymentUnknown
}

/** Payouts whose job was lost or whose artist was not ready. A payout is not queued before it is due. */
async function queueOverduePayouts(db: Db): Promise<void> {
  const overdue = await db
    .selectFrom('payouts')
    .innerJoin('payout_accounts', 'payout_accounts.user_id', 'payouts.artist_id')
    .select('payouts.id')
    .where('payout_accounts.ready', '=', true)
    .where('payouts.status', 'in', ['waiting', 'blocked'])
    .where('payouts.due_at', '<', new Date(Date.now() - minAgeMs))
    .orderBy('payouts.due_at')
    .limit(500)
    .execute()
  for (const { id } of overdue) {
    await addJob(db, 'send_payout', { payoutId: id }, { key: `send_payout:${id}` })
  }
}

async function queueOverdueRefunds(db: Db): Promise<void> {
  const overdue = await db
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', 'waiting')
    .where('due_at', '<', new Date(Date.now() - minAgeMs))
    .orderBy('due_at')
    .limit(500)
    .execute()
  for (const { id } of overdue) {
    await addJob(db, 'send_refund', { refundId: id }, { key: `send_refund:${id}` })
  }
}
