// Payment jobs: started by the provider's events, and by the ten-minute reconciliation in case an event is lost.

import type { Jobs } from '#server/jobs/job-names.ts'
import {
  isOwnAccount,
  queueAccountChecks,
  refreshAccount,
  type AccountDeps,
} from '#server/payments/accounts/payment-accounts.ts'
import { checkCharge } from '#server/payments/bank-disputes/charge-check.ts'
import { recordSession } from '#server/payments/checkout/checkout-sessions.ts'
import { removeOldEvents } from './payment-events.ts'
import type { ChargeDeps } from '../payment-subjects.ts'
import {
  closeUnavailableCheckouts,
  reconcilePayments,
} from '#server/payments/reconciliation/reconciliation.ts'
import { checkRefund, sendRefund } from '../refunds.ts'
import { checkTransfer } from '../found-reversals.ts'
import { tellOfOldDebts } from '../debts.ts'
import { sendReversal } from '../reversals.ts'
import { isRowId } from '../row-ids.ts'
import { sendTransfer } from '../transfers.ts'

type Deps = Omit<ChargeDeps, 'log'> & AccountDeps
type CheckoutEvent = { paymentId: string; sessionId: string; eventId?: string }

export function paymentJobs(deps: Deps): Jobs {
  return {
    async check_payment(event) {
      await handleCheckoutEvent(deps, event)
    },

    async send_transfer({ transferId }, { log }) {
      await sendTransfer({ ...deps, log }, transferId)
    },

    async send_reversal({ reversalId }, { log }) {
      await sendReversal({ ...deps, log }, reversalId)
    },

    async send_refund({ refundId }, { log }) {
      await sendRefund({ ...deps, log }, refundId)
    },

    ...checksOf(deps),

    async reconcile_payments(_nothing, { log, signal }) {
      await reconcilePayments(deps, { log, signal })
    },

    async close_unavailable_checkouts(_nothing, { log, signal }) {
      await closeUnavailableCheckouts(deps, { log, signal })
    },

    async check_blocked_accounts() {
      await queueAccountChecks(deps.db)
    },

    async tell_of_old_debts() {
      await tellOfOldDebts(deps)
    },

    async tidy_payment_events() {
      await removeOldEvents(deps.db, deps.clock.now())
    },

    ...formerJobs(deps),
  }
}

/** An event only names an object: these jobs read it at the provider. */
function checksOf(deps: Deps): Jobs {
  return {
    async check_refund({ refundId, eventId }, { log }) {
      // A refund made by hand, or by another app on the same provider account, has no row here.
      if (isRowId(refundId)) await checkRefund({ ...deps, log }, refundId)
      if (eventId !== undefined) await markProcessed(deps, eventId)
    },

    async check_charge({ chargeId, eventId }, { log }) {
      await checkCharge({ ...deps, log }, chargeId)
      if (eventId !== undefined) await markProcessed(deps, eventId)
    },

    async check_transfer({ sentTransferId, eventId }, { log }) {
      await checkTransfer({ ...deps, log }, sentTransferId)
      if (eventId !== undefined) await markProcessed(deps, eventId)
    },

    async check_payment_account({ providerAccountId }) {
      await checkAccount(deps, providerAccountId)
    },
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
  const result = await recordSession(deps, { paymentId, sessionId })
  // The job is tried again: the provider knows its fee soon.
  if (result === 'settling') throw new Error(`Payment ${paymentId} is paid, but not settled.`)
  if (eventId !== undefined) await markProcessed(deps, eventId)
}

export async function markProcessed(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  eventId: string,
): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ processed_at: clock.now() })
    .where('id', '=', eventId)
    .execute()
}

async function checkAccount(deps: Deps, providerAccountId: string): Promise<void> {
  if (await isOwnAccount(deps.db, providerAccountId)) await refreshAccount(deps, providerAccountId)
}
