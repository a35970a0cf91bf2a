// A commission for each script injection payload, with what is said of it and of a sold track anywhere on the site.

import { scriptPayloads } from './script-payloads.ts'

/**
 * In every text that the parties, the site and admins write; the names of the parties are their own. A track with such a
 * title was sold as well.
 */
export const commissionsOf = ({ customer, artist }: { customer: string; artist: string }) => `do $$
begin
  insert into commissions (id, customer_id, artist_id, status, name, requirements, guide_track_url, wants_guide_track,
    customer_name, artist_name, artist_pence, platform_fee_pence, processing_fee_pence, customer_pence, delivery_days,
    max_revisions, revision_count, revision_feedback, artist_message, answer_by, created_at, updated_at,
    approve_at, frozen_at, frozen_by, freeze_reason, offer_title, name_words, customer_words)
  select gen_random_uuid(), customer.id, artist.id, 'delivered', p, p, 'https://example.com/' || p, true,
    p, p, 4000, 400, 20, 4420, 7, 2, 2, p, p, now(), now(), now(), now() + interval '1 day', now(), 'admin', p, p, p, p
  from unnest(array[${scriptPayloads.map((payload) => `'${payload.replaceAll("'", "''")}'`).join()}]) as p
  join users as customer on customer.username = '${customer}'
  join users as artist on artist.username = '${artist}';
end $$;
insert into payments (id, subject_kind, subject_id, customer_id, amount_pence, status, expires_at, paid_at)
  select gen_random_uuid(), 'commission', id, customer_id, customer_pence, 'paid', now(), now() from commissions;
insert into sales (commission_id, artist_id, payment_id, status, paid_at, counted_at, customer_pence, platform_fee_pence,
    processing_fee_pence, artist_pence)
  select commissions.id, artist_id, payments.id, 'held', now(), now(), customer_pence, platform_fee_pence,
    processing_fee_pence, artist_pence
  from commissions join payments on subject_id = commissions.id;
insert into orders (id, customer_id, status, total_pence, cart_hash)
  select gen_random_uuid(), customer_id, 'paid', 570, id from commissions;
insert into order_lines (id, order_id, track_id, artist_id, title, artist_pence, platform_fee_pence,
    processing_fee_pence, customer_pence, artist_name)
  select gen_random_uuid(), orders.id, track.id, commissions.artist_id, name, 500, 50, 20, 570, name
  from commissions join orders on cart_hash = commissions.id::text,
    (select id from tracks where title = 'Shenandoah' limit 1) as track;
insert into payments (id, subject_kind, subject_id, customer_id, amount_pence, status, expires_at, paid_at)
  select gen_random_uuid(), 'order', orders.id, orders.customer_id, 570, 'paid', now(), now()
  from commissions join orders on cart_hash = commissions.id::text;
insert into sales (order_line_id, artist_id, payment_id, status, paid_at, counted_at, customer_pence, platform_fee_pence,
    processing_fee_pence, artist_pence)
  select order_lines.id, commissions.artist_id, payments.id, 'transferred', now(), now(), 570, 50, 20, 500
  from commissions join orders on cart_hash = commissions.id::text join order_lines on order_id = orders.id
  join payments on subject_id = orders.id;
delete from sale_sums;
insert into sale_sums
  select artist_id, month, kind, status, count(*), sum(customer_pence), sum(platform_fee_pence),
    sum(processing_fee_pence), sum(artist_pence), sum(refunded_pence)
  from sales group by artist_id, month, kind, status;
insert into notifications (user_id, kind, key, details)
  select party, kind, kind || id,
    jsonb_build_object('commissionId', id, 'titles', jsonb_build_array(name), 'party', name, 'reason', name)
  from commissions, unnest(array[customer_id, artist_id]) as party,
    unnest(array['commission_news', 'commission_declined']) as kind;
insert into admin_actions (admin_id, action, subject_kind, subject_id, reason, note)
  select admin.id, 'read_messages', 'commission', commissions.id, name, name
  from commissions join users as admin on admin.role = 'admin';
-- One that the artist has to answer first, says the dashboard.
update commissions set status = 'pending_artist', frozen_at = null, frozen_by = null, freeze_reason = null
  where name = '<img src=x onerror=fire()>';
insert into commission_steps (commission_id, step, actor, at, from_status, to_status, text)
  select id, step, 'customer', now(), 'delivered', 'delivered', name
  from commissions, unnest(array['reject', 'requestChanges', 'giveUp', 'dispute', 'freeze']) as step;
insert into commission_disputes (id, commission_id, status, description, opened_at, answer_by, answer, answered_at)
  select gen_random_uuid(), id, 'answered', name, now(), now(), name, now() from commissions;
insert into commission_deliveries (id, commission_id, number, status, file_name, storage_key, bytes, refusal_code,
    created_at, arrived_at)
  select gen_random_uuid(), id, 1, 'refused', name, 'originals/' || id, 1, 'delivery_not_audio', now(), now()
  from commissions;
insert into commission_deliveries (id, commission_id, number, status, file_name, storage_key, bytes, sha256, audio,
    preview_key, preview_start_ms, preview_ms, created_at, arrived_at)
  select gen_random_uuid(), id, 1, 'ready', name, 'originals/ready' || id, 1, 'same',
    '{"durationMs":90000,"peaks":"gICA","preview":{"durationMs":30000,"peaks":"gICA"}}', 'previews/' || id, 0, 30000,
    now(), now()
  from commissions;
insert into commission_notes (id, commission_id, delivery_id, author, at_tenths, text, created_at, done_at, answer,
    answered_at)
  select gen_random_uuid(), commission_id, id, author, 10, file_name, now(), now(), file_name, now()
  from commission_deliveries, unnest(array['customer', 'artist']) as author where status = 'ready';
insert into commission_messages (id, commission_id, author_id, author_role, text, request_key, created_at)
  select id, id, artist_id, 'artist', name, id, now() from commissions;
insert into commission_attachments (id, message_id, commission_id, position, kind, status, file_name, storage_key, bytes,
    width, height, duration_ms, peaks)
  select gen_random_uuid(), id, id, position, kind, 'ready', name, 'attachments/' || id || position, 1,
    case kind when 'image' then 1 end, case kind when 'image' then 1 end,
    case kind when 'audio' then 1000 end, case kind when 'audio' then '\\x00'::bytea end
  from commissions, unnest(array['image', 'document', 'audio']) with ordinality as one (kind, position);
insert into flags (id, subject_kind, subject_id, message_id, author_id, type, reason, flagged)
  select gen_random_uuid(), 'message', id, id, author_id, 'abuse', text, jsonb_build_object('text', text,
    'writtenAt', '2026-01-01T00:00:00Z', 'author', text, 'about', jsonb_build_object('id', commission_id, 'name', text),
    'attachments', array[text, text])
  from commission_messages;
-- As the card provider describes what has moved, and as the night names what differs.
insert into balance_transactions (id, type, amount_pence, fee_pence, source_id, description, created_at, available_at)
  select name, name, 0, 0, name, name, now(), now() from commissions;
insert into unexplained_transactions (balance_transaction_id, found_at) select id, now() from balance_transactions
  where description = id;
insert into reconciliation_differences (kind, subject, day, found_at, last_run_id)
  select 'refund_missing', name, current_date, now(), 1 from commissions`
