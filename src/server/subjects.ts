// What payments can be for. The payments know no subject: the app, the demo and the tests pass them these.

import type { Clock } from './clock.ts'
import { orderSubject } from './orders/order-fulfilment.ts'
import type { PaymentSubjects } from './payments/payment-subjects.ts'

export function paymentSubjects(deps: { publicUrl: string; clock: Clock }): PaymentSubjects {
  return { order: orderSubject(deps) }
}
