// The money of a payment comes in: available days later, less the fee.
import type { Stripe } from 'stripe'
import { cardFeePence } from '../money/amounts.ts'
import { recordMovement } from '../money/balance.ts'
import { readPayoutSettings, settlementDelayDays } from '../payouts/payout-settings.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { platform } from '../storage/object-store.ts'
import type { CardFacts } from '../storage/stored-kinds.ts'

const daySeconds = 24 * 60 * 60

export function receiveMoney(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  {
    card,
    chargeId,
    amountPence = intent.amount,
  }: { card: CardFacts; chargeId: string; amountPence?: number },
): Stripe.BalanceTransaction {
  const now = sandbox.clock.now()
  const delayDays = settlementDelayDays(readPayoutSettings(sandbox, platform))
  const atOnce = card.behaviour === 'succeeds-available-at-once'
  return recordMovement(sandbox, {
    owner: platform,
    type: 'charge',
    amountPence,
    feePence: cardFeePence(amountPence, card.country),
    source: chargeId,
    availableOn: atOnce ? now : now + delayDays * daySeconds,
    description: intent.description,
  })
}
