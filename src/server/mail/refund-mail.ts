// The email about a paid track that was not granted: its price was refunded to the card; the customer need not do anything.

import type { RefundCause } from '#rules/payment-process.ts'
import { formatPence } from '#rules/price.ts'
import type { Db } from '#server/db/client.ts'
import { queueEmail } from './queue-email.ts'

const explanations: Record<RefundCause, string> = {
  owned: 'You paid for this track, but it was yours already:',
  unavailable: 'You paid for this track, but it had just been taken off the site:',
}

/** Queued in the transaction that books the refund: one email per refund that succeeded at the provider. */
export async function queueRefundMail(
  tx: Db,
  refund: { providerId: string; orderLineId: string | null; pence: number; cause: RefundCause },
): Promise<void> {
  const { title, customer_id: customerId } = await tx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['order_lines.title', 'orders.customer_id'])
    .where('order_lines.id', '=', refund.orderLineId)
    .executeTakeFirstOrThrow()
  const price = formatPence(refund.pence)
  await queueEmail(tx, customerId, {
    dedupeKey: `refund:${refund.providerId}`,
    subject: 'Your money is on its way back',
    blocks: [
      { paragraph: explanations[refund.cause] },
      { rows: [{ name: title, value: price }] },
      {
        paragraph: `We have sent ${price} back to your card. You don’t need to do anything; banks take five to ten days to show it.`,
      },
    ],
  })
}
