// The email about a track that was paid twice: its price was refunded to the card; the customer need not do anything.

import { formatPence } from '#rules/price.ts'
import { productName } from '#rules/product.ts'
import type { Db } from '#server/db/client.ts'
import { escaped, htmlEmail, queueEmail, type EmailBodies } from './queue-email.ts'

/** Queued in the transaction that books the refund: one email per refund that succeeded at the provider. */
export async function queueRefundMail(
  tx: Db,
  refund: { providerId: string; orderLineId: string | null; pence: number },
): Promise<void> {
  const { title, customer_id: customerId } = await tx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['order_lines.title', 'orders.customer_id'])
    .where('order_lines.id', '=', refund.orderLineId)
    .executeTakeFirstOrThrow()
  await queueEmail(tx, customerId, {
    dedupeKey: `refund:${refund.providerId}`,
    subject: 'Your money is on its way back',
    write: (username) => refundEmail(username, title, formatPence(refund.pence)),
  })
}

function refundEmail(username: string, title: string, price: string): EmailBodies {
  const paragraphs = [
    `Hello ${username},`,
    'You paid for this track, but it was yours already:',
    `  ${title}  ${price}`,
    `We have sent ${price} back to your card. You don’t need to do anything; banks take five to ten days to show it.`,
    productName,
  ]
  const body = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('')
  return {
    text_body: paragraphs.join('\n\n'),
    html_body: htmlEmail(body),
  }
}
