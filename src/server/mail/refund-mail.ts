// The letter about tracks that were paid a second time: what is given back, and that nothing need be done.

import { formatPence } from '#rules/price.ts'
import { productName } from '#rules/product.ts'
import type { Db } from '#server/db/client.ts'
import { escaped, htmlLetter, queueLetter, type LetterBodies } from './queue-letter.ts'

type RefundedLine = { title: string; customer_pence: number }

/** Written in the transaction that owes the refund: told exactly once. */
export async function queueRefundMail(
  tx: Db,
  order: { id: string; customer_id: string },
  lines: RefundedLine[],
): Promise<void> {
  await queueLetter(tx, order.customer_id, {
    about: `refund:${order.id}`,
    subject: 'Your money is on its way back',
    write: (username) => refundLetter(username, lines),
  })
}

function refundLetter(username: string, lines: RefundedLine[]): LetterBodies {
  const total = formatPence(lines.reduce((sum, line) => sum + line.customer_pence, 0))
  const paragraphs = [
    `Hello ${username},`,
    'You paid for these tracks, but they were yours already:',
    ...lines.map((line) => `  ${line.title}  ${formatPence(line.customer_pence)}`),
    `We are giving ${total} back to your card. You don’t need to do anything; banks take five to ten days to show it.`,
    productName,
  ]
  const body = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('')
  return {
    text_body: paragraphs.join('\n\n'),
    html_body: htmlLetter(body),
  }
}
