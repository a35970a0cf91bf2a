// The letter about tracks that were paid a second time: what is given back, and that nothing need be done.

import { randomUUID } from 'node:crypto'
import { formatPence } from '#rules/price.ts'
import { productName } from '#rules/product.ts'
import type { Db } from '#server/db/client.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { escaped } from './purchase-mail.ts'

type RefundedLine = { title: string; customer_pence: number }

/** Written in the transaction that owes the refund: told exactly once. */
export async function queueRefundMail(
  tx: Db,
  order: { id: string; customer_id: string },
  lines: RefundedLine[],
): Promise<void> {
  const { email, username } = await tx
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', order.customer_id)
    .executeTakeFirstOrThrow()
  const mailId = randomUUID()
  await tx
    .insertInto('mails')
    .values({
      id: mailId,
      about: `refund:${order.id}`,
      recipient: email,
      subject: 'Your money is on its way back',
      ...refundLetter(username, lines),
    })
    .execute()
  await addJob(tx, 'send_mail', { mailId })
}

function refundLetter(username: string, lines: RefundedLine[]) {
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
    html_body: `<!doctype html><html lang="en-GB"><body style="background:#FBF6EC;color:#2A1A12;font-family:Georgia,serif;padding:24px"><div style="max-width:600px;margin:auto">${body}</div></body></html>`,
  }
}
