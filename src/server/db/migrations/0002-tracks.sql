-- Tracks and the uploads they come from; ratings and comments; what happens to a track day by day.

create extension if not exists pg_trgm;

-- An upload becomes the track with the same id, or is refused and leaves only its reason.
create table uploads (
  id uuid primary key,
  artist_id uuid not null references users on delete cascade,
  title text not null,
  file_name text not null,
  details jsonb not null,
  storage_key text not null,
  bytes bigint not null,
  sha256 text not null,
  container text not null,
  state text not null default 'processing' check (state in ('processing', 'listed', 'refused')),
  stage text not null default 'waiting' check (stage in ('waiting', 'checking', 'measuring', 'making_preview')),
  refusal_code text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index uploads_artist on uploads (artist_id, created_at desc);

create table tracks (
  id uuid primary key,
  artist_id uuid not null references users,
  title text not null,
  original_artist text not null,
  description text not null,
  instructions text,
  price_pence integer not null check (price_pence >= 0),
  format text not null,
  instrumentation text not null,
  genre text,
  vocal_range text,
  key_signature text,
  is_higher boolean not null default false,
  is_lower boolean not null default false,
  original_key text not null unique,
  original_name text not null,
  original_container text not null,
  original_bytes bigint not null,
  original_sha256 text not null,
  codec text not null,
  sample_rate_hz integer not null,
  channels integer not null,
  duration_ms integer not null,
  loudness_lufs real not null,
  loudness_range_lu real not null,
  true_peak_dbtp real not null,
  peaks bytea not null,
  preview_key text not null unique,
  preview_ms integer not null,
  waveform text not null,
  fine_waveform text not null,
  -- Title, original artist and artist name as plain words (rules/search-words.ts).
  search_text text not null,
  search_vector tsvector not null generated always as (to_tsvector('simple', search_text)) stored,
  rating_count integer not null default 0,
  rating_sum integer not null default 0,
  -- Bayesian mean with five votes of four stars, so that one five-star vote does not lead the list.
  rating_rank real generated always as (
    case when rating_count = 0 then null else (rating_sum + 20)::real / (rating_count + 5) end
  ) stored,
  popularity double precision not null default 0,
  purchase_count integer not null default 0,
  download_count integer not null default 0,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz
);
create index tracks_popularity on tracks (popularity desc, created_at desc, id desc) where withdrawn_at is null;
create index tracks_newest on tracks (created_at desc, id desc) where withdrawn_at is null;
create index tracks_rating on tracks (rating_rank desc nulls last, id desc) where withdrawn_at is null;
create index tracks_price on tracks (price_pence, id) where withdrawn_at is null;
create index tracks_artist on tracks (artist_id, created_at desc, id desc);
create index tracks_search on tracks using gin (search_vector);

-- Every word a search can find: a mistyped word is corrected against it.
create table search_lexicon (word text primary key);
create index search_lexicon_prefix on search_lexicon (word text_pattern_ops);
create index search_lexicon_similar on search_lexicon using gin (word gin_trgm_ops);

create table ratings (
  track_id uuid not null references tracks on delete cascade,
  user_id uuid not null references users on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  rated_at timestamptz not null default now(),
  primary key (track_id, user_id)
);

create function count_rating() returns trigger language plpgsql as $$
begin
  update tracks
  set rating_count = rating_count + (tg_op <> 'DELETE')::int - (tg_op <> 'INSERT')::int,
      rating_sum = rating_sum
        + case when tg_op <> 'DELETE' then new.stars else 0 end
        - case when tg_op <> 'INSERT' then old.stars else 0 end
  where id = coalesce(new.track_id, old.track_id);
  return null;
end $$;
create trigger ratings_are_counted after insert or update or delete on ratings
  for each row execute function count_rating();

create table comments (
  id uuid primary key,
  track_id uuid not null references tracks on delete cascade,
  -- A comment outlives its author, who is then anonymous.
  user_id uuid references users on delete set null,
  text text not null check (length(text) between 1 and 1000),
  created_at timestamptz not null default now()
);
create index comments_track on comments (track_id, created_at desc, id desc);

create table track_activity (
  track_id uuid not null references tracks on delete cascade,
  day date not null,
  purchases integer not null default 0,
  downloads integer not null default 0,
  plays integer not null default 0,
  primary key (track_id, day)
);
