// The email about money of an order that goes back to the card; the customer need not do anything.

import type { OrderRefundCause } from '#rules/payments/payment-process.ts'
import { formatPence } from '#rules/price.ts'
import type { Db } from '#server/db/client.ts'
import { queueEmail } from './queue-email.ts'

const explanations: Record<OrderRefundCause, string> = {
  owned: 'You paid for this track, but it was yours already:',
  unavailable: 'You paid for this track, but it had just been taken off the site:',
  paid_twice: 'You paid twice for this:',
  given_back: 'We give this back to you:',
}

type Refund = {
  providerId: string
  orderLineId: string | null
  customerId: string
  /** The title of what was paid for. */
  title: string
  pence: number
  cause: OrderRefundCause
}

/** Queued in the transaction that books the refund: one email for each line of a refund that succeeded at the provider. */
export async function queueRefundMail(
  tx: Db,
  { customerId, title, orderLineId, ...refund }: Refund,
): Promise<void> {
  const price = formatPence(refund.pence)
  await queueEmail(tx, customerId, {
    dedupeKey: `refund:${refund.providerId}:${orderLineId ?? 'all'}`,
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
