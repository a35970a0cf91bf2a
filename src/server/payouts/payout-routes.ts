import { getPaymentSetup, startPaymentSetup } from '#contracts/payouts.ts'
import type { Db } from '#server/db/client.ts'
import type { Payments } from '#server/gateways/payments/payments.ts'
import type { Serving } from '#server/http/serve.ts'
import { findPaymentSetup, openPaymentSetup } from './payout-account.ts'

export function payoutRoutes(
  { serve }: Serving,
  deps: { db: Db; payments: Payments; publicUrl: string },
) {
  serve(getPaymentSetup, async ({ user }) => findPaymentSetup(deps, user.id))

  serve(startPaymentSetup, async ({ user }) => ({
    url: await openPaymentSetup(deps, user),
  }))
}
