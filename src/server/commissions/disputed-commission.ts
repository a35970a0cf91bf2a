// A commission whose customer disputes the payment at the bank: it is frozen while the bank decides. After a lost dispute it
// stays frozen, and an admin decides about it; money that goes back then is what the bank has given back. An approved one has
// ended: its recording is the customer's only as long as the payment stands.

import { freezableStatuses, type CommissionStatus } from '#rules/commissions/commission-process.ts'
import { saleProcess } from '#rules/sales/sale-process.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { notify } from '#server/notifications/notify.ts'
import type { BankDispute, Payment } from '#server/payments/payment-subjects.ts'
import { freezeCommission, thawCommission } from './commission-freeze.ts'
import { endOwnership, grantRecording } from './commission-ownership.ts'
import { lockCommission, type CommissionRow } from './commission-state.ts'
import { commissionChanged, type CommissionDeps } from './take-step.ts'

const frozenForDispute = 'The payment is disputed at the customer’s bank, which decides about it.'
const wonDispute = 'The bank has decided that the payment stands.'

export async function recordDisputed(
  tx: Db,
  deps: CommissionDeps,
  { id: paymentId, subject_id: id }: Payment,
  { id: disputeId, state, isWhole, keepsShare }: BankDispute,
): Promise<void> {
  const commission = await lockCommission(tx, id)
  // A second payment of it is given back.
  if (commission.payment_id !== paymentId) return
  const freezable: readonly CommissionStatus[] = freezableStatuses
  const system = { id, actor: 'system', actorId: null } as const
  if (state === 'open' && freezable.includes(commission.status))
    await freezeCommission(tx, deps, { ...system, by: 'bank_dispute', reason: frozenForDispute })
  if (state === 'won' && commission.frozen_by === 'bank_dispute')
    await thawCommission(tx, deps, { ...system, text: wonDispute })
  if (state === 'lost' && isWhole) await endOwnership(tx, id)
  if (state === 'won' && (await isOwnedByPayment(tx, commission)))
    await grantRecording(tx, commission, deps.clock.now())
  await publish(tx, commissionChanged(commission))
  await notify(tx, {
    kind: 'sale_disputed',
    bankDispute: state,
    ...(state === 'lost' ? { keepsShare } : {}),
    titles: [commission.name],
    to: commission.artist_id,
    key: `bank_dispute:${disputeId}:${state}`,
  })
}

const approvedStatuses = new Set<CommissionStatus>(['approved', 'cron_pending', 'completed'])

/** False if its money was given back before the bank decided. */
async function isOwnedByPayment(tx: Db, { id, status }: CommissionRow): Promise<boolean> {
  if (!approvedStatuses.has(status)) return false
  const returned = await tx
    .selectFrom('sales')
    .select('id')
    .where('commission_id', '=', id)
    .where('status', '=', saleProcess.steps.takeBack.to)
    .executeTakeFirst()
  return returned === undefined
}
