// The steps of the parties after the payment: the customer approves a delivery or asks for changes, and cancels
// what is late; the artist gives up.

import { isLateChange } from '#rules/commissions/commission-deadlines.ts'
import type { Db } from '#server/db/client.ts'
import { inTransaction, type Committing } from '#server/clock-and-failpoints/failpoints.ts'
import { settleApproval } from '../commission-approval.ts'
import { endOpenDispute } from '../commission-disputes.ts'
import { freezeCommission } from '../commission-freeze.ts'
import { refundHeld } from '../commission-money.ts'
import { tellAdmins } from '../commission-notices.ts'
import { findPartyState } from '../commission-queries.ts'
import type { CommissionRow } from '../commission-state.ts'
import { findHeardDelivery } from '../heard-delivery.ts'
import { takeStep, type CommissionDeps } from '../take-step.ts'
import { changeDeadlines, paidAtOf } from './change-deadlines.ts'

type Deps = CommissionDeps & Committing

type Judged = {
  id: string
  customerId: string
  /** The delivery that the customer has heard; null for the newest one. */
  deliveryId: string | null
}

/** An open dispute ends with it. @throws Refusal not_found, delivery_replaced, and those of the step */
export async function approveDelivery(
  { db, failpoints, ...deps }: Deps,
  { id, customerId, deliveryId }: Judged,
): Promise<void> {
  await inTransaction({ db, failpoints }, 'approve.commit', async (tx) => {
    await findPartyState(tx, deps, { id, userId: customerId, as: 'customer' })
    const by = { actor: 'customer', actorId: customerId } as const
    const commission = await takeStep(tx, deps, { id, step: 'approve', ...by })
    if (deliveryId !== null) await findHeardDelivery(tx, { commissionId: id, deliveryId })
    const at = deps.clock.now()
    const end = { step: 'end', outcome: 'approved', by: customerId, at } as const
    await endOpenDispute(tx, { commissionId: id, ...end })
    await settleApproval(tx, commission, at)
  })
}

/** A late one also freezes the commission. @throws Refusal not_found, delivery_replaced, and those of the step */
export async function requestChanges(
  { db, failpoints, ...deps }: Deps,
  { id, customerId, deliveryId, feedback }: Judged & { feedback: string },
): Promise<void> {
  await inTransaction({ db, failpoints }, 'changes.commit', async (tx) => {
    await findPartyState(tx, deps, { id, userId: customerId, as: 'customer' })
    const commission = await takeStep(tx, deps, {
      id,
      step: 'requestChanges',
      actor: 'customer',
      actorId: customerId,
      text: feedback,
      changes: (row, changedAt) => ({
        revision_count: row.revision_count + 1,
        revision_feedback: feedback,
        ...changeDeadlines(row, changedAt, deps.spans),
      }),
    })
    if (deliveryId !== null) await findHeardDelivery(tx, { commissionId: id, deliveryId })
    await freezeLateChange(tx, deps, commission)
  })
}

const lateChange =
  'These changes were asked for so late that our team decides how the commission goes on.'

/** @param commission as it was before the request */
async function freezeLateChange(
  tx: Db,
  deps: CommissionDeps,
  commission: CommissionRow,
): Promise<void> {
  const { id, revision_count: count } = commission
  const change = { paidAt: paidAtOf(commission), changedAt: deps.clock.now() }
  if (!isLateChange(change, deps.spans)) return
  const freeze = { by: 'late_change', reason: lateChange, actor: 'system', actorId: null } as const
  await freezeCommission(tx, deps, { id, ...freeze })
  await tellAdmins(tx, commission, {
    key: `late_change:${id}:${count}`,
    reason: 'A customer asked for changes so late that the commission is frozen.',
  })
}

/** The customer gets everything back. @throws Refusal not_found, and those of the step */
export async function cancelOverdue(
  { db, failpoints, ...deps }: Deps,
  { id, customerId }: { id: string; customerId: string },
): Promise<void> {
  await inTransaction({ db, failpoints }, 'cancelOverdue.commit', async (tx) => {
    await findPartyState(tx, deps, { id, userId: customerId, as: 'customer' })
    const by = { actor: 'customer', actorId: customerId } as const
    const commission = await takeStep(tx, deps, { id, step: 'cancelOverdue', ...by })
    await refundHeld(tx, commission, deps.clock.now())
  })
}

/** The customer gets everything back. @throws Refusal not_found, and those of the step */
export async function giveUp(
  { db, failpoints, ...deps }: Deps,
  { id, artistId, reason }: { id: string; artistId: string; reason: string },
): Promise<void> {
  await inTransaction({ db, failpoints }, 'giveUp.commit', async (tx) => {
    await findPartyState(tx, deps, { id, userId: artistId, as: 'artist' })
    const by = { actor: 'artist', actorId: artistId } as const
    const commission = await takeStep(tx, deps, { id, step: 'giveUp', ...by, text: reason })
    await refundHeld(tx, commission, deps.clock.now())
  })
}
