// The payment of a commission: its one open checkout at the card provider.

import { closeCheckout } from '#server/payments/payment-checkout.ts'
import type { PaymentDeps } from '#server/payments/payment-subjects.ts'

/**
 * Before a commission ends unpaid. Returns `paid` when the checkout was completed meanwhile: its money has arrived or is
 * on its way, and the commission must not end.
 * @throws Refusal checkout_unavailable
 */
export async function closeOpenCheckout(
  deps: PaymentDeps,
  commissionId: string,
): Promise<'closed' | 'paid'> {
  const open = await deps.db
    .selectFrom('payments')
    .select('id')
    .where('subject_id', '=', commissionId)
    .where('status', '=', 'open')
    .execute()
  for (const { id } of open) if ((await closeCheckout(deps, id)) === 'complete') return 'paid'
  return 'closed'
}
