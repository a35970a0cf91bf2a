// A hundred thousand commissions in every status, with what is read of them: payments, timelines, deliveries, disputes.

import { sql } from 'kysely'
import type { Random } from '../../demo/music/score/random.ts'
import { commissionSpans } from '../../src/rules/commissions/commission-spans.ts'
import { openWorkStatuses } from '../../src/rules/commissions/commission-process.ts'
import { customerPricePence, platformFeePence, processingFeePence } from '../../src/rules/price.ts'
import { storeArtists } from '../../src/server/accounts/artist-row.ts'
import type { Db } from '../../src/server/db/client.ts'
import { createArtists, createSongs } from '../catalogue/songs.ts'
import { fillHistories } from './fill-histories.ts'

const artistCount = 2_000
const customerCount = 20_000
const artistPence = 4_000

/** Some artists and customers have many commissions, most have few. Nothing is due before a day has passed. */
export async function fillCommissions(db: Db, count: number, random: Random): Promise<void> {
  await fillUsers(db, random)
  await sql`select setseed(0.5)`.execute(db)
  await drawCommissions(db, count, random)
  await storeDrawn(db)
  await fillHistories(db)
  await countOpenWork(db)
  await sql`drop table drawn`.execute(db)
  await sql`vacuum (analyze)`.execute(db)
}

async function fillUsers(db: Db, random: Random): Promise<void> {
  const users = createArtists(artistCount + customerCount, random)
  await sql`
    insert into users (email, username, display_name, role)
    select name || '@example.com', name, display_name, case when nr <= ${artistCount} then 'artist' else 'customer' end
    from unnest(
      ${users.map(({ username }) => username)}::text[], ${users.map(({ displayName }) => displayName)}::text[]
    ) with ordinality as named (name, display_name, nr)
  `.execute(db)
  const stored = await db.selectFrom('users').select('id').where('role', '=', 'artist').execute()
  await storeArtists(
    db,
    stored.map(({ id }) => id),
  )
  await sql`
    update artists set commission_price_pence = ${artistPence}, wants_commissions = true, commission_places = 20
  `.execute(db)
  await sql`
    insert into payment_accounts (user_id, provider_account_id, payouts_enabled)
    select id, 'acct_' || id, true from users where role = 'artist'
  `.execute(db)
}

/** Of every hundred, sixty are completed; sixteen are open work. */
async function drawCommissions(db: Db, count: number, random: Random): Promise<void> {
  const names = createSongs(count, random).map(({ title }) => title)
  await sql`
    create table drawn as
    with numbered as (
      select id, display_name, username, role, row_number() over (partition by role order by username) as nr from users
    ),
    drawn as materialized (
      select gen_random_uuid() as id, gen_random_uuid() as payment_id, name, random() as status_draw,
        1 + floor(random() ^ 2 * ${customerCount}::float8)::bigint as customer_nr,
        1 + floor(random() ^ 2 * ${artistCount}::float8)::bigint as artist_nr,
        random() as age, floor(random() * 3)::integer as revisions, random() as mark
      from unnest(${names}::text[]) as name
    )
    select drawn.*, customers.id as customer_id, artists.id as artist_id,
      coalesce(customers.display_name, customers.username) as customer_name,
      coalesce(artists.display_name, artists.username) as artist_name,
      case
        when status_draw < 0.04 then 'pending_artist' when status_draw < 0.07 then 'requested'
        when status_draw < 0.075 then 'accepted' when status_draw < 0.14 then 'in_progress'
        when status_draw < 0.20 then 'delivered' when status_draw < 0.21 then 'approved'
        when status_draw < 0.22 then 'cron_pending' when status_draw < 0.34 then 'cancelled'
        when status_draw < 0.40 then 'rejected_by_artist' else 'completed'
      end as status
    from drawn
    join numbered as customers on customers.role = 'customer' and customers.nr = customer_nr
    join numbered as artists on artists.role = 'artist' and artists.nr = artist_nr
  `.execute(db)
  // When it was asked for and paid: what is open, in the last days; the others in three years.
  await sql`
    alter table drawn
      add column asked_at timestamptz, add column paid_at timestamptz, add column is_paid boolean,
      add column is_delivered boolean, add column is_over boolean
  `.execute(db)
  await sql`
    update drawn set
      is_over = status in ('approved', 'cron_pending', 'completed', 'cancelled', 'rejected_by_artist'),
      is_paid = status in ('in_progress', 'delivered', 'approved', 'cron_pending', 'completed')
        or status = 'cancelled' and mark < 0.3,
      is_delivered = status in ('delivered', 'approved', 'cron_pending', 'completed'),
      asked_at = now() - case
        when status = 'pending_artist' then age * interval '6 days'
        when status in ('requested', 'accepted') then age * interval '2 days'
        when status in ('in_progress', 'delivered') then interval '1 day' + age * interval '9 days'
        when status in ('approved', 'cron_pending') then interval '2 days' + age * interval '18 days'
        else interval '20 days' + age ^ 2 * interval '1000 days'
      end
  `.execute(db)
  await sql`update drawn set paid_at = asked_at + interval '1 day' where is_paid`.execute(db)
}

