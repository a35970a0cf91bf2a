// A long history for tests of what a reconciliation can read: payments of the past, without events.
import { cardFeePence } from '../money/amounts.ts'
import { recordMovement } from '../money/balance.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'
import { newCharge } from './charge.ts'

/** Every so many charges the amounts begin again. */
const amounts = 2000
const minAmountPence = 100
const settlesAfterSeconds = 2 * 24 * 60 * 60

const card = {
  last4: '4242',
  brand: 'visa',
  expMonth: 12,
  expYear: 2030,
  nameOnCard: 'Test Customer',
  behaviour: 'succeeds',
  country: 'GB',
} as const

/** @param created Unix seconds. */
export function addPastCharge(sandbox: Sandbox, position: number, created: number): void {
  const amountPence = minAmountPence + (position % amounts)
  const id = newId('ch')
  const movement = recordMovement(sandbox, {
    owner: platform,
    type: 'charge',
    amountPence,
    feePence: cardFeePence(amountPence),
    source: id,
    created,
    availableOn: created + settlesAfterSeconds,
  })
  const charge = newCharge({
    id,
    amountPence,
    created,
    balanceTransaction: movement.id,
    paymentIntent: null,
    paymentMethod: null,
    card,
    metadata: { position: String(position) },
    transferGroup: null,
  })
  sandbox.store.insert('charge', charge, { created })
}
