// Payment jobs: started by the provider's events, and by the ten-minute reconciliation in case an event is lost.

import { z } from 'zod'
import type { Jobs } from '#server/jobs/job-names.ts'
import {
  isOwnAccount,
  queueAccountChecks,
  refreshAccount,
  type AccountDeps,
} from './payment-accounts.ts'
import { checkPayment } from './payment-check.ts'
import { removeOldEvents } from './payment-events.ts'
import type { PaymentDeps } from './payment-subjects.ts'
import { closeUnavailableCheckouts, reconcilePayments } from './reconciliation.ts'
import { checkRefund, sendRefund } from './refunds.ts'
import { recordStrayPayment } from './stray-payments.ts'
import { sendTransfer } from './transfers.ts'

type Deps = PaymentDeps & AccountDeps
type CheckoutEvent = { paymentId: string; sessionId: string; eventId: string }

export function paymentJobs(deps: Deps): Jobs {
  return {
    async check_payment(event) {
      await handleCheckoutEvent(deps, event)
    },

    async send_transfer({ transferId }, { log }) {
      await sendTransfer({ ...deps, log }, transferId)
    },

    async send_refund({ refundId }, { log }) {
      await sendRefund({ ...deps, log }, refundId)
    },

    async check_refund({ refundId, eventId }, { log }) {
      // A refund made by hand, or by another app on the same provider account, has no row here.
      if (isId(refundId)) await checkRefund({ ...deps, log }, refundId)
      if (eventId !== undefined) await markProcessed(deps, eventId)
    },

    async check_payment_account({ providerAccountId }) {
      await checkAccount(deps, providerAccountId)
    },

    async reconcile_payments(_nothing, { log, signal }) {
      await reconcilePayments(deps, { log, signal })
    },

    async close_unavailable_checkouts(_nothing, { log, signal }) {
      await closeUnavailableCheckouts(deps, { log, signal })
    },

    async check_blocked_accounts() {
      await queueAccountChecks(deps.db)
    },

    async tidy_payment_events() {
      await removeOldEvents(deps.db, deps.clock.now())
    },

    ...formerJobs(deps),
  }
}

/** The names under which the version before payments queued its jobs: jobs that wait during the upgrade still run. */
function formerJobs(deps: Deps): Jobs {
  return {
    // A payment that was carried over has its order's id.
    async fulfil_order({ orderId, ...event }) {
      await handleCheckoutEvent(deps, { paymentId: orderId, ...event })
    },
    async send_payout({ payoutId }, { log }) {
      await sendTransfer({ ...deps, log }, payoutId)
    },
    async check_payout_account({ providerAccountId }) {
      await checkAccount(deps, providerAccountId)
    },
  }
}

async function handleCheckoutEvent(
  deps: Deps,
  { paymentId, sessionId, eventId }: CheckoutEvent,
): Promise<void> {
  // An event may name a payment of another app on the same provider account: it is ignored.
  if (isId(paymentId)) {
    const checked = await adoptSession(deps, { paymentId, sessionId })
    const result = checked === null ? null : await checkPayment(deps, checked)
    if (result === 'settling') throw new Error(`Payment ${checked} is paid, but not settled.`)
  }
  await markProcessed(deps, eventId)
}

function isId(text: string): boolean {
  return z.uuid().safeParse(text).success
}

/**
 * The event can arrive before the response to the server's call; the check compares session and payment. Returns the
 * payment of the session; null if nothing has come in by it.
 */
async function adoptSession(
  deps: Deps,
  { paymentId, sessionId }: Omit<CheckoutEvent, 'eventId'>,
): Promise<string | null> {
  await deps.db
    .updateTable('payments')
    .set({ checkout_session_id: sessionId })
    .where('id', '=', paymentId)
    .where('checkout_session_id', 'is', null)
    .execute()
  const payment = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!payment) return null
  if (payment.checkout_session_id === sessionId) return paymentId
  return recordStrayPayment(deps, payment, sessionId)
}

async function markProcessed({ db, clock }: Deps, eventId: string): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ processed_at: clock.now() })
    .where('id', '=', eventId)
    .execute()
}

async function checkAccount(deps: Deps, providerAccountId: string): Promise<void> {
  if (await isOwnAccount(deps.db, providerAccountId)) await refreshAccount(deps, providerAccountId)
}
