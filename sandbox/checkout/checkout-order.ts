// The order of a session: its lines and its payment details, which the session object itself does not contain.
import type { Stripe } from 'stripe'
import type { Sandbox } from '../sandbox.ts'
import type { CardFacts } from './card.ts'

export interface CheckoutOrder {
  id: string
  lines: LineItem[]
  payment: {
    captureMethod: 'automatic' | 'automatic_async'
    description: string | null
    metadata: Record<string, string>
    transferGroup: string | null
    statementDescriptorSuffix: string | null
  }
  /** The card of a payment that waits for its holder's authentication. */
  waitingCard: CardFacts | null
}

// On the wire decimals are strings.
type Price = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string }
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price }

export function checkoutOrderId(sessionId: string): string {
  return `order_of_${sessionId}`
}

export function getCheckoutOrder({ store }: Sandbox, sessionId: string): CheckoutOrder {
  const order = store.find('checkout.order', checkoutOrderId(sessionId))
  if (!order) throw new Error(`The session ${sessionId} has no order.`)
  return order
}
