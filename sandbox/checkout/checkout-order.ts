// The order of a session: its lines and its payment details, which the session object itself does not contain.
import type { Sandbox } from '../state/sandbox.ts'
import type { CheckoutOrder } from '../storage/stored-kinds.ts'

export function checkoutOrderId(sessionId: string): string {
  return `order_of_${sessionId}`
}

export function getCheckoutOrder({ store }: Sandbox, sessionId: string): CheckoutOrder {
  const order = store.find('checkout.order', checkoutOrderId(sessionId))
  if (!order) throw new Error(`The session ${sessionId} has no order.`)
  return order
}
