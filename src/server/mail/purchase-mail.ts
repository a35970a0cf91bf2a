// The email after a purchase: the bought tracks, the amounts paid, and the link to the downloads.

import { myTracksPath } from '#rules/orders/order-paths.ts'
import { receiptPath, refundsPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { vatSentence } from '#rules/vat/vat-texts.ts'
import type { VatTerms } from '#rules/vat/vat-terms.ts'
import type { Vat } from '#rules/vat/contained-vat.ts'
import type { Db } from '#server/db/client.ts'
import { queueEmail } from './queue-email.ts'

type BoughtLine = { title: string; customer_pence: number }

type Bought = {
  id: string
  customer_id: string
  total_pence: number
  receiptNumber: string
  /** The VAT in the total; null if it contains none. */
  vat: (Vat & Pick<VatTerms, 'rate' | 'number'>) | null
}

/** Queued in the transaction that records the purchase: exactly one email row, even while the mail server is down. */
export async function queuePurchaseMail(
  tx: Db,
  order: Bought,
  lines: BoughtLine[],
  publicUrl: string,
): Promise<void> {
  await queueEmail(tx, order.customer_id, {
    dedupeKey: `purchase:${order.id}`,
    subject: 'Your tracks are ready to download',
    blocks: [
      { paragraph: 'Thank you. These tracks are yours for ever:' },
      {
        rows: lines.map((line) => ({ name: line.title, value: formatPence(line.customer_pence) })),
        total: { name: 'Total', value: formatPence(order.total_pence) },
      },
      ...(order.vat === null ? [] : [{ paragraph: vatSentence(order.vat) }]),
      { paragraph: 'Download them as often as you like.' },
      {
        button: {
          label: 'Download your tracks',
          url: publicUrl + myTracksPath({ order: order.id }),
        },
      },
      {
        link: {
          label: `Your receipt ${order.receiptNumber}`,
          url: publicUrl + receiptPath(order.receiptNumber),
        },
      },
      // The law asks for this confirmation: without it the right to cancel does not end.
      {
        paragraph:
          'As you asked at the checkout, the tracks are available at once. Once you start to download a track, or to play its full recording, you can no longer cancel it; until then you can, for 14 days.',
      },
      { link: { label: 'Refunds and cancelling', url: publicUrl + refundsPath } },
    ],
  })
}
