import { payAsCustomer } from '../../sandbox/pay-as-customer.ts'
import { checkPayment } from '../../src/server/payments/checkout/payment-check.ts'
import type { PaymentDeps } from '../../src/server/payments/payment-subjects.ts'

/** Of the test card provider. The money of the second one comes in three days later. */
export const testCards = { usual: '4242424242424242', slow: '4000000000001091' } as const

/** Pays on the test card provider's page, and records it at once, without waiting for the provider's event. */
export async function payCheckout(
  deps: PaymentDeps,
  url: string,
  card: string = testCards.usual,
): Promise<void> {
  await payAsCustomer(url, { card })
  const { id } = await deps.db
    .selectFrom('payments')
    .select('id')
    .where('checkout_url', '=', url)
    .executeTakeFirstOrThrow()
  await checkPayment(deps, id)
}
