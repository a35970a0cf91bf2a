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

/** Its payment will bring so much, whatever the total is. Returns whether there is such an open session. */
export function setReceived(sandbox: Sandbox, sessionId: string, pence: number): boolean {
  const { store } = sandbox
  if (store.find('checkout.session', sessionId)?.status !== 'open') return false
  const order = getCheckoutOrder(sandbox, sessionId)
  store.update('checkout.order', { ...order, receivedPence: pence })
  return true
}
