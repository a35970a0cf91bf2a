// An artist with very many sales, and others: orders with their lines, payments and transfers, commissions at every stage.

import { sql } from 'kysely'
import type { Db } from '../../src/server/db/client.ts'
import { demoIdOf } from '../../scripts/seed/demo-id.ts'
import { addArtist, addTrack, describeBenchTrack } from '../measuring/fill-catalogue.ts'

const nameOf = (at: number) => `artist ${at}`

export type Filled = { artistId: string; email: string; months: string[] }

const customers = 1_000
const months = 36
/** Of the others together as many as of the one who is measured. */
const others = 20

/** Of a hundred sales, two are commissions; of ten thousand, about forty are owed, free, held or sent back, each. */
export async function fillSales(db: Db, count: number): Promise<Filled> {
  await sql`
    insert into users (email, username)
    select 'customer' || nr || '@example.com', 'customer ' || nr from generate_series(1, ${customers}::integer) as nr
  `.execute(db)
  for (let at = 0; at <= others; at++) {
    await addArtist(db, demoIdOf('user', nameOf(at)), nameOf(at))
    await addTrack(db, `sold ${at}`, nameOf(at), describeBenchTrack(at, 0))
  }
  await sql`
    create table drawn as
    select nr, gen_random_uuid() as subject_id, gen_random_uuid() as payment_id, gen_random_uuid() as line_id,
      customer.id as customer_id, seller.id as artist_id, nr % 50 = 7 as is_commission, nr % 10000 / 40 as part,
      now() - (nr % ${count}::integer + 1) * (interval '1 day' * (30.4 * ${months}::integer / ${count}::integer)) as at
    from generate_series(1, 2 * ${count}::integer) as nr
    join users as customer on customer.username = 'customer ' || (1 + nr % ${customers}::integer)
    join users as seller
      on seller.username = 'artist ' || case when nr <= ${count}::integer then 0 else 1 + nr % ${others}::integer end
  `.execute(db)
  await fillSold(db)
  await fillMoney(db)
  await sql`drop table drawn`.execute(db)
  await sumUp(db)
  await sql`analyze`.execute(db)
  const { rows } = await sql<Omit<Filled, 'months'> & { months: string[] }>`
    select id as "artistId", email, array(
      select distinct to_char(month, 'YYYY-MM') from sale_sums where artist_id = users.id order by 1
    ) as months
    from users where username = 'artist 0'
  `.execute(db)
  if (!rows[0]) throw new Error('Nothing was filled.')
  return rows[0]
}

async function fillSold(db: Db): Promise<void> {
  await sql`
    insert into orders (id, customer_id, status, total_pence, cart_hash, created_at)
    select subject_id, customer_id, 'paid', 570, subject_id, at from drawn where not is_commission
  `.execute(db)
  await sql`
    insert into order_lines (id, order_id, track_id, artist_id, title, artist_pence, platform_fee_pence,
      processing_fee_pence, customer_pence, artist_name)
    select line_id, subject_id, tracks.id, drawn.artist_id, tracks.title, share, share / 10, 20, share + share / 10 + 20,
      'The artist'
    from drawn
    join tracks on tracks.artist_id = drawn.artist_id
    cross join lateral (select case when part = 1 then 0 else 500 end as share) as priced
    where not is_commission
  `.execute(db)
  await sql`
    insert into payments (id, subject_kind, subject_id, customer_id, amount_pence, status, charge_id, created_at,
      expires_at, paid_at)
    select payment_id, case when is_commission then 'commission' else 'order' end, subject_id, customer_id,
      case when is_commission then 4420 else 570 end, 'paid', 'ch_' || nr, at, at, at
    from drawn
  `.execute(db)
  await sql`
    insert into commissions (id, customer_id, artist_id, status, status_reason, name, requirements, wants_guide_track,
      customer_name, artist_name, artist_pence, platform_fee_pence, processing_fee_pence, customer_pence, delivery_days,
      max_revisions, answer_by, created_at, updated_at, paid_at, completed_at, payment_id,
      name_words, customer_words)
    select subject_id, customer_id, artist_id, status, case status when 'cancelled' then 'delivery_overdue' end,
      'A song of the river, number ' || nr, 'In D, slowly.', false, 'A singer', 'The artist', 4000, 400, 20, 4420, 7, 2, at,
      at, at, at, case status when 'completed' then at end, payment_id,
      'a song of the river number ' || nr || ' the artist', 'a singer'
    from drawn
    cross join lateral (
      select case part when 2 then 'in_progress' when 3 then 'cancelled' else 'completed' end as status
    ) as stage
    where is_commission
  `.execute(db)
}

async function fillMoney(db: Db): Promise<void> {
  await sql`
    insert into sales (order_line_id, artist_id, payment_id, status, paid_at, counted_at, customer_pence,
      platform_fee_pence, processing_fee_pence, artist_pence)
    select line_id, drawn.artist_id, payment_id,
      case when part = 1 then 'free' when nr % 10000 < 40 then 'owed' else 'transferred' end, at, at, customer_pence,
      platform_fee_pence, processing_fee_pence, artist_pence
    from drawn join order_lines on order_lines.id = line_id
    order by at
  `.execute(db)
  await sql`
    insert into sales (commission_id, artist_id, payment_id, status, paid_at, counted_at, customer_pence,
      platform_fee_pence, processing_fee_pence, artist_pence, refunded_pence)
    select id, artist_id, payment_id,
      case status when 'in_progress' then 'held' when 'cancelled' then 'returned' else 'transferred' end, paid_at, paid_at,
      customer_pence, case status when 'cancelled' then 0 else platform_fee_pence end,
      case status when 'cancelled' then 0 else processing_fee_pence end,
      case status when 'cancelled' then 0 else artist_pence end,
      case status when 'cancelled' then customer_pence else 0 end
    from commissions
  `.execute(db)
  await sql`
    insert into transfers (id, payment_id, artist_id, amount_pence, status, provider_id, created_at, sent_at, due_at)
    select gen_random_uuid(), payment_id, artist_id, artist_pence, case status when 'owed' then 'waiting' else 'sent' end,
      case status when 'transferred' then 'tr_' || replace(id::text, '-', '') end, counted_at,
      case status when 'transferred' then counted_at end, now() + interval '1 day'
    from sales where status in ('owed', 'transferred')
  `.execute(db)
}

/** As if an admin had held the transfers of all of them before the first was sent, while the artist went on selling. */
export async function holdSales(db: Db, artistId: string): Promise<void> {
  await sql`
    update transfers set status = 'blocked', provider_id = null, sent_at = null where artist_id = ${artistId}
  `.execute(db)
  await sql`
    update sales set status = 'owed' where artist_id = ${artistId} and status = 'transferred'
  `.execute(db)
  await sql`insert into transfer_holds (artist_id) values (${artistId})`.execute(db)
  await sql`delete from sale_sums`.execute(db)
  await sumUp(db)
  await sql`vacuum (analyze)`.execute(db)
}

async function sumUp(db: Db): Promise<void> {
  await sql`
    insert into sale_sums
    select artist_id, month, kind, status, count(*), sum(customer_pence), sum(platform_fee_pence),
      sum(processing_fee_pence), sum(artist_pence), sum(refunded_pence)
    from sales group by artist_id, month, kind, status
  `.execute(db)
}
