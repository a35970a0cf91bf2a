// What is stored of a disputed payment: its receipt, the terms, what was delivered, downloaded and played, and from where.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { findReceipt } from '#server/orders/receipts.ts'
import { findCommissionFacts, type Happening } from './commission-facts.ts'

export type PaymentFacts = Awaited<ReturnType<typeof findPaymentFacts>>

export async function findPaymentFacts(db: Db, paymentId: string) {
  const payment = await db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.customer_id')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .select(['payments.subject_kind', 'payments.subject_id', 'payments.customer_id', 'serial'])
    .select(['payments.created_at as opened_at', 'payments.paid_at', 'charge_id'])
    .select(['users.created_at as registered_at', 'terms_version', 'terms_accepted_at'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const { subject_kind: kind, subject_id: subjectId, serial } = payment
  const commission = kind === 'commission' ? await findCommissionFacts(db, subjectId) : null
  return {
    chargeId: payment.charge_id,
    receipt: serial === null ? null : await findReceipt(db, { serial, ofCustomer: null }),
    registeredAt: payment.registered_at,
    checkoutOpenedAt: payment.opened_at,
    terms:
      payment.terms_version === null || payment.terms_accepted_at === null
        ? null
        : { version: payment.terms_version, acceptedAt: payment.terms_accepted_at },
    deliveredAt: commission === null ? payment.paid_at : commission.deliveredAt,
    downloads: await findDownloads(db, payment),
    plays: await findPlays(db, payment),
    logins: await findLogins(db, payment.customer_id),
    commission,
  }
}

/** Downloads, and log-ins: more of them say no more to a bank. */
const maxListed = 200

type PaidSubject = { subject_kind: string; subject_id: string; customer_id: string }

/** With the address that each was sent to. */
async function findDownloads(
  db: Db,
  { subject_kind: kind, subject_id: subjectId, customer_id: customerId }: PaidSubject,
): Promise<Happening[]> {
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
  return downloads.map(({ downloaded_at: at, address, title }) => ({
    at,
    words: `“${title}” was downloaded${from(address)}`,
  }))
}

/** Of bought tracks it is counted how often they were played, without times. */
async function findPlays(db: Db, { subject_kind: kind, subject_id: orderId }: PaidSubject) {
  if (kind !== 'order') return []
  return db
    .selectFrom('order_lines')
    .innerJoin('entitlements', 'entitlements.order_line_id', 'order_lines.id')
    .select(['title', 'plays', 'whole_plays as wholePlays'])
    .where('order_id', '=', orderId)
    .where('plays', '>', 0)
    .orderBy('title')
    .execute()
}

/** Where the customer is logged in. */
async function findLogins(db: Db, customerId: string) {
  const sessions = await db
    .selectFrom('sessions')
    .select(['created_at as at', 'last_used_at as until', 'ip_address as address'])
    .where('user_id', '=', customerId)
    .orderBy('created_at')
    .limit(maxListed)
    .execute()
  return sessions.map(({ at, until, address }) => ({
    at,
    until,
    words: `the customer logged in${from(address)}`,
  }))
}

const from = (address: string | null) => (address === null ? '' : ` from ${address}`)
