// The steps of a request until it is paid: the artist's answer, and the withdrawal by either party.

import { Refusal } from '#rules/errors/refusal.ts'
import { payByOf } from '#rules/commissions/commission-deadlines.ts'
import {
  freezableStatuses,
  ownedStatuses,
  refusalOfStep,
  type CommissionStatus,
  type CommissionStep,
} from '#rules/commissions/commission-process.ts'
import { inTransaction, type Committing } from '#server/clock-and-failpoints/failpoints.ts'
import type { PaymentDeps } from '#server/payments/payment-subjects.ts'
import { closeOpenCheckout, refuseOpenCheckout } from '../commission-checkout.ts'
import { findPartyState } from '../commission-queries.ts'
import { takeStep, type CommissionDeps } from '../take-step.ts'

type Answer = {
  id: string
  artistId: string
  action: 'accept' | 'reject'
  /** For the customer. */
  message: string | null
}

/**
 * A request stays answerable, whatever the artist's availability is by now (D-040), as long as a place is free.
 * @throws Refusal not_found, fully_booked, and those of the step
 */
export async function answerRequest(
  { db, failpoints, ...deps }: CommissionDeps & Committing,
  { id, artistId, action, message }: Answer,
): Promise<void> {
  await inTransaction({ db, failpoints }, `${action}.commit`, async (tx) => {
    await findPartyState(tx, deps, { id, userId: artistId, as: 'artist' })
    await takeStep(tx, deps, {
      id,
      step: action,
      actor: 'artist',
      actorId: artistId,
      text: message,
      changes: (_commission, now) => ({
        answered_at: now,
        artist_message: message,
        ...(action === 'accept' ? { pay_by: payByOf(now, deps.spans) } : {}),
      }),
    })
  })
}

/**
 * Before anything is paid. An open checkout is closed at the provider first, so that nothing can be paid afterwards.
 * @throws Refusal not_found, commission_paid, checkout_unavailable, and those of the step
 */
export async function terminateBeforePayment(
  deps: CommissionDeps & PaymentDeps,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const { actor, state } = await findPartyState(deps.db, deps, { id, userId })
  const step: CommissionStep = actor === 'artist' ? 'artistWithdraw' : 'withdraw'
  const refusal = refusalOfStep(state, { step, actor, now: deps.clock.now() })
  if (refusal !== null)
    throw new Refusal(paidStatuses.has(state.status) ? 'commission_paid' : refusal)
  if ((await closeOpenCheckout(deps, id)) === 'paid') throw new Refusal('commission_paid')
  await inTransaction(deps, 'withdraw.commit', async (tx) => {
    await takeStep(tx, deps, { id, step, actor, actorId: userId })
    await refuseOpenCheckout(tx, id)
  })
}

/** Also while the payment is on its way. */
const paidStatuses = new Set<CommissionStatus>([...freezableStatuses, ...ownedStatuses])
