// Many sales at once, stored without the payments' lives: for lists and files.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { createTrack, type TestApp, type TestUser } from '../test-app.ts'

type Stored = { artist: TestUser; customer: TestUser; count: number }

/** Over half a year until now: of ten, seven are transferred tracks, one is owed, one is free, and one is a commission. */
export async function storeSales(app: TestApp, { artist, customer, count }: Stored): Promise<void> {
  const tracks: string[] = []
  // A customer can buy a track once.
  for (let made = 0; made < 10; made++)
    tracks.push((await createTrack(app.db, { artistId: artist.id, title: `Song ${made}` })).id)
  await app.db.transaction().execute(async (tx) => {
    await sql`
      create temporary table drawn on commit drop as
      select nr, gen_random_uuid() as order_id, gen_random_uuid() as payment_id, gen_random_uuid() as line_id,
        nr % 10 as part, ${app.clock.now()}::timestamptz - nr * interval '7 hours' as at
      from generate_series(1, ${count}::integer) as nr
    `.execute(tx)
    await storeOrders(tx, { artist, customer, tracks })
    await storeCommissions(tx, { artist, customer })
    await sql`
      insert into transfers (id, payment_id, artist_id, amount_pence, status, provider_id, sent_at)
      select gen_random_uuid(), payment_id, artist_id, artist_pence, case status when 'owed' then 'waiting' else 'sent' end,
        case status when 'transferred' then 'tr_' || id end, case status when 'transferred' then counted_at end
      from sales where status in ('owed', 'transferred')
    `.execute(tx)
    await sql`delete from sale_sums where artist_id = ${artist.id}`.execute(tx)
    await sql`
      insert into sale_sums
      select artist_id, month, kind, status, count(*), sum(customer_pence), sum(platform_fee_pence),
        sum(processing_fee_pence), sum(artist_pence), sum(refunded_pence)
      from sales where artist_id = ${artist.id}
      group by artist_id, month, kind, status
    `.execute(tx)
  })
}

async function storeOrders(
  tx: Db,
  { artist, customer, tracks }: Omit<Stored, 'count'> & { tracks: string[] },
): Promise<void> {
  await sql`
    insert into orders (id, customer_id, status, total_pence, cart_hash, created_at)
    select order_id, ${customer.id}, 'paid', 570, order_id, at from drawn where part <> 0
  `.execute(tx)
  await sql`
    insert into order_lines (id, order_id, track_id, artist_id, title, artist_pence, platform_fee_pence,
      processing_fee_pence, customer_pence, artist_name)
    select line_id, order_id, (${tracks}::uuid[])[1 + part], ${artist.id}, 'Song ' || part,
      case part when 1 then 0 else 500 end, case part when 1 then 0 else 50 end, 20, case part when 1 then 20 else 570 end,
      'Rosa'
    from drawn where part <> 0
  `.execute(tx)
  await sql`
    insert into payments (id, subject_kind, subject_id, customer_id, amount_pence, status, expires_at, paid_at)
    select payment_id, 'order', order_id, ${customer.id}, 570, 'paid', at, at from drawn where part <> 0
  `.execute(tx)
  await sql`
    insert into sales (order_line_id, artist_id, payment_id, status, paid_at, counted_at, customer_pence,
      platform_fee_pence, processing_fee_pence, artist_pence)
    select line_id, artist_id, payment_id, case part when 1 then 'free' when 2 then 'owed' else 'transferred' end, at, at,
      customer_pence, platform_fee_pence, processing_fee_pence, artist_pence
    from drawn join order_lines on order_lines.id = line_id
  `.execute(tx)
}

async function storeCommissions(
  tx: Db,
  { artist, customer }: Omit<Stored, 'count'>,
): Promise<void> {
  await sql`
    insert into payments (id, subject_kind, subject_id, customer_id, amount_pence, status, expires_at, paid_at)
    select payment_id, 'commission', order_id, ${customer.id}, 4420, 'paid', at, at from drawn where part = 0
  `.execute(tx)
  await sql`
    insert into commissions (id, customer_id, artist_id, status, name, requirements, wants_guide_track, customer_name,
      artist_name, artist_pence, platform_fee_pence, processing_fee_pence, customer_pence, delivery_days, max_revisions,
      answer_by, created_at, updated_at, paid_at, completed_at, payment_id, name_words, customer_words)
    select order_id, ${customer.id}, ${artist.id}, 'completed', 'Skylark ' || nr, 'In D.', false, 'Mia', 'Rosa', 4000, 400,
      20, 4420, 7, 2, at, at, at, at, at, payment_id, 'skylark ' || nr || ' rosa', 'mia'
    from drawn where part = 0
  `.execute(tx)
  await sql`
    insert into sales (commission_id, artist_id, payment_id, status, paid_at, counted_at, customer_pence,
      platform_fee_pence, processing_fee_pence, artist_pence)
    select id, artist_id, payment_id, 'transferred', paid_at, paid_at, customer_pence, platform_fee_pence,
      processing_fee_pence, artist_pence
    from commissions where payment_id in (select payment_id from drawn)
  `.execute(tx)
}
