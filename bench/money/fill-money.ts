// What an admin finds beside a million payments: receipts, ledger, balance, refunds, debts, bank disputes, closed days.

import { sql } from 'kysely'
import type { Db } from '../../src/server/db/client.ts'

/** Of sales that are filled already. Without the ledger's triggers, which would check each row by itself. */
export async function fillMoney(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await fillLedger(tx)
    // Without its size PostgreSQL would look up each transaction by itself.
    await sql`analyze`.execute(tx)
    await fillOwed(tx)
    await fillDisputes(tx)
    await fillDays(tx)
  })
  await sql`vacuum (analyze)`.execute(db)
}

async function fillLedger(tx: Db): Promise<void> {
  await sql`
    insert into receipts (serial, issued_at, customer_id, buyer_name, buyer_email, payment_id)
    select row_number() over (order by paid_at, id), paid_at, customer_id, 'A singer', 'singer@example.com', id from payments
  `.execute(tx)
  await sql`
    insert into ledger_transactions (fact, payment_id, entry_count, booked_at)
    select 'balance:txn_' || charge_id, id, 3, paid_at from payments order by paid_at
  `.execute(tx)
  await sql`
    insert into ledger_entries (transaction_id, account, amount_pence)
    select ledger_transactions.id, account, pence
    from ledger_transactions
    join payments on payments.id = payment_id
    cross join lateral (
      values ('stripe_available', amount_pence - 29), ('stripe_fees', 29), ('platform_commission', -amount_pence)
    ) as entry (account, pence)
  `.execute(tx)
  await sql`
    insert into balance_transactions (id, type, amount_pence, fee_pence, source_id, created_at, available_at, is_available,
      ledger_transaction_id, counted_on)
    select 'txn_' || charge_id, 'charge', amount_pence, 29, charge_id, booked_at, booked_at, true, ledger_transactions.id,
      (booked_at at time zone 'UTC')::date
    from ledger_transactions join payments on payments.id = payment_id
  `.execute(tx)
}

/** One payment in a hundred is refunded, and the transfers of one in a hundred wait or have failed. */
async function fillOwed(tx: Db): Promise<void> {
  await sql`
    insert into refunds (id, payment_id, order_line_id, amount_pence, status, cause, provider_id, created_at, sent_at)
    select gen_random_uuid(), payment_id, order_line_id, customer_pence, owed.status, 'given_back',
      case when owed.status in ('sent', 'pending') then 're_' || nr end, counted_at,
      case owed.status when 'sent' then counted_at end
    from (select *, row_number() over () as nr from sales where kind = 'track' and status = 'transferred') as sold
    cross join lateral (
      select case when nr % 5000 = 0 then 'failed' when nr % 2500 = 100 then 'pending' else 'sent' end as status
    ) as owed (status)
    where nr % 100 = 0
  `.execute(tx)
  await sql`
    insert into refund_requests (order_line_id, customer_id, reason, requested_at)
    select order_line_id, customer_id, 'wrong_key', counted_at
    from (select *, row_number() over () as nr from sales where kind = 'track') as sold
    join payments on payments.id = payment_id
    where nr % 2000 = 1
  `.execute(tx)
  await sql`
    update transfers set provider_id = null, sent_at = null, status = owed.status
    from (
      select id, case when row_number() over () % 10 = 0 then 'failed' else 'blocked' end as status
      from transfers where status = 'sent' and get_byte(uuid_send(id), 15) < 2
    ) as owed
    where owed.id = transfers.id
  `.execute(tx)
  await sql`
    insert into reversals (id, transfer_id, artist_id, cause_kind, cause_id, amount_pence, status, due_at, created_at,
      refused_at)
    select gen_random_uuid(), id, artist_id, 'refund', gen_random_uuid(), amount_pence, 'refused', sent_at, sent_at, sent_at
    from transfers where status = 'sent' and get_byte(uuid_send(id), 15) = 255 and get_byte(uuid_send(id), 14) < 128
  `.execute(tx)
}

async function fillDisputes(tx: Db): Promise<void> {
  await sql`
    insert into bank_disputes (id, payment_id, provider_id, status, reason, amount_pence, opened_at, answer_by, decided_at,
      lost_pence, evidence)
    select gen_random_uuid(), id, 'dp_' || nr, case when nr % 10 = 0 then 'open' else 'lost' end, 'fraudulent', amount_pence,
      paid_at, paid_at + interval '7 days', case when nr % 10 > 0 then paid_at + interval '20 days' end,
      case when nr % 10 > 0 then amount_pence end, jsonb_build_object('words', repeat('A singer downloaded it. ', 100))
    from (select *, row_number() over () as nr from payments where get_byte(uuid_send(id), 15) = 0) as disputed
  `.execute(tx)
}

async function fillDays(tx: Db): Promise<void> {
  await sql`
    insert into ledger_days (day, transactions, hash, closed_at)
    select counted_on, count(*), sha256(''), now() from balance_transactions group by counted_on
  `.execute(tx)
  await sql`
    insert into ledger_day_sums (day, account, pence)
    select (booked_at at time zone 'UTC')::date, account, sum(amount_pence)
    from ledger_transactions join ledger_entries on transaction_id = ledger_transactions.id
    group by 1, 2
  `.execute(tx)
  await sql`
    insert into reconciled_days (day, opening_pence, closing_pence, transactions, hash, closed_at)
    select day, 0, 0, transactions, hash, closed_at from ledger_days
  `.execute(tx)
  await sql`
    insert into reconciled_sums (day, type, transactions, amount_pence, fee_pence)
    select counted_on, type, count(*), sum(amount_pence), sum(fee_pence) from balance_transactions group by 1, 2
  `.execute(tx)
  await sql`
    insert into reconciliation_differences (kind, subject, payment_id, day, ours_pence, theirs_pence, found_at, last_run_id,
      status, ended_at)
    select 'charge_differs', id, id, paid_at::date, amount_pence, 1, paid_at, 1, ended.status, case ended.status when 'mended' then now() end
    from (select *, row_number() over () as nr from payments where get_byte(uuid_send(id), 15) = 1) as found
    cross join lateral (select case when nr % 8 = 0 then 'open' else 'mended' end) as ended (status)
  `.execute(tx)
}
