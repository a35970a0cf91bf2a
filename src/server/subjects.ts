// The subjects of payments. The payments know no subject: the app, the demo and the tests pass them these.

import type { VatSettings } from '#rules/vat/vat-terms.ts'
import { commissionSubject } from './commissions/commission-payment.ts'
import type { CommissionDeps } from './commissions/take-step.ts'
import { orderSubject } from './orders/order-fulfilment.ts'
import type { PaymentSubject, PaymentSubjects } from './payments/payment-subjects.ts'
import * as giveBack from './refunds/give-back.ts'

type Deps = CommissionDeps & { publicUrl: string; vat: VatSettings }

export function paymentSubjects(deps: Deps): PaymentSubjects {
  // What was sold is given back by a feature that knows all of it.
  const giveBackMade: PaymentSubject['giveBackMade'] = (tx, { id }, pence) =>
    giveBack.giveBackMade(tx, deps, id, pence)
  return {
    order: { ...orderSubject(deps), giveBackMade },
    commission: { ...commissionSubject(deps), giveBackMade },
  }
}
