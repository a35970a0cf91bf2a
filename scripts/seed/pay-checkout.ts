import { payAsCustomer } from '../../sandbox/pay-as-customer.ts'
import { checkPayment } from '../../src/server/payments/payment-check.ts'
import type { PaymentDeps } from '../../src/server/payments/payment-subjects.ts'

const testCard = '4242424242424242'

/** Pays on the test card provider's page, and records it at once, without waiting for the provider's event. */
export async function payCheckout(deps: PaymentDeps, url: string): Promise<void> {
  await payAsCustomer(url, { card: testCard })
  const { id } = await deps.db
    .selectFrom('payments')
    .select('id')
    .where('checkout_url', '=', url)
    .executeTakeFirstOrThrow()
  await checkPayment(deps, id)
}
