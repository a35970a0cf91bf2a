-- The catalogue is one table with real columns and its indexes. The one writer of tracks lists them in its own transaction
-- by `list_tracks`; PostgreSQL's own estimate says how a list is read (decision 0060).

drop trigger new_tracks_are_listed on tracks;
drop trigger changed_tracks_are_listed on tracks;
drop trigger banned_artists_are_hidden on users;
drop trigger renamed_artists_are_suggested on users;
drop view listed_tracks, current_lexicon;
drop table track_search, facet_counts, facet_changes, search_lexicon, lexicon_changes, search_generation, page_fences,
  order_changes, search_spellings;
drop function list_changed_tracks, list_tracks_of_artist, sync_track_search, count_search_rows, fold_search_changes,
  spell_new_words, suggest_search_rows, suggest_renamed_artist, suggest_everything, suggest_songs, suggest_artists,
  song_suggestions, artist_suggestions;
drop table suggested_songs, suggested_artists;

-- For typing mistakes: `levenshtein_less_equal`.
create extension if not exists fuzzystrmatch;

-- What the packed facets of a track said that no other column says.
alter table tracks
  -- 'C' to 'B', with sharps; Db is C#. Null without a key.
  add column pitch text,
  add column mode text check (mode in ('major', 'minor')),
  add column tempo_band text;
alter table tracks disable trigger tracks_are_counted_again;
update tracks set
  pitch = (array['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'])[(facets >> 16) & 15],
  mode = case when (facets >> 20) & 1 = 1 then 'minor' when (facets >> 28) & 1 = 1 then 'major' end,
  tempo_band = (array['slow', 'relaxed', 'moderate', 'upbeat', 'fast'])[(facets >> 25) & 7],
  -- Only words are left: what a word names is a column.
  search_text = regexp_replace(search_text, ' ?#\S+', '', 'g');
alter table tracks enable trigger tracks_are_counted_again;
alter table tracks drop column facets;

