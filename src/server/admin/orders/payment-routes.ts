import { endMismatch, getPayment, listPayments } from '#contracts/admin/payments.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import * as mismatches from '#server/payments/checkout/payment-mismatches.ts'
import type { PaymentSubjects } from '#server/payments/payment-subjects.ts'
import { recordAdminAction } from '../audit-log.ts'
import { findPayments } from './payment-queries.ts'
import { findPaymentRecord } from './payment-timeline.ts'

type Deps = { db: Db; subjects: PaymentSubjects; clock: Clock }

export function paymentRoutes({ serve }: Serving, deps: Deps) {
  const { db, clock } = deps

  serve(listPayments, ({ input, user }) =>
    findPayments(db, input, { adminId: user.id, now: clock.now() }),
  )

  serve(getPayment, async ({ input: { id }, user }) => {
    const found = await findPaymentRecord(db, id, { adminId: user.id, now: clock.now() })
    if (found === null) throw new Refusal('not_found')
    return found
  })

  serve(endMismatch, async ({ input: { id, outcome, note }, user }) => {
    await mismatches.endMismatch(deps, {
      paymentId: id,
      outcome,
      record: async (tx, { customer_id: customerId, amount_pence: pence }) => {
        // Nobody decides about the own money.
        if (customerId === user.id) throw new Refusal('own_sale')
        await recordAdminAction(tx, {
          adminId: user.id,
          action: 'end_mismatch',
          subjectId: customerId,
          note,
          details: { payment: id, outcome, pence },
        })
      },
    })
    return { id }
  })
}
