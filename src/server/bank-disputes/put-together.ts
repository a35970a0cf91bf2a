// The evidence that is proposed against a bank dispute: what we know of the payment, put together by code. An admin changes
// what is wrong, and says why the customer is not entitled to the money.

import { sql } from 'kysely'
import { z } from 'zod'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import { cutEvidence, type Evidence } from '#rules/payments/dispute-evidence.ts'
import { refundsPath, termsPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { productName } from '#rules/product.ts'
import type { Db } from '#server/db/client.ts'
import { findReceipt } from '#server/orders/receipts.ts'

const text = z.string()
const evidenceSchema: z.ZodType<Evidence> = z.object({
  customerName: text,
  customerEmail: text,
  bought: text,
  servedOn: text,
  accessLog: text,
  refundPolicy: text,
  refundRefusal: text,
  messages: text,
})

/** As it was sent; null if it was not. */
export function readEvidence(stored: unknown): Evidence | null {
  return stored === null ? null : evidenceSchema.parse(stored)
}

export async function putTogether(db: Db, paymentId: string, publicUrl: string): Promise<Evidence> {
  const payment = await db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.customer_id')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .select(['payments.subject_kind', 'payments.subject_id', 'payments.customer_id', 'serial'])
    .select(['payments.created_at', 'payments.paid_at', 'users.created_at as registered_at'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const receipt =
    payment.serial === null
      ? null
      : await findReceipt(db, { serial: payment.serial, ofCustomer: null })
  const room = payment.subject_kind === 'commission' ? await roomOf(db, payment.subject_id) : null
  const deliveredAt = room === null ? payment.paid_at : room.deliveredAt
  const evidence: Evidence = {
    customerName: receipt?.buyer_name ?? '',
    customerEmail: receipt?.buyer_email ?? '',
    bought: receipt === null ? '' : boughtOf(receipt),
    servedOn: deliveredAt === null ? '' : moment(deliveredAt),
    accessLog: await accessLogOf(db, payment),
    refundPolicy: [
      `Rules for refunds: ${publicUrl}${refundsPath}. Terms: ${publicUrl}${termsPath}.`,
      `The customer accepted the terms when they registered (${moment(payment.registered_at)}), and again beside the button that opened the checkout (${moment(payment.created_at)}).`,
      'The text there says that a track can no longer be cancelled once its download or its full recording has been started.',
    ].join('\n'),
    refundRefusal: '',
    messages: room?.lines.join('\n') ?? '',
  }
  const cut = Object.entries(evidence).map(([field, value]) => [field, cutEvidence(value)])
  return evidenceSchema.parse(Object.fromEntries(cut))
}

type Receipt = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

function boughtOf({
  serial,
  issued_at: at,
  lines,
  total_pence: pence,
  ...receipt
}: Receipt): string {
  return [
    `${productName}: acoustic backing tracks, delivered as downloads.`,
    `Receipt ${receiptNumber(serial)} of ${moment(at)}, ${formatPence(pence)}, paid by the card that ends with ${receipt.card_last4 ?? '(unknown)'}.`,
    ...lines.map((line) => `- ${line.title}, by ${line.artist}: ${formatPence(line.pence)}`),
  ].join('\n')
}

/** Downloads, and log-ins: more of them say no more to a bank. */
const maxListed = 200

type PaidSubject = { subject_kind: string; subject_id: string; customer_id: string }

/** What was downloaded of it, and where the customer is logged in. */
async function accessLogOf(db: Db, payment: PaidSubject): Promise<string> {
  const { subject_kind: kind, subject_id: subjectId, customer_id: customerId } = payment
  const downloads = await db
    .selectFrom('downloads')
    .leftJoin('tracks', 'tracks.id', 'downloads.track_id')
    .leftJoin('commissions', 'commissions.id', 'downloads.commission_id')
    .select(['downloaded_at', 'address'])
    .select(sql<string>`coalesce(tracks.title, commissions.name)`.as('title'))
    .where('downloads.user_id', '=', customerId)
    .$if(kind === 'commission', (query) => query.where('downloads.commission_id', '=', subjectId))
    .$if(kind === 'order', (query) =>
      query.where('downloads.track_id', 'in', (eb) =>
        eb.selectFrom('order_lines').select('track_id').where('order_id', '=', subjectId),
      ),
    )
    .orderBy('downloaded_at')
    .limit(maxListed)
    .execute()
  const sessions = await db
    .selectFrom('sessions')
    .select(['created_at', 'last_used_at', 'ip_address'])
    .where('user_id', '=', customerId)
    .orderBy('created_at')
    .limit(maxListed)
    .execute()
  return [
    ...downloads.map(
      ({ downloaded_at: at, address, title }) =>
        `${moment(at)} “${title}” was downloaded${from(address)}`,
    ),
    ...sessions.map(
      ({ created_at: at, last_used_at: until, ip_address: address }) =>
        `${moment(at)} the customer logged in${from(address)}, and was there until ${moment(until)}`,
    ),
  ].join('\n')
}

const from = (address: string | null) => (address === null ? '' : ` from ${address}`)

/** What has happened to a commission, and what its parties wrote. */
async function roomOf(db: Db, commissionId: string) {
  const { delivered_at: deliveredAt, requirements } = await db
    .selectFrom('commissions')
    .select(['delivered_at', 'requirements'])
    .where('id', '=', commissionId)
    .executeTakeFirstOrThrow()
  const steps = await db
    .selectFrom('commission_steps')
    .select(['at', 'actor', 'step', 'text'])
    .where('commission_id', '=', commissionId)
    .orderBy('id')
    .execute()
  const messages = await db
    .selectFrom('commission_messages')
    .select(['created_at as at', 'author_role as actor', 'text'])
    .where('commission_id', '=', commissionId)
    .where('taken_down_at', 'is', null)
    .orderBy('created_at')
    .execute()
  const lines = [
    ...steps.map(({ at, actor, step, text: words }) => ({
      at,
      line: `${actor}: ${step}${words === null ? '' : ` (${words})`}`,
    })),
    ...messages.map(({ at, actor, text: words }) => ({ at, line: `${actor} wrote: ${words}` })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return {
    deliveredAt,
    lines: [
      `The customer asked for: ${requirements}`,
      ...lines.map(({ at, line }) => `${moment(at)} ${line}`),
    ],
  }
}

/** '2026-11-28 14:05 UTC': banks of any country read it. */
function moment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
