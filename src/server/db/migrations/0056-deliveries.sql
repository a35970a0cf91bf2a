-- Deliveries of commissions arrive as recordings of tracks do, and what is approved is owned like a bought track.

alter table uploads
  -- What the file becomes. Those of commissions have a row here only while they arrive.
  add column purpose text not null default 'track'
    constraint uploads_purpose_check check (purpose in ('track', 'delivery', 'guide')),
  add column commission_id uuid references commissions,
  -- Of a delivery: the sung guide that arrived before it.
  add column guide_id uuid references uploads on delete set null,
  add constraint uploads_of_commissions_check check ((purpose = 'track') = (commission_id is null)),
  add constraint uploads_of_commissions_arrive check (purpose = 'track' or status = 'arriving'),
  add constraint uploads_guides_belong_to_deliveries check (guide_id is null or purpose = 'delivery');
-- One delivery at a time, with one guide.
create unique index uploads_delivery on uploads (commission_id) where purpose = 'delivery';
create unique index uploads_guide on uploads (commission_id) where purpose = 'guide';
create index uploads_of_guide on uploads (guide_id) where guide_id is not null;

-- Begins with the last byte of its recording.
alter table commission_deliveries
  drop column bytes_received,
  drop constraint commission_deliveries_status_check,
  drop constraint commission_deliveries_commission_id_number_key,
  alter column arrived_at set not null,
  add column unfinished_file text,
  add column guide_unfinished_file text,
  -- Of a cancelled commission, or of a refused delivery.
  add column files_removed_at timestamptz,
  add constraint commission_deliveries_status_check check (status in ('preparing', 'ready', 'refused')),
  add constraint commission_deliveries_guides_are_whole check (
    num_nonnulls(guide_key, guide_name, guide_container, guide_bytes) in (0, 4)
  );
-- What was refused has no place in the order that the customer sees.
create unique index commission_deliveries_number on commission_deliveries (commission_id, number)
  where status <> 'refused';
drop index commission_deliveries_in_progress;
create unique index commission_deliveries_in_progress on commission_deliveries (commission_id)
  where status = 'preparing';
-- What is to be removed is found by it.
create index commission_deliveries_stored on commission_deliveries (commission_id) where files_removed_at is null;

-- The recording of each is its customer's, from the approval on.
create table commission_entitlements (
  commission_id uuid primary key references commissions,
  granted_at timestamptz not null
);

-- Everything that can be owned is rendered and downloaded: tracks, and the recordings of commissions.
alter table renditions drop constraint renditions_pkey;
alter table renditions
  alter column track_id drop not null,
  add column commission_id uuid references commissions,
  add column recording_id uuid not null generated always as (coalesce(track_id, commission_id)) stored,
  add constraint renditions_of_one_recording check (num_nonnulls(track_id, commission_id) = 1),
  add primary key (recording_id, format);
create index renditions_track on renditions (track_id);
alter table downloads
  alter column track_id drop not null,
  add column commission_id uuid references commissions,
  add constraint downloads_of_one_recording check (num_nonnulls(track_id, commission_id) = 1);
create index downloads_commission on downloads (commission_id) where commission_id is not null;

-- What users own, of either kind: the newest delivery of a commission is the approved one.
create view owned_recordings as
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
  ' ' || plain_words(commissions.name || ' ' || commissions.artist_name),
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
