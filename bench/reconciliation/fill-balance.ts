// Payments of the past at the test card provider, and the same in our books: rows, ledger and balance transactions.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../src/server/db/client.ts'
import type { ListCalls, RecordPage } from '../../src/server/gateways/payments/provider-lists.ts'

/** In one call of the provider's control API. */
const chargesAtOnce = 100_000
const dayMs = 24 * 3_600_000

type Provider = { url: string; key: string }
type History = { count: number; days: number; now: Date }

/** The days before today. */
function periodOf({ days, now }: Omit<History, 'count'>) {
  const until = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  return { since: new Date(until.getTime() - days * dayMs), until }
}

export async function fillProvider({ url, key }: Provider, history: History): Promise<void> {
  const { since, until } = periodOf(history)
  for (let made = 0; made < history.count; made += chargesAtOnce) {
    const body = {
      charges: Math.min(chargesAtOnce, history.count - made),
      since: since.getTime() / 1000,
      until: until.getTime() / 1000,
    }
    const filled = await fetch(`${url}/_control/history`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!filled.ok) throw new Error(await filled.text())
  }
}

/** Books each movement of the provider's on the day that it was made, with a paid payment of its charge. */
export async function fillBooks(
  { db, payments }: { db: Db; payments: ListCalls },
  history: Omit<History, 'count'>,
): Promise<number> {
  const customerId = await createCustomer(db)
  const range = periodOf(history)
  let filled = 0
  let page: string | null = null
  do {
    const read: RecordPage = await payments.listRecords({
      ...range,
      list: 'balance_transactions',
      page,
    })
    await bookPage(db, customerId, read)
    filled += read.moved.length
    page = read.nextPage
  } while (page !== null)
  return filled
}

async function createCustomer(db: Db): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ email: 'customer@example.com', username: 'customer' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One statement: the triggers of the ledger check it as always. */
async function bookPage(db: Db, customerId: string, { moved }: RecordPage): Promise<void> {
  const rows = moved.map((one) => ({
    id: one.id,
    payment: randomUUID(),
    charge: one.sourceId,
    amount: one.amountPence,
    fee: one.feePence,
    at: one.createdAt,
    available: one.availableAt,
  }))
  await sql`
    with moved as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as moved (
        id text, payment uuid, charge text, amount int, fee int, at timestamptz, available timestamptz
      )
    ), paid as (
      insert into payments
        (id, subject_kind, subject_id, customer_id, amount_pence, status, charge_id, created_at, expires_at, paid_at)
      select payment, 'order', payment, ${customerId}::uuid, amount, 'paid', charge, at, at, at from moved
      returning id
    ), booked as (
      insert into ledger_transactions (fact, payment_id, entry_count, booked_at)
      select 'balance:' || moved.id, moved.payment, 3, moved.at
      from moved join paid on paid.id = moved.payment
      returning id, payment_id
    ), entries as (
      insert into ledger_entries (transaction_id, account, amount_pence)
      select booked.id, entry.account, entry.pence
      from booked
      join moved on moved.payment = booked.payment_id
      cross join lateral (
        values ('stripe_pending', amount - fee), ('stripe_fees', fee), ('platform_commission', -amount)
      ) as entry (account, pence)
      returning transaction_id
    )
    insert into balance_transactions
      (id, type, amount_pence, fee_pence, source_id, created_at, available_at, ledger_transaction_id)
    select moved.id, 'charge', amount, fee, charge, at, available, booked.id
    from moved join booked on booked.payment_id = moved.payment
  `.execute(db)
}
