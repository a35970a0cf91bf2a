// The form that refunds a payment: an amount in pounds, and the reason.
import type { NewRefund } from '../refunds/make-refund.ts'

export interface RefundForm {
  /** Empty: all that is left. */
  amount: string
  reason: string
}

export const usualRefundForm: RefundForm = { amount: '', reason: 'requested_by_customer' }

export const refundReasons: Record<string, string> = {
  requested_by_customer: 'Requested by the customer',
  duplicate: 'Duplicate',
  fraudulent: 'Fraudulent',
  other: 'Other',
}

export function readRefundForm({
  amount,
  reason,
}: RefundForm): { problem: string } | { refund: Pick<NewRefund, 'amountPence' | 'reason'> } {
  const text = amount.trim().replace(/^£/, '')
  if (text !== '' && !/^\d{1,6}(\.\d{1,2})?$/.test(text)) {
    return { problem: 'Enter an amount in pounds, like 3.50.' }
  }
  const amountPence = text === '' ? undefined : Math.round(Number(text) * 100)
  if (amountPence === 0) return { problem: 'Enter an amount of at least 1p.' }
  return {
    refund: {
      amountPence,
      // The API knows no other reasons.
      reason:
        reason === 'duplicate' || reason === 'fraudulent' || reason === 'requested_by_customer'
          ? reason
          : null,
    },
  }
}
