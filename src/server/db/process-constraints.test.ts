import { expect, test } from 'vitest'
import { commissionProcess } from '#rules/commissions/commission-process.ts'
import { commissionReasons } from '#rules/commissions/step-table.ts'
import { deliveryProcess } from '#rules/commissions/delivery-process.ts'
import { disputeOutcomes, disputeProcess } from '#rules/commissions/dispute-process.ts'
import { refundRequestProcess } from '#rules/orders/refund-request.ts'
import { renditionProcess } from '#rules/orders/rendition-process.ts'
import { flagProcess } from '#rules/moderation/flag-process.ts'
import { differenceProcess } from '#rules/payments/difference-process.ts'
import { orderProcess } from '#rules/orders/order-process.ts'
import { bankDisputeProcess } from '#rules/payments/bank-dispute-process.ts'
import { bankPayoutProcess } from '#rules/payments/bank-payout-process.ts'
import { platformPayoutProcess } from '#rules/payments/platform-payout-process.ts'
import { paymentProcess, refundProcess, transferProcess } from '#rules/payments/payment-process.ts'
import { reversalCauses, reversalProcess } from '#rules/payments/reversal-process.ts'
import { uploadProcess } from '#rules/uploads/upload-process.ts'
import { allowedIn } from '../../../tests/support/money/process-problems.ts'
import { openTestDatabase } from '../../../tests/support/databases/test-database.ts'

test('the database allows the statuses of each process, and no other', async () => {
  await using database = await openTestDatabase()
  for (const [constraint, { statuses }] of [
    ['flags_status_check', flagProcess],
    ['orders_status_check', orderProcess],
    ['payments_status_check', paymentProcess],
    ['transfers_status_check', transferProcess],
    ['reversals_status_check', reversalProcess],
    ['refunds_status_check', refundProcess],
    ['bank_payouts_status_check', bankPayoutProcess],
    ['refund_requests_status_check', refundRequestProcess],
    ['platform_payouts_status_check', platformPayoutProcess],
    ['reconciliation_differences_status_check', differenceProcess],
    ['renditions_status_check', renditionProcess],
    ['uploads_status_check', uploadProcess],
    ['commissions_status_check', commissionProcess],
    ['commission_steps_from_status_check', commissionProcess],
    ['commission_steps_to_status_check', commissionProcess],
    ['commission_deliveries_status_check', deliveryProcess],
    ['commission_disputes_status_check', disputeProcess],
    ['bank_disputes_status_check', bankDisputeProcess],
  ] as const) {
    const allowed = await allowedIn(database.db, constraint)
    expect([constraint, new Set(allowed)]).toEqual([constraint, new Set<string>(statuses)])
  }
})

test('the database allows the reasons of cancelled commissions, the outcomes of disputes and the causes of reversals, and no other', async () => {
  await using database = await openTestDatabase()
  for (const [constraint, names] of [
    ['commissions_reason_check', commissionReasons],
    ['commission_disputes_outcome_check', disputeOutcomes],
    ['reversals_cause_kind_check', reversalCauses],
  ] as const) {
    const allowed = await allowedIn(database.db, constraint)
    expect([constraint, new Set(allowed)]).toEqual([constraint, new Set<string>(names)])
  }
})
