// The balance of an account as the API shows it.
import type { Stripe } from 'stripe'
import type { Sandbox } from '../state/sandbox.ts'
import { platform } from '../storage/object-store.ts'
import { currency } from './amounts.ts'
import { readBalance } from './balance.ts'
import { reservedPence } from './reserved-money.ts'

export function shownBalance(sandbox: Sandbox, owner: string): Stripe.Balance {
  const { availablePence, pendingPence } = readBalance(sandbox, owner)
  const reserved = owner === platform ? reservedPence(sandbox) : 0
  return {
    object: 'balance',
    available: inCards(availablePence),
    ...(reserved === 0 ? {} : { connect_reserved: inCards(reserved) }),
    livemode: false,
    pending: inCards(pendingPence),
  }
}

function inCards(amount: number) {
  return [{ amount, currency, source_types: { card: amount } }]
}
