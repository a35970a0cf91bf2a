// An admin says what a refund was for that was made at the card provider: each part of it is a refund of a sale, as if the app
// had made it.

import { Refusal } from '#rules/errors/refusal.ts'
import type { RefundPart } from '#rules/payments/divided-refund.ts'
import { sumOfShares } from '#rules/payments/refund-shares.ts'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import { recordAdminAction, type ToldWords } from '#server/admin/audit-log.ts'
import { inTransaction } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import type { ListedRefund } from '#server/gateways/payments/payments.ts'
import { removeWithoutRow } from '#server/payments/found-problems.ts'
import { lockPayment, type Payment } from '#server/payments/payment-subjects.ts'
import { recordMadeParts, type RefundDeps } from '#server/payments/refund-records.ts'
import { refundsWithoutRow } from '#server/payments/refused-refunds.ts'
import { findPaymentOfFound, readFound, salesOfParts } from './found-refund-queries.ts'
import { owePart } from './give-back.ts'
import { findSalesOfPayment, sharesLeft, type RefundableSale } from './refundable-sale.ts'

type Assigned = ToldWords & {
  /** The provider's. */
  id: string
  division: RefundPart[]
  /** What was left of all that the payment has sold when the admin decided. */
  leftPence: number
  adminId: string
}

/**
 * Returns the ids of the refunds, one for each part.
 *
 * @throws Refusal not_found, own_sale, refund_assigned, refund_not_divided, refund_out_of_range, refunded_meanwhile,
 * provider_unavailable
 */
export async function assignFoundRefund(deps: RefundDeps, assigned: Assigned): Promise<string[]> {
  const payment = await findPaymentOfFound(deps.db, assigned.id)
  await refuseIfKnown(deps.db, assigned.id)
  const made = await readFound(deps, payment, assigned.id)
  return inTransaction(deps, 'refund.adopt', (tx) => assign(tx, deps, { payment, made }, assigned))
}

async function assign(
  tx: Db,
  deps: RefundDeps,
  { payment, made }: { payment: Payment; made: ListedRefund },
  { id: providerId, division, leftPence, adminId, ...words }: Assigned,
): Promise<string[]> {
  await lockCustomer(tx, payment.customer_id)
  await lockPayment(tx, deps.subjects, payment.id)
  if ((await refundsWithoutRow(tx, [made])).length === 0) throw new Refusal('refund_assigned')
  const sales = await findSalesOfPayment(tx, payment.id)
  if (leftOf(sales) !== leftPence) throw new Refusal('refunded_meanwhile')
  const parts = salesOfParts(sales, made, division)
  const parties = [payment.customer_id, ...parts.map(({ sale }) => sale.artist_id)]
  if (parties.includes(adminId)) throw new Refusal('own_sale')
  const now = deps.clock.now()
  const ids: string[] = []
  for (const { sale, pence } of parts)
    ids.push(await owePart(tx, sale, { pence, reason: words.reason, now }))
  const problem = `The refund ${providerId} was made at the card provider, not by this app.`
  if (!(await recordMadeParts(tx, deps, ids, made, problem)))
    throw new Error(`The refunds ${ids.join(', ')} are new, and were made already.`)
  await removeWithoutRow(tx, { kind: 'refund_without_row', providerId })
  await recordAdminAction(tx, {
    adminId,
    action: 'assign_refund',
    subjectId: payment.customer_id,
    ...words,
    details: { made: providerId, refunds: ids, pence: made.pence },
  })
  return ids
}

async function refuseIfKnown(db: Db, providerId: string): Promise<void> {
  const known = await db
    .selectFrom('refunds')
    .select('id')
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  if (known) throw new Refusal('refund_assigned')
}

function leftOf(sales: readonly RefundableSale[]): number {
  return sales.reduce((sum, sale) => sum + sumOfShares(sharesLeft(sale)), 0)
}
