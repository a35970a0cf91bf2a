-- Recordings that show how an artist plays: played in full by everyone, from a short MP3 that is made of what the artist sent.

create table artist_examples (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  description text not null,
  file_name text not null,
  -- The artist's order; a new example is the first.
  position integer not null,
  status text not null default 'waiting'
    constraint artist_examples_status_check check (status in ('waiting', 'ready', 'refused')),
  -- The file that the artist sent, then the MP3 made of it.
  storage_key text unique,
  bytes integer check (bytes > 0),
  duration_ms integer check (duration_ms > 0),
  refusal_code text,
  created_at timestamptz not null default now(),
  constraint artist_examples_order unique (artist_id, position) deferrable,
  check ((status = 'refused') = (storage_key is null)),
  check ((status = 'ready') = (duration_ms is not null)),
  check ((status = 'refused') = (refusal_code is not null))
);
create index artist_examples_waiting on artist_examples (created_at) where status = 'waiting';
