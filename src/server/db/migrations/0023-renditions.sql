-- Owned recordings in another format, made on request and shared by all owners of a track. A file's key has an id of its
-- own, so that removing an unused file can never remove the one that was made after it.

create table renditions (
  track_id uuid not null references tracks on delete cascade,
  format text not null check (format in ('mp3', 'wav')),
  status text not null default 'waiting'
    constraint renditions_status_check check (status in ('waiting', 'ready', 'refused')),
  storage_key text unique,
  bytes bigint,
  sha256 text,
  refusal_code text,
  -- Whose pages are told when it is ready or refused.
  requested_by uuid[] not null,
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  used_at timestamptz not null default now(),
  primary key (track_id, format),
  check ((status = 'ready') = (storage_key is not null)),
  check ((storage_key is null) = (bytes is null) and (storage_key is null) = (sha256 is null)),
  check ((status = 'refused') = (refusal_code is not null))
);
create index renditions_waiting on renditions (requested_at) where status = 'waiting';
create index renditions_used on renditions (used_at) where status = 'ready';
