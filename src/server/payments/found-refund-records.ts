// Refunds that were made at the provider, not by this app: a row that is owed adopts one of the same amount; of something that
// was sold a row is made; of any other an admin has to say what it was for. The app's own name their rows there.

import type { Selectable } from 'kysely'
import { unmadeRefundStatuses } from '#rules/payments/payment-process.ts'
import { formatPence } from '#rules/price.ts'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import { inTransaction } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import type { ListedRefund } from '#server/gateways/payments/payments.ts'
import { isReported, reportWithoutRow } from './found-problems.ts'
import { lockPayment, subjectFunctions, type Payment } from './payment-subjects.ts'
import { recordMade, recordMadeRefund, type RefundDeps } from './refund-records.ts'
import { refundsWithoutRow } from './refused-refunds.ts'
import { isRowId } from './row-ids.ts'

/** @param refunds of the payment's charge. Idempotent. */
export async function recordFoundRefunds(
  deps: RefundDeps,
  payment: Payment,
  refunds: ListedRefund[],
): Promise<void> {
  await recordOwn(deps, payment, refunds)
  for (const found of await refundsWithoutRow(deps.db, refunds)) {
    await inTransaction(deps, 'refund.adopt', (tx) => recordFound(tx, deps, payment, found))
  }
}

/** A row whose refund is there records that, whatever is known of its attempt, so that it adopts no other one. */
async function recordOwn(
  deps: RefundDeps,
  { id: paymentId }: Payment,
  refunds: ListedRefund[],
): Promise<void> {
  const named = refunds.filter(({ refundId }) => refundId !== null && isRowId(refundId))
  if (named.length === 0) return
  const rows = await deps.db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', 'in', unmadeRefundStatuses)
    .execute()
  for (const { id } of rows) {
    const made = named.find(({ refundId, isSettled }) => refundId === id && !isSettled)
    if (made && (await recordMadeRefund(deps, id, made)))
      deps.log.warn({ refund: id }, 'a refund whose answer was lost is recorded')
  }
}

async function recordFound(
  tx: Db,
  deps: RefundDeps,
  payment: Payment,
  found: ListedRefund,
): Promise<void> {
  const subject = subjectFunctions(deps.subjects, payment)
  await lockCustomer(tx, payment.customer_id)
  await lockPayment(tx, deps.subjects, payment.id)
  const owed = await lockOwedRefunds(tx, payment.id)
  // Another run may have recorded it meanwhile.
  if ((await refundsWithoutRow(tx, [found])).length === 0) return
  const problem = { kind: 'refund_without_row', providerId: found.providerId } as const
  // Refunds since then can have left a single sale that fits: only a person knows whether it is that one.
  if (await isReported(tx, problem)) return
  const same = owed.filter(({ amount_pence: pence }) => pence === found.pence)
  // A refund that is being sent may be refused because of this one, and then adopts it; or it is made as well.
  if (same.some(isBeingSent)) return
  const id = same[0]?.id ?? (await subject.giveBackMade(tx, payment, found.pence))
  const { providerId } = found
  if (id === null) {
    const amounts = `${formatPence(found.pence)} of ${formatPence(payment.amount_pence)}`
    await reportWithoutRow(tx, {
      ...problem,
      paymentId: payment.id,
      problem: `At the card provider ${amounts} was given back (${providerId}), and not by this app: say what it was for.`,
      now: deps.clock.now(),
    })
    return
  }
  const reason = `The refund ${providerId} was made at the card provider, not by this app.`
  await recordMade(tx, deps, id, found, reason)
  deps.log.warn({ refund: id, made: providerId }, 'a refund was made at the provider')
}

type OwedRefund = Pick<
  Selectable<Tables['refunds']>,
  'id' | 'amount_pence' | 'status' | 'key_used_at'
>

function lockOwedRefunds(tx: Db, paymentId: string): Promise<OwedRefund[]> {
  return tx
    .selectFrom('refunds')
    .select(['id', 'amount_pence', 'status', 'key_used_at'])
    .where('payment_id', '=', paymentId)
    .where('status', 'in', unmadeRefundStatuses)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** An attempt runs, or nobody knows what became of it. */
function isBeingSent({ status, key_used_at: keyUsedAt }: OwedRefund): boolean {
  return status === 'waiting' && keyUsedAt !== null
}
