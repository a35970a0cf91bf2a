// Queues the job that looks at an event's subject: one line for each subject of rules/payments/provider-events.ts.

import type { Db } from '#server/db/client.ts'
import type { PaymentEvent } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { reconcile } from '#server/jobs/job-names.ts'

/** An event that fails this often stays in the queue for the operator; the reconciliation continues without it. */
const maxAttempts = 8

/** Stored with the event: our payment or refund, or the provider's object. */
export function aboutOf({ object }: PaymentEvent): string | null {
  switch (object.kind) {
    case 'checkout':
      return object.paymentId
    case 'refund':
      return object.refundId ?? object.chargeId
    case 'charge':
      return object.chargeId
    case 'transfer':
      return object.transferId
    case 'payout':
      return object.providerAccountId ?? object.payoutId
    case 'account':
      return object.accountId
    case 'balance':
    case 'other':
      return null
  }
}

export async function queueCheck(tx: Db, { id: eventId, object }: PaymentEvent): Promise<void> {
  switch (object.kind) {
    case 'checkout': {
      const { paymentId, sessionId } = object
      if (paymentId === null) return
      await addJob(tx, 'check_payment', { paymentId, sessionId, eventId }, { maxAttempts })
      return
    }
    case 'refund': {
      const { refundId, chargeId } = object
      // A refund that was made by hand names no row of ours.
      if (refundId === null) await queueCharge(tx, chargeId, eventId)
      else await addJob(tx, 'check_refund', { refundId, eventId }, { maxAttempts })
      return
    }
    case 'charge':
      await queueCharge(tx, object.chargeId, eventId)
      return
    case 'payout': {
      const { payoutId, providerAccountId } = object
      await addJob(tx, 'check_payout', { payoutId, providerAccountId, eventId }, { maxAttempts })
      return
    }
    case 'transfer': {
      const { transferId: sentTransferId } = object
      await addJob(tx, 'check_transfer', { sentTransferId, eventId }, { maxAttempts })
      return
    }
    case 'balance':
      await queueBalance(tx)
      return
    case 'account':
      await addJob(tx, 'check_payment_account', { providerAccountId: object.accountId })
      return
    case 'other':
  }
}

async function queueCharge(tx: Db, chargeId: string | null, eventId: string): Promise<void> {
  if (chargeId !== null) await addJob(tx, 'check_charge', { chargeId, eventId }, { maxAttempts })
}

/** One run for all events that wait. */
async function queueBalance(tx: Db): Promise<void> {
  const { queue, priority } = reconcile
  const key = 'read_balance_transactions'
  await addJob(tx, 'read_balance_transactions', {}, { key, queue, priority })
}
