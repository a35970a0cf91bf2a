import { getPaymentSetup, startPaymentSetup } from '#contracts/payouts.ts'
import type { Serving } from '#server/http/serve.ts'
import { findPaymentSetup, openPaymentSetup, type PayoutDeps } from './payout-account.ts'

export function payoutRoutes({ serve }: Serving, deps: PayoutDeps) {
  serve(getPaymentSetup, async ({ user }) => findPaymentSetup(deps, user.id))

  serve(startPaymentSetup, async ({ user }) => ({
    url: await openPaymentSetup(deps, user),
  }))
}
