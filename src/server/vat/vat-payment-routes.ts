import { previewVatPayment, recordVatPayment } from '#contracts/admin/vat-payments.ts'
import type { Auth } from '#server/accounts/auth.ts'
import { confirmByCode } from '#server/accounts/settings/confirm-action.ts'
import { recordAdminAction } from '#server/admin/audit-log.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { previewPaidVat, recordPaidVat } from './vat-payments.ts'

type Deps = { db: Db; clock: Clock; auth: Auth }

export function vatPaymentRoutes({ serve }: Serving, deps: Deps) {
  serve(previewVatPayment, ({ input: { amount: pence, ...payment } }) =>
    previewPaidVat(deps, { ...payment, pence }),
  )

  serve(recordVatPayment, async ({ input, user, request }) => {
    const { amount: pence, note, code, ...payment } = input
    await confirmByCode(deps, { user, request }, code)
    const adminId = user.id
    const id = await recordPaidVat(deps, {
      ...payment,
      pence,
      adminId,
      record: (tx, paymentId) =>
        recordAdminAction(tx, {
          adminId,
          action: 'record_vat_payment',
          subjectId: paymentId,
          note,
          details: { ...payment, pence },
        }),
    })
    return { id }
  })
}
