// Many artists with a month of sales, each with its transfer, as the ledger has booked them; its days are closed.

import { sql } from 'kysely'
import type { Db } from '../../src/server/db/client.ts'

type Wanted = { artists: number; salesOfEach: number; month: string }

/** @param wanted.month its first day */
export async function fillMonth(
  db: Db,
  { artists, salesOfEach, month }: Wanted,
): Promise<{ bookings: number }> {
  await db.transaction().execute(async (tx) => {
    // Neither foreign keys nor triggers: what is filled is whole, and checking each row would take longer than all else.
    await sql`set local session_replication_role = replica`.execute(tx)
    await fillPeople(tx, artists)
    await sql`
      create temporary table drawn on commit drop as
      select artist.id as artist_id, gen_random_uuid() as track_id, buyer.id as customer_id, gen_random_uuid() as order_id,
        gen_random_uuid() as line_id, gen_random_uuid() as payment_id, gen_random_uuid() as transfer_id,
        (${month}::date::timestamp at time zone 'Europe/London')
          + (nr + random()) * (interval '27 days' / ${salesOfEach}::integer) as at
      from users as artist
      cross join generate_series(0, ${salesOfEach}::integer - 1) as nr
      cross join lateral (select id from users where username = 'buyer') as buyer
      where artist.role = 'artist'
    `.execute(tx)
    await fillSold(tx)
    await fillLedger(tx)
    await sql`
      insert into ledger_days (day, transactions, hash, closed_at)
      select (${month}::date + interval '1 month' - interval '1 day')::date, 0, decode(repeat('00', 32), 'hex'), now()
    `.execute(tx)
  })
  await sql`vacuum (analyze)`.execute(db)
  const { rows } = await sql<{ bookings: number }>`
    select count(*)::int as bookings from ledger_transactions
  `.execute(db)
  return { bookings: rows[0]?.bookings ?? 0 }
}

async function fillPeople(tx: Db, artists: number): Promise<void> {
  await sql`
    insert into users (email, username, role)
    select 'artist' || nr || '@example.com', 'artist ' || nr, 'artist' from generate_series(1, ${artists}::integer) as nr
    union all select 'buyer@example.com', 'buyer', 'customer'
  `.execute(tx)
}

async function fillSold(tx: Db): Promise<void> {
  await sql`
    insert into orders (id, customer_id, status, total_pence, cart_hash, created_at)
    select order_id, customer_id, 'paid', 570, order_id, at from drawn
  `.execute(tx)
  await sql`
    insert into order_lines (id, order_id, track_id, artist_id, title, artist_pence, platform_fee_pence,
      processing_fee_pence, customer_pence, artist_name)
    select line_id, order_id, track_id, artist_id, 'Skylark', 500, 50, 20, 570, 'The artist' from drawn
  `.execute(tx)
  await sql`
    insert into payments (id, subject_kind, subject_id, customer_id, amount_pence, status, expires_at, paid_at)
    select payment_id, 'order', order_id, customer_id, 570, 'paid', at, at from drawn
  `.execute(tx)
  await sql`
    insert into sales (order_line_id, artist_id, payment_id, status, paid_at, counted_at, customer_pence,
      platform_fee_pence, processing_fee_pence, artist_pence)
    select line_id, artist_id, payment_id, 'transferred', at, at, 570, 50, 20, 500 from drawn
  `.execute(tx)
  await sql`
    insert into transfers (id, payment_id, artist_id, amount_pence, status, provider_id, created_at, sent_at, due_at)
    select transfer_id, payment_id, artist_id, 500, 'sent', 'tr_' || transfer_id, at, at, at from drawn
  `.execute(tx)
}

/** Of each sale what was paid, and its transfer two minutes later. */
async function fillLedger(tx: Db): Promise<void> {
  await sql`
    insert into ledger_transactions (fact, payment_id, booked_at, entry_count)
    select 'balance:txn_' || kind || payment_id, payment_id, at + late, entries
    from drawn
    cross join (values ('paid', interval '0', 5), ('sent', interval '2 minutes', 2)) as booked (kind, late, entries)
    order by at + late
  `.execute(tx)
  await sql`
    insert into ledger_entries (transaction_id, account, artist_id, amount_pence)
    select booked.id, account, case when account = 'artist_payable' then drawn.artist_id end, pence
    from drawn
    join ledger_transactions as booked on booked.payment_id = drawn.payment_id
    cross join (values
      ('paid', 'stripe_pending', 541), ('paid', 'stripe_fees', 29), ('paid', 'artist_payable', -500),
      ('paid', 'platform_commission', -50), ('paid', 'processing_fee', -20),
      ('sent', 'artist_payable', 500), ('sent', 'stripe_pending', -500)
    ) as entry (kind, account, pence)
    where booked.fact like 'balance:txn_' || entry.kind || '%'
  `.execute(tx)
  await sql`
    insert into balance_transactions (id, type, amount_pence, fee_pence, source_id, created_at, available_at,
      ledger_transaction_id)
    select substring(fact from 9), case when fact like '%txn_paid%' then 'charge' else 'transfer' end,
      case when fact like '%txn_paid%' then 570 else -500 end, case when fact like '%txn_paid%' then 29 else 0 end,
      'of_' || id, booked_at, booked_at, id
    from ledger_transactions
  `.execute(tx)
}
