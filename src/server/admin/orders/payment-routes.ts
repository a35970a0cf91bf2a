import { getPayment, listPayments } from '#contracts/admin/payments.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { findPayments } from './payment-queries.ts'
import { findPaymentRecord } from './payment-timeline.ts'

export function paymentRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(listPayments, ({ input }) => findPayments(db, input))

  serve(getPayment, async ({ input: { id } }) => {
    const found = await findPaymentRecord(db, id)
    if (found === null) throw new Refusal('not_found')
    return found
  })
}