-- One row for each track that visitors see in lists. Its columns are what lists filter and sort by.
create table listed_tracks (
  id uuid primary key references tracks on delete cascade,
  artist_id uuid not null,
  -- The same for all versions of a song.
  song uuid not null,
  -- The same for all tracks of that title.
  title uuid not null,
  popularity double precision not null,
  created_at timestamptz not null,
  -- 0 without a rating, which is below every rating.
  rating real not null,
  price_pence integer not null,
  genre text,
  vocal_range text,
  format text not null,
  instrumentation text not null,
  pitch text,
  mode text,
  tempo_band text,
  -- 'higher', 'lower' or 'both' than the original.
  shift text,
  quality_validated boolean not null,
  -- Of the title, the original artist and the artist's names.
  words tsvector not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
-- Of so many words PostgreSQL keeps the frequency: with more, each plan takes longer.
alter table listed_tracks alter column words set statistics 250;

-- Which tracks are listed, and how. Its columns are those of listed_tracks, in the same order.
create view listable_tracks as
select
  tracks.id,
  tracks.artist_id,
  md5(coalesce(tracks.song_key, tracks.song))::uuid as song,
  md5(split_part(tracks.song, ' / ', 1))::uuid as title,
  coalesce(track_statistics.popularity, 0) as popularity,
  tracks.created_at,
  coalesce(tracks.rating_rank, 0) as rating,
  tracks.price_pence,
  tracks.genre,
  tracks.vocal_range,
  tracks.format,
  tracks.instrumentation,
  tracks.pitch,
  tracks.mode,
  tracks.tempo_band,
  case
    when tracks.is_higher and tracks.is_lower then 'both'
    when tracks.is_higher then 'higher'
    when tracks.is_lower then 'lower'
  end as shift,
  tracks.quality_validated,
  array_to_tsvector(array_remove(string_to_array(tracks.search_text, ' '), '')) as words
from tracks
join users on users.id = tracks.artist_id
left join track_statistics on track_statistics.track_id = tracks.id
where is_listed(tracks.withdrawn_at, users.banned);

-- Words that a listed track has. `tracks` is counted every night: it only orders what was perhaps meant.
create table words (
  word text collate "C" primary key,
  tracks integer not null,
  sound text not null generated always as (search_sound(word)) stored
);

-- Titles and artists, for who is typing. A row may be left of what is listed no more: who reads it looks.
create table suggestions (
  kind text not null check (kind in ('title', 'artist')),
  -- The `title` of listed_tracks, or the artist.
  id uuid not null,
  -- In plain words.
  name text not null,
  popularity double precision not null,
  words tsvector not null,
  primary key (kind, id)
);

-- Makes the rows of these tracks what they have to be. The caller has locked their artists and the tracks.
create function list_tracks(changed uuid[]) returns void language plpgsql as $$
begin
  -- In the order of the ids, as in every write of several rows.
  perform from listed_tracks where id = any(changed) order by id for update;
  delete from listed_tracks
  where id = any(changed) and not exists (select from listable_tracks where listable_tracks.id = listed_tracks.id);
  insert into listed_tracks select * from listable_tracks where id = any(changed) order by id
  on conflict (id) do update set
    artist_id = excluded.artist_id, song = excluded.song, title = excluded.title, popularity = excluded.popularity,
    created_at = excluded.created_at, rating = excluded.rating, price_pence = excluded.price_pence,
    genre = excluded.genre, vocal_range = excluded.vocal_range, format = excluded.format,
    instrumentation = excluded.instrumentation, pitch = excluded.pitch, mode = excluded.mode,
    tempo_band = excluded.tempo_band, shift = excluded.shift, quality_validated = excluded.quality_validated,
    words = excluded.words
  where listed_tracks is distinct from excluded;

  insert into words (word, tracks)
  select distinct word collate "C", 1 from listed_tracks, unnest(tsvector_to_array(words)) as word
  where id = any(changed) order by 1
  on conflict do nothing;
  perform suggest(changed);
end $$;

-- Adds the titles and the artists of these tracks that are not suggested yet.
create function suggest(changed uuid[]) returns void language plpgsql as $$
begin
  insert into suggestions (kind, id, name, popularity, words)
  select distinct on (listed_tracks.title) 'title', listed_tracks.title, named.name, popularity, words_vector(named.name)
  from listed_tracks
  join tracks using (id)
  cross join lateral split_part(tracks.song, ' / ', 1) as named (name)
  where listed_tracks.id = any(changed)
    and not exists (select from suggestions where kind = 'title' and suggestions.id = listed_tracks.title)
  order by listed_tracks.title
  on conflict do nothing;

  insert into suggestions (kind, id, name, popularity, words)
  select 'artist', id, plain_words(coalesce(display_name, username)), 0, words_of_artist(display_name, username, null)
  from users
  -- Read once: the tracks are not looked up again for each artist.
  where id = any(array(select distinct artist_id from listed_tracks where listed_tracks.id = any(changed)))
    and not exists (select from suggestions where kind = 'artist' and suggestions.id = users.id)
  order by id
  on conflict do nothing;
end $$;

create or replace function change_ratings(ids uuid[], counts bigint[], sums bigint[]) returns void language plpgsql as $$
begin
  perform from tracks where id = any(ids) order by id for no key update;
  perform from listed_tracks where id = any(ids) order by id for no key update;
  update tracks
  set rating_count = rating_count + change.count, rating_sum = rating_sum + change.sum
  from unnest(ids, counts, sums) as change (track_id, count, sum)
  where tracks.id = change.track_id;
  update listed_tracks set rating = coalesce(tracks.rating_rank, 0)
  from tracks
  where tracks.id = any(ids) and listed_tracks.id = tracks.id
    and listed_tracks.rating <> coalesce(tracks.rating_rank, 0);
  perform pg_notify(
    'site_events', json_build_object('name', 'ratingsChanged', 'trackId', id, 'artistId', artist_id)::text
  )
  from tracks where id = any(ids);
end $$;

create or replace function make_artists(users users[]) returns void language sql as $$
  insert into artists (
    artist_id, tracks, rating_count, rating_sum, popularity, joined_at, name, words, is_listed
  )
  select users.id, coalesce(own.tracks, 0), coalesce(own.ratings, 0), coalesce(own.stars, 0),
    coalesce(suggestions.popularity, 0), users.created_at, plain_words(coalesce(display_name, username)),
    words_of_artist(display_name, username, null), not banned
  from unnest(users) as users
  left join lateral (
    select count(*) filter (where withdrawn_at is null) as tracks, sum(rating_count) as ratings, sum(rating_sum) as stars
    from tracks where tracks.artist_id = users.id
  ) own on true
  left join suggestions on suggestions.kind = 'artist' and suggestions.id = users.id
  -- An artist who is kept already is not counted again.
  where not exists (select from artists where artists.artist_id = users.id)
  order by users.id
  on conflict do nothing
$$;

-- What exists, in the order in which lists read most of it.
set local maintenance_work_mem = '256MB';
insert into listed_tracks select * from listable_tracks order by popularity desc, created_at desc, id desc;

-- The included columns let a list be filtered inside the index of its order.
create index listed_tracks_by_popularity on listed_tracks (popularity desc, created_at desc, id desc)
  include (genre, vocal_range, format, instrumentation, pitch, tempo_band, shift, quality_validated);
create index listed_tracks_by_age on listed_tracks (created_at desc, id desc)
  include (genre, vocal_range, format, instrumentation, pitch, tempo_band, shift, quality_validated);
create index listed_tracks_by_rating on listed_tracks (rating desc, id desc)
  include (genre, vocal_range, format, instrumentation, pitch, tempo_band, shift, quality_validated);
create index listed_tracks_by_price on listed_tracks (price_pence, id)
  include (genre, vocal_range, format, instrumentation, pitch, tempo_band, shift, quality_validated);
-- For rare combinations, totals and hits: PostgreSQL 18 skips the columns without a condition.
create index listed_tracks_by_filters on listed_tracks
  (genre, vocal_range, tempo_band, pitch, instrumentation, format, shift);
create index listed_tracks_of_artist on listed_tracks (artist_id, popularity desc, created_at desc, id desc);
create index listed_tracks_of_song on listed_tracks (song, popularity desc, created_at desc, id desc);
create index listed_tracks_of_title on listed_tracks (title, popularity desc, created_at desc, id desc);
-- Without a list of pending entries, which a search would have to read.
create index listed_tracks_words on listed_tracks using gin (words) with (fastupdate = off);

insert into words (word, tracks) select word, ndoc from ts_stat('select words from listed_tracks');
create index words_by_length on words (length(word));
create index words_by_sound on words (sound);
create index words_by_trigrams on words using gin (word gin_trgm_ops);

select suggest(array(select id from listed_tracks));
update suggestions set popularity = artists.popularity from artists where kind = 'artist' and id = artist_id;
create index suggestions_by_name on suggestions (name text_pattern_ops);
create index suggestions_by_popularity on suggestions (popularity desc, name, id);
create index suggestions_words on suggestions using gin (words) with (fastupdate = off);

-- Plans are chosen by these.
analyze listed_tracks, words, suggestions;
