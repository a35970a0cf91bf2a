// A commission whose customer disputes the payment at the bank: it is frozen while the bank decides. After a lost dispute it
// stays frozen, and an admin decides about it; money that goes back then is what the bank has given back.

import { freezableStatuses, type CommissionStatus } from '#rules/commissions/commission-process.ts'
import type { Db } from '#server/db/client.ts'
import { notify } from '#server/notifications/notify.ts'
import type { BankDispute, Payment } from '#server/payments/payment-subjects.ts'
import { freezeCommission, thawCommission } from './commission-freeze.ts'
import { lockCommission } from './commission-state.ts'
import type { CommissionDeps } from './take-step.ts'

const frozenForDispute = 'The payment is disputed at the customer’s bank, which decides about it.'
const wonDispute = 'The bank has decided that the payment stands.'

export async function recordDisputed(
  tx: Db,
  deps: CommissionDeps,
  { id: paymentId, subject_id: id }: Payment,
  { id: disputeId, state, keepsShare }: BankDispute,
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
  await notify(tx, {
    kind: 'sale_disputed',
    bankDispute: state,
    ...(state === 'lost' ? { keepsShare } : {}),
    titles: [commission.name],
    to: commission.artist_id,
    key: `bank_dispute:${disputeId}:${state}`,
  })
}
