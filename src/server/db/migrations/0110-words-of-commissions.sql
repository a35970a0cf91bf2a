-- The app writes the words of a commission with it, as it does those of a track: what plain words are is said there alone.
-- Customers find what they own by those of its name and its artist; admins also by those of the customer's name.

alter table commissions add column name_words text, add column customer_words text;
update commissions
set name_words = plain_words(name || ' ' || artist_name), customer_words = plain_words(customer_name);
alter table commissions alter column name_words set not null, alter column customer_words set not null;

-- Its index, commissions_searched, goes with it.
alter table commissions drop column searched;
alter table commissions
  add column searched text not null generated always as (' ' || name_words || ' ' || customer_words) stored;
create index commissions_searched on commissions using gin (searched gin_trgm_ops);

create or replace view owned_recordings as
select
  entitlements.user_id,
  tracks.id,
  tracks.id as track_id,
  null::uuid as commission_id,
  entitlements.granted_at,
  tracks.title,
  tracks.artist_id,
  tracks.original_key,
  tracks.original_container,
  tracks.original_bytes,
  tracks.original_sha256,
  tracks.codec,
  tracks.duration_ms,
  tracks.loudness_lufs,
  tracks.sample_rate_hz,
  tracks.peaks,
  ' ' || tracks.search_text as words,
  entitlements.order_line_id,
  null::text as guide_key,
  null::text as guide_container,
  null::bigint as guide_bytes
from entitlements
join tracks on tracks.id = entitlements.track_id
union all
select
  commissions.customer_id,
  commissions.id,
  null,
  commissions.id,
  commission_entitlements.granted_at,
  commissions.name,
  commissions.artist_id,
  delivery.storage_key,
  delivery.container,
  delivery.bytes,
  delivery.sha256,
  delivery.audio ->> 'codec',
  (delivery.audio ->> 'durationMs')::integer,
  (delivery.audio ->> 'loudnessLufs')::real,
  (delivery.audio ->> 'sampleRateHz')::integer,
  decode(delivery.audio ->> 'peaks', 'base64'),
  ' ' || commissions.name_words,
  null,
  delivery.guide_key,
  delivery.guide_container,
  delivery.guide_bytes
from commission_entitlements
join commissions on commissions.id = commission_entitlements.commission_id
join lateral (
  select * from commission_deliveries
  where commission_deliveries.commission_id = commissions.id and status = 'ready'
  order by number desc
  limit 1
) as delivery on true;

drop function plain_words;
