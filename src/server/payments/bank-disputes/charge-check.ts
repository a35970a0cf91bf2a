// What has become of a charge at the provider, whoever did it: the same after an event, and in the hourly comparison.

import type { Selectable } from 'kysely'
import { refundProcess } from '#rules/payments/payment-process.ts'
import { reaching } from '#server/clock-and-failpoints/failpoints.ts'
import type { Tables } from '#server/db/tables.ts'
import type { ChargeHistory } from '#server/gateways/payments/payments.ts'
import { recordBankDispute } from './dispute-records.ts'
import { recordFoundRefunds } from '../found-refund-records.ts'
import type { ChargeDeps } from '../payment-subjects.ts'
import { checkRefund } from '../refunds.ts'

type Payment = Selectable<Tables['payments']>

/** Fetches the charge; it never trusts the content of an event. A charge of another app has no payment here. Idempotent. */
export async function checkCharge(deps: ChargeDeps, chargeId: string): Promise<void> {
  const { db, payments, failpoints } = deps
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('charge_id', '=', chargeId)
    .executeTakeFirst()
  if (!payment) return
  const charge = await reaching(failpoints, 'charge.read', () => payments.readCharge(chargeId))
  await checkRefunds(deps, payment, charge)
  await recordFoundRefunds(deps, payment, charge.refunds)
  for (const dispute of charge.disputes) await recordBankDispute(deps, payment, dispute)
}

/** Those that a row of ours says were made. One that has come back is in the charge's history no more. */
async function checkRefunds(
  deps: ChargeDeps,
  { id: paymentId }: Payment,
  { refunds }: ChargeHistory,
): Promise<void> {
  const made = await deps.db
    .selectFrom('refunds')
    .select(['id', 'provider_id', 'status'])
    .where('payment_id', '=', paymentId)
    .where('status', 'in', refundProcess.steps.oweAgain.from)
    .execute()
  for (const { id, provider_id: providerId, status } of made) {
    const listed = refunds.find((refund) => refund.providerId === providerId)
    const isKnown = listed?.state === 'succeeded' && status === refundProcess.steps.arrive.to
    if (!isKnown) await checkRefund(deps, id)
  }
}