/** Payments first, which commissions name. */
async function storeDrawn(db: Db): Promise<void> {
  const customerPence = customerPricePence(artistPence)
  await sql`
    insert into payments (id, subject_kind, subject_id, customer_id, amount_pence, status, created_at, expires_at, paid_at,
      refunded_pence, transferred_pence)
    select payment_id, 'commission', id, customer_id, ${customerPence}, 'paid', asked_at, paid_at, paid_at,
      case when status = 'cancelled' then ${customerPence}::integer else 0 end,
      case when status in ('approved', 'cron_pending', 'completed') then ${artistPence}::integer else 0 end
    from drawn where is_paid
  `.execute(db)
  const { answerDays, usualDeliveryDays, overdueDays, approvalDays } = commissionSpans
  const { unfinishedDays, longestHeldDay, payHours } = commissionSpans
  await sql`
    insert into commissions (id, customer_id, artist_id, status, status_reason, name, requirements, guide_track_url,
      wants_guide_track, customer_name, artist_name, artist_pence, platform_fee_pence, processing_fee_pence, customer_pence,
      delivery_days, max_revisions, revision_count, revision_feedback, answer_by, pay_by, due_at, overdue_at, approve_at,
      end_at, hold_until, created_at, updated_at, answered_at, paid_at, delivered_at, ended_at, completed_at, payment_id,
      frozen_at, frozen_by, freeze_reason, remind_at, name_words, customer_words)
    select id, customer_id, artist_id, status,
      case when status = 'cancelled' then case when is_paid then 'delivery_overdue' else 'withdrawn' end end,
      name, repeat('Slowly, in D, with a long intro that I can find my note in. ', 6), 'https://example.com/song',
      revisions = 0, customer_name, artist_name, ${artistPence}, ${platformFeePence(artistPence)}, ${processingFeePence},
      ${customerPence}, ${usualDeliveryDays}, 2, case when is_paid then revisions else 0 end,
      case when is_paid and revisions > 0 then 'A little slower, please, and the bridge softer.' end,
      asked_at + make_interval(days => ${answerDays}),
      case when status not in ('pending_artist', 'rejected_by_artist')
        then asked_at + interval '1 day' + make_interval(hours => ${payHours}) end,
      paid_at + make_interval(days => ${usualDeliveryDays}),
      paid_at + make_interval(days => ${usualDeliveryDays + overdueDays}),
      case when delivered_at is not null then delivered_at + make_interval(days => ${approvalDays}) end,
      paid_at + make_interval(days => ${unfinishedDays}), paid_at + make_interval(days => ${longestHeldDay}),
      asked_at, coalesce(ended_at, delivered_at, paid_at, asked_at),
      case when status <> 'pending_artist' then asked_at + interval '6 hours' end, paid_at, delivered_at, ended_at,
      case when status = 'completed' then ended_at end, case when is_paid then payment_id end,
      case when is_frozen then now() end, case when is_frozen then 'admin' end,
      case when is_frozen then 'We look into a question.' end,
      case when status in ('requested', 'in_progress', 'delivered') and not is_frozen
        then now() + (1 + age) * interval '1 day' end,
      lower(name || ' ' || artist_name), lower(customer_name)
    from drawn, lateral (
      select status in ('in_progress', 'delivered') and mark < 0.01 as is_frozen,
        case when is_delivered then paid_at + interval '6 hours' end as delivered_at,
        case when is_over then coalesce(paid_at, asked_at) + interval '12 hours' end as ended_at
    ) as stages
  `.execute(db)
}

/** As the steps of commissions have counted it. */
async function countOpenWork(db: Db): Promise<void> {
  await sql`
    update artists set open_commissions = counted.open, commissions = counted.done
    from (
      select artist_id, count(*) filter (where status = any(${[...openWorkStatuses]}::text[])) as open,
        count(*) filter (where status in ('approved', 'cron_pending', 'completed')) as done
      from commissions group by artist_id
    ) as counted
    where counted.artist_id = artists.artist_id
  `.execute(db)
}
