import { getPaymentSetup, startPaymentSetup } from '#contracts/payments.ts'
import type { Serving } from '#server/http/serve.ts'
import { refuseUnverifiedEmail } from '#server/http/session.ts'
import { findPaymentSetup, openPaymentSetup, type AccountDeps } from './payment-accounts.ts'

export function paymentAccountRoutes({ serve }: Serving, deps: AccountDeps) {
  serve(getPaymentSetup, async ({ user }) => findPaymentSetup(deps, user.id))

  serve(startPaymentSetup, async ({ user }) => {
    refuseUnverifiedEmail(user)
    return { url: await openPaymentSetup(deps, user) }
  })
}
