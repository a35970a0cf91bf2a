// What a refund is paid from: without enough money it is pending until there is some, and fails if none comes.
import type { Stripe } from 'stripe'
import { readBalance, recordMovement } from '../money/balance.ts'
import { testCards } from '../payments/card.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { idOf } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'
import { emitRefundUpdate, failUnpaidRefund } from './refund-outcome.ts'

type Refund = Stripe.Refund
type Funding = Pick<Refund, 'balance_transaction' | 'status'> &
  Partial<Pick<Refund, 'pending_reason'>>

/** As the provider does. */
const maxWaitSeconds = 45 * 24 * 60 * 60

/**
 * Takes the money of a refund from the platform's balance: what is available now, or will be once the charge has settled.
 * Money of other charges that settles later does not count, and a refund is never paid in part.
 */
export function fundRefund(
  sandbox: Sandbox,
  charge: Stripe.Charge,
  refund: Pick<Refund, 'id' | 'amount'>,
): Funding {
  const charged = sandbox.store.find('balance_transaction', idOf(charge.balance_transaction))
  const settledAt = Math.max(sandbox.clock.now(), charged?.available_on ?? 0)
  if (refund.amount > readBalance(sandbox, platform, settledAt).availablePence) {
    return { balance_transaction: null, status: 'pending', pending_reason: 'insufficient_funds' }
  }
  const movement = recordMovement(sandbox, {
    owner: platform,
    type: 'refund',
    amountPence: -refund.amount,
    source: refund.id,
    availableOn: settledAt,
    description: 'REFUND FOR CHARGE',
  })
  return isDecidedLater(charge)
    ? { balance_transaction: movement.id, status: 'pending', pending_reason: 'processing' }
    : { balance_transaction: movement.id, status: 'succeeded' }
}

/** With one test card the bank decides about the refund later. */
function isDecidedLater({ payment_method_details: details }: Stripe.Charge): boolean {
  return testCards.some(
    ({ number, behaviour }) =>
      behaviour === 'refunds-later' && number.slice(-4) === details?.card?.last4,
  )
}

/** The oldest first: makes the refunds that there is money for by now, and fails those that have waited too long. */
export function fundWaitingRefunds(sandbox: Sandbox): void {
  const { clock, db, store } = sandbox
  const waiting = db
    .prepare(
      `SELECT id FROM objects INDEXED BY unfunded_refunds WHERE kind = 'refund'
         AND json_extract(body, '$.pending_reason') = 'insufficient_funds' ORDER BY seq`,
    )
    .all()
  for (const row of waiting) {
    const refund = store.find('refund', String(row['id']))
    const charge = refund && store.find('charge', idOf(refund.charge))
    if (!refund || !charge) continue
    const { pending_reason: _reason, ...waitingRefund } = refund
    const funding = fundRefund(sandbox, charge, refund)
    if (funding.balance_transaction !== null) {
      emitRefundUpdate(sandbox, { ...waitingRefund, ...funding }, refund)
    } else if (clock.now() >= refund.created + maxWaitSeconds) {
      failUnpaidRefund(sandbox, refund)
    }
  }
}
