-- An upload exists from its first byte, and its file and its details may arrive in any order.

alter table uploads
  alter column title drop not null,
  alter column details drop not null,
  alter column container drop not null,
  -- Computed from the stored bytes when all of them are there.
  alter column sha256 drop not null,
  add column bytes_received integer not null default 0,
  -- Names the unfinished file in the storage while it arrives in several requests.
  add column unfinished_file text,
  -- The request that may add bytes, until then; a process that was killed loses it by time.
  add column receiver uuid,
  add column receiver_until timestamptz,
  -- What was measured, from the preparation to the listing.
  add column audio jsonb,
  add column active_at timestamptz not null default now();

update uploads set bytes_received = bytes, active_at = coalesce(finished_at, created_at);

alter table uploads drop constraint uploads_status_check;
alter table uploads
  add constraint uploads_status_check
    check (status in ('arriving', 'processing', 'prepared', 'listed', 'refused')),
  add constraint uploads_bytes_check check (bytes_received between 0 and bytes),
  add constraint uploads_prepared_check
    check (status <> 'prepared' or (audio is not null and sha256 is not null and container is not null)),
  add constraint uploads_listed_check check (status <> 'listed' or details is not null);

-- Uploads that have neither end: what expires, and what an artist has in progress.
create index uploads_unlisted on uploads (artist_id) where status <> 'listed';
