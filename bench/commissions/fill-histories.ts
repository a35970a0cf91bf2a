// What is read of the commissions that were drawn: timelines, deliveries, disputes, and where their money is.

import { sql } from 'kysely'
import type { Db } from '../../src/server/db/client.ts'

export async function fillHistories(db: Db): Promise<void> {
  await fillTimelines(db)
  await fillDeliveries(db)
  await fillDisputes(db)
  await fillMoney(db)
}

async function fillTimelines(db: Db): Promise<void> {
  await sql`
    insert into commission_steps (commission_id, step, actor, actor_id, at, from_status, to_status, text)
    select id, step, actor, case actor when 'customer' then customer_id when 'artist' then artist_id end,
      asked_at + nr * interval '6 hours', from_status, to_status, words
    from drawn, lateral (
      values
        (1, true, 'request', 'customer', null, 'pending_artist', null),
        (2, status <> 'pending_artist', 'accept', 'artist', 'pending_artist', 'requested', 'With pleasure.'),
        (3, is_paid, 'pay', 'provider', 'requested', 'in_progress', null),
        (4, is_delivered, 'deliver', 'artist', 'in_progress', 'delivered', null),
        (5, is_delivered and revisions > 0, 'requestChanges', 'customer', 'delivered', 'in_progress', 'Softer.'),
        (6, is_delivered and revisions > 0, 'deliver', 'artist', 'in_progress', 'delivered', null),
        (7, is_delivered and is_over, 'approve', 'customer', 'delivered', 'approved', null),
        (8, status = 'completed', 'complete', 'system', 'approved', 'completed', null)
    ) as steps (nr, is_taken, step, actor, from_status, to_status, words)
    where is_taken
    order by asked_at, nr
  `.execute(db)
}

/** One more than there were requests for changes. */
async function fillDeliveries(db: Db): Promise<void> {
  await sql`
    insert into commission_deliveries (id, commission_id, number, status, file_name, storage_key, bytes, sha256, container,
      audio, preview_key, preview_start_ms, preview_ms, created_at, arrived_at, ready_at)
    select delivery, id, number, 'ready', 'take ' || number || '.wav', 'originals/' || delivery, 42000000,
      md5(delivery::text), 'wav',
      jsonb_build_object('codec', 'pcm_s16le', 'sampleRateHz', 44100, 'channels', 2, 'loudnessLufs', -16,
        'durationMs', 240000, 'peaks', peaks, 'preview', jsonb_build_object('durationMs', 30000, 'peaks', peaks)),
      'previews/' || delivery || '.mp3', 20000, 30000, at, at, at
    from drawn, generate_series(1, 1 + revisions) as number,
      lateral (select gen_random_uuid() as delivery, paid_at + number * interval '1 hour' as at) as named,
      (select replace(encode(decode(repeat('80', 400), 'hex'), 'base64'), chr(10), '')) as measured (peaks)
    where is_delivered
  `.execute(db)
}

/** One in fifty of what is delivered is disputed, and one in thirty of what is completed was. */
async function fillDisputes(db: Db): Promise<void> {
  await sql`
    insert into commission_disputes (id, commission_id, status, description, opened_at, answer_by, answer, answered_at,
      outcome, decision, resolved_at)
    select gen_random_uuid(), id, case when is_over then 'resolved' else 'answered' end, 'The bridge is missing.',
      opened_at, opened_at + interval '1 day', 'It is at 1:20.', opened_at + interval '1 hour',
      case when is_over then 'release' end, case when is_over then 'It is there.' end,
      case when is_over then opened_at + interval '1 day' end
    from drawn, lateral (select paid_at + interval '8 hours' as opened_at) as times
    where status = 'delivered' and mark between 0.02 and 0.04 or status = 'completed' and mark < 0.033
  `.execute(db)
}

async function fillMoney(db: Db): Promise<void> {
  await sql`
    insert into transfers (id, payment_id, artist_id, amount_pence, status, provider_id, created_at, due_at)
    select gen_random_uuid(), payment_id, artist_id, transferred_pence, transfer_status,
      case when transfer_status = 'sent' then 'tr_' || drawn.id end, drawn.paid_at, now() + interval '1 day'
    from drawn
    join payments on payments.id = payment_id,
      lateral (
        select case when drawn.status = 'completed' then 'sent' when mark < 0.02 then 'failed' else 'blocked' end
      ) as sent (transfer_status)
    where transferred_pence > 0
  `.execute(db)
  await sql`
    insert into refunds (id, payment_id, amount_pence, status, provider_id, created_at, sent_at, cause)
    select gen_random_uuid(), payment_id, refunded_pence, 'sent', 're_' || drawn.id, drawn.paid_at, drawn.paid_at,
      'commission_cancelled'
    from drawn join payments on payments.id = payment_id
    where refunded_pence > 0
  `.execute(db)
  await sql`
    insert into receipts (serial, issued_at, customer_id, buyer_name, buyer_email, payment_id)
    select row_number() over (order by paid_at), paid_at, customer_id, customer_name, 'buyer@example.com', payment_id
    from drawn where is_paid
  `.execute(db)
  await sql`
    insert into commission_entitlements (commission_id, granted_at)
    select id, paid_at from drawn where is_delivered and is_over
  `.execute(db)
}
