// The subjects of payments. The payments know no subject: the app, the demo and the tests pass them these.

import { commissionSubject } from './commissions/commission-payment.ts'
import type { CommissionDeps } from './commissions/take-step.ts'
import { orderSubject } from './orders/order-fulfilment.ts'
import type { PaymentSubjects } from './payments/payment-subjects.ts'

export function paymentSubjects(deps: CommissionDeps & { publicUrl: string }): PaymentSubjects {
  return { order: orderSubject(deps), commission: commissionSubject(deps) }
}
