// Tells the customer and the artist what an admin gives back: when it is decided. The customer is told again when it arrives.

import { formatPence } from '#rules/price.ts'
import type { Db } from '#server/db/client.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { notify } from '#server/notifications/notify.ts'
import type { RefundableSale } from './refundable-sale.ts'

type News = {
  refundId: string
  pence: number
  artistPence: number
  /** Nothing is left of the sale. */
  isWhole: boolean
  reason: string
}

export async function tellOfRefund(
  tx: Db,
  { customer_id: customerId, artist_id: artistId, title }: RefundableSale,
  { refundId, pence, artistPence, isWhole, reason }: News,
): Promise<void> {
  const amount = formatPence(pence)
  await queueEmail(tx, customerId, {
    dedupeKey: `given_back:${refundId}`,
    subject: `We give ${amount} back to you`,
    blocks: [
      { rows: [{ name: title, value: amount }] },
      { paragraph: reason },
      {
        paragraph: isWhole
          ? 'The recording is no longer yours. The money goes to the card that you paid with: we write again when it is on its way.'
          : 'The recording stays yours. The money goes to the card that you paid with: we write again when it is on its way.',
      },
    ],
  })
  await notify(tx, {
    kind: 'sale_given_back',
    titles: [title],
    pence: artistPence,
    reason,
    to: artistId,
    key: `given_back:${refundId}`,
  })
}

/** The customer keeps the track. */
export async function tellOfDeclined(
  tx: Db,
  { customer_id: customerId, title }: RefundableSale,
  { requestId, reason }: { requestId: string; reason: string },
): Promise<void> {
  await queueEmail(tx, customerId, {
    dedupeKey: `refund_declined:${requestId}`,
    subject: 'About your request for a refund',
    blocks: [
      { paragraph: `You asked for the money of “${title}” back. We cannot give it back:` },
      { paragraph: reason },
      { paragraph: 'The recording stays yours. If you see it differently, reply or write to us.' },
    ],
  })
}
