// The email after a purchase: the bought tracks, the amounts paid, and the link to the downloads.

import { myTracksPath, receiptPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { productName } from '#rules/product.ts'
import type { Db } from '#server/db/client.ts'
import { escaped, htmlEmail, queueEmail, type EmailBodies } from './queue-email.ts'

type BoughtLine = { title: string; customer_pence: number }

/** Queued in the transaction that records the purchase: exactly one email row, even while the mail server is down. */
export async function queuePurchaseMail(
  tx: Db,
  order: { id: string; customer_id: string; total_pence: number; receiptNumber: string },
  lines: BoughtLine[],
  publicUrl: string,
): Promise<void> {
  await queueEmail(tx, order.customer_id, {
    dedupeKey: `purchase:${order.id}`,
    subject: 'Your tracks are ready to download',
    write: (username) =>
      purchaseEmail({
        username,
        lines,
        totalPence: order.total_pence,
        link: publicUrl + myTracksPath({ order: order.id }),
        receipt: {
          number: order.receiptNumber,
          link: publicUrl + receiptPath(order.receiptNumber),
        },
      }),
  })
}

function purchaseEmail(purchase: {
  username: string
  lines: BoughtLine[]
  totalPence: number
  link: string
  receipt: { number: string; link: string }
}): EmailBodies {
  const { link, receipt } = purchase
  const items = purchase.lines.map((line) => ({
    title: line.title,
    price: formatPence(line.customer_pence),
  }))
  const total = formatPence(purchase.totalPence)
  const text = [
    `Hello ${purchase.username},`,
    '',
    'Thank you. These tracks are yours for ever:',
    '',
    ...items.map(({ title, price }) => `  ${title}  ${price}`),
    '',
    `Total: ${total}`,
    '',
    `Download them here, as often as you like: ${link}`,
    '',
    `Your receipt ${receipt.number}: ${receipt.link}`,
    '',
    productName,
  ].join('\n')
  const rows = items
    .map(
      ({ title, price }) =>
        `<tr><td style="padding:4px 16px 4px 0">${escaped(title)}</td><td align="right">${price}</td></tr>`,
    )
    .join('')
  const html = htmlEmail(
    `<p>Hello ${escaped(purchase.username)},</p><p>Thank you. These tracks are yours for ever:</p><table>${rows}<tr><td style="padding:12px 16px 4px 0"><b>Total</b></td><td align="right"><b>${total}</b></td></tr></table><p><a style="color:#8F3A1C" href="${escaped(link)}">Download your tracks</a>, as often as you like.</p><p><a style="color:#8F3A1C" href="${escaped(receipt.link)}">Your receipt ${receipt.number}</a></p><p>${productName}</p>`,
  )
  return { text_body: text, html_body: html }
}
