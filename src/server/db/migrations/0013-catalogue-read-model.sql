-- The catalogue's read model: one narrow row for each listed track, the number of tracks for each combination of facets,
-- and the number of tracks for each word. The writes keep all three, in their own transaction.

create table track_search (
  track_id uuid primary key references tracks on delete cascade,
  artist_id uuid not null,
  song uuid not null,
  popularity double precision not null,
  created_at timestamptz not null,
  -- 0 without a rating, which is below every rating.
  rating real not null,
  price_pence integer not null,
  facets integer not null,
  -- Words, and facets as lexemes such as '#g3'.
  words tsvector not null
);
-- A walk along an order tests the facets inside the index.
create index track_search_popularity on track_search (popularity desc, created_at desc, track_id desc) include (facets);
create index track_search_newest on track_search (created_at desc, track_id desc) include (facets);
create index track_search_rating on track_search (rating desc, track_id desc) include (facets);
create index track_search_price on track_search (price_pence, track_id) include (facets);
-- Few tracks are collected here, then sorted.
create index track_search_facets on track_search (facets)
  include (track_id, popularity, created_at, rating, price_pence);
create index track_search_artist on track_search (artist_id)
  include (facets, track_id, popularity, created_at, rating, price_pence);
create index track_search_song on track_search (song, popularity desc, created_at desc, track_id desc);
create index track_search_words on track_search using gin (words) with (fastupdate = off);

-- Counted up to `generation`, plus what has changed since: a write adds a row of its own to the changes, so that two writes
-- never wait for each other's counts.
create table facet_counts (facets integer primary key, tracks integer not null);
create table facet_changes (facets integer not null, change integer not null);
alter table search_lexicon add column df integer not null default 0;
create table lexicon_changes (word text not null, change integer not null);
create index lexicon_changes_word on lexicon_changes (word);
create table search_generation (
  singleton boolean primary key default true check (singleton),
  generation bigint not null
);
insert into search_generation (generation) values (1);

-- Every thousandth track of each order. They are out of use as soon as a change is noted (search/page-fences.ts).
create table page_fences (
  sort text not null,
  position integer not null,
  track_id uuid not null,
  primary key (sort, position)
);
create table order_changes (noted_at timestamptz not null default now());

create view current_lexicon as
select word, (df + coalesce((select sum(change) from lexicon_changes where lexicon_changes.word = search_lexicon.word), 0))::integer as df
from search_lexicon;

-- Which tracks are listed, and how: the one definition. Its columns are those of track_search, in the same order.
create view listed_tracks as
select
  tracks.id as track_id,
  tracks.artist_id,
  md5(tracks.song)::uuid as song,
  coalesce(track_statistics.popularity, 0) as popularity,
  tracks.created_at,
  coalesce(tracks.rating_rank, 0) as rating,
  tracks.price_pence,
  tracks.facets,
  array_to_tsvector(string_to_array(tracks.search_text, ' ')) as words
from tracks
join users on users.id = tracks.artist_id
left join track_statistics on track_statistics.track_id = tracks.id
where tracks.withdrawn_at is null and not users.banned;

create function count_search_rows() returns trigger language plpgsql as $$
begin
  -- A statement without rows has changed nothing.
  if tg_op = 'DELETE' then
    if not exists (select from old_rows) then return null; end if;
  elsif not exists (select from new_rows) then
    return null;
  end if;
  insert into order_changes default values;
  if tg_op = 'INSERT' then
    insert into facet_changes select facets, count(*) from new_rows group by facets;
    insert into search_lexicon (word)
    select distinct word from new_rows, unnest(tsvector_to_array(words)) as word where word not like '#%' order by word
    on conflict do nothing;
    insert into lexicon_changes
    select word, count(*) from new_rows, unnest(tsvector_to_array(words)) as word where word not like '#%' group by word;
  elsif tg_op = 'DELETE' then
    insert into facet_changes select facets, -count(*) from old_rows group by facets;
    insert into lexicon_changes
    select word, -count(*) from old_rows, unnest(tsvector_to_array(words)) as word where word not like '#%' group by word;
  else
    insert into facet_changes
    select facets, sum(change)
    from (select facets, 1 as change from new_rows union all select facets, -1 from old_rows) changes
    group by facets having sum(change) <> 0;
    insert into search_lexicon (word)
    select distinct word
    from new_rows join old_rows using (track_id), unnest(tsvector_to_array(new_rows.words)) as word
    where new_rows.words <> old_rows.words and word not like '#%'
    order by word
    on conflict do nothing;
    insert into lexicon_changes
    select word, sum(change)
    from (
      select unnest(tsvector_to_array(new_rows.words)) as word, 1 as change
      from new_rows join old_rows using (track_id) where new_rows.words <> old_rows.words
      union all
      select unnest(tsvector_to_array(old_rows.words)), -1
      from new_rows join old_rows using (track_id) where new_rows.words <> old_rows.words
    ) changes
    where word not like '#%' group by word having sum(change) <> 0;
  end if;
  return null;
end $$;
create trigger search_rows_are_counted_in after insert on track_search
  referencing new table as new_rows for each statement execute function count_search_rows();
create trigger search_rows_are_counted_out after delete on track_search
  referencing old table as old_rows for each statement execute function count_search_rows();
create trigger search_rows_are_counted_again after update on track_search
  referencing old table as old_rows new table as new_rows for each statement execute function count_search_rows();

-- Makes the rows of these tracks what they have to be. Their artists cannot be banned meanwhile. Every write of several rows
-- locks them in the order of their ids.
create function sync_track_search(ids uuid[]) returns void language plpgsql as $$
begin
  perform from users where id in (select artist_id from tracks where id = any(ids)) order by id for share;
  perform from track_search where track_id = any(ids) order by track_id for no key update;
  delete from track_search
  where track_id = any(ids) and track_id not in (select track_id from listed_tracks where track_id = any(ids));
  insert into track_search select * from listed_tracks where track_id = any(ids) order by track_id
  on conflict (track_id) do update set
    artist_id = excluded.artist_id, song = excluded.song, popularity = excluded.popularity,
    created_at = excluded.created_at, rating = excluded.rating, price_pence = excluded.price_pence,
    facets = excluded.facets, words = excluded.words
  where (
    track_search.artist_id, track_search.song, track_search.popularity, track_search.created_at, track_search.rating,
    track_search.price_pence, track_search.facets, track_search.words
  ) is distinct from (
    excluded.artist_id, excluded.song, excluded.popularity, excluded.created_at, excluded.rating,
    excluded.price_pence, excluded.facets, excluded.words
  );
end $$;

create function list_changed_tracks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform sync_track_search(array(select id from new_rows));
  else
    -- Not the ratings: they are copied where they are counted.
    perform sync_track_search(changed.ids)
    from (
      select array_agg(new_rows.id) as ids from new_rows join old_rows using (id)
      where (
        new_rows.artist_id, new_rows.song, new_rows.created_at, new_rows.price_pence, new_rows.facets,
        new_rows.search_text, new_rows.withdrawn_at
      ) is distinct from (
        old_rows.artist_id, old_rows.song, old_rows.created_at, old_rows.price_pence, old_rows.facets,
        old_rows.search_text, old_rows.withdrawn_at
      )
    ) changed
    where changed.ids is not null;
  end if;
  return null;
end $$;
create trigger new_tracks_are_listed after insert on tracks
  referencing new table as new_rows for each statement execute function list_changed_tracks();
create trigger changed_tracks_are_listed after update on tracks
  referencing old table as old_rows new table as new_rows for each statement execute function list_changed_tracks();

-- A ban hides an artist's tracks at once, also on pages that are cached.
create function list_tracks_of_artist() returns trigger language plpgsql as $$
begin
  perform sync_track_search(array(select id from tracks where artist_id = new.id));
  perform pg_notify('site_events', json_build_object('name', 'artistChanged', 'artistId', new.id)::text);
  return null;
end $$;
create trigger banned_artists_are_hidden after update of banned on users
  for each row when (old.banned is distinct from new.banned) execute function list_tracks_of_artist();

create or replace function count_rating() returns trigger language plpgsql as $$
begin
  update tracks
  set rating_count = rating_count + (tg_op <> 'DELETE')::int - (tg_op <> 'INSERT')::int,
      rating_sum = rating_sum
        + case when tg_op <> 'DELETE' then new.stars else 0 end
        - case when tg_op <> 'INSERT' then old.stars else 0 end
  where id = coalesce(new.track_id, old.track_id);
  update track_search set rating = coalesce(tracks.rating_rank, 0)
  from tracks
  where tracks.id = coalesce(new.track_id, old.track_id) and track_search.track_id = tracks.id;
  return null;
end $$;

-- Adds the changes to the counts. One process at a time: the row of the generation is locked.
create function fold_search_changes() returns void language plpgsql as $$
begin
  if not exists (select from facet_changes) and not exists (select from lexicon_changes) then
    return;
  end if;
  update search_generation set generation = generation + 1;
  with changes as (delete from facet_changes returning facets, change)
  insert into facet_counts
  select facets, sum(change) from changes group by facets having sum(change) <> 0
  on conflict (facets) do update set tracks = facet_counts.tracks + excluded.tracks;
  delete from facet_counts where tracks = 0;
  with changes as (delete from lexicon_changes returning word, change)
  insert into search_lexicon (word, df)
  select word, sum(change) from changes group by word having sum(change) <> 0 order by word
  on conflict (word) do update set df = search_lexicon.df + excluded.df;
end $$;

-- Stored in the order of popularity, in which searches read it most.
insert into track_search select * from listed_tracks order by popularity desc, created_at desc, track_id desc;
select fold_search_changes();
delete from search_lexicon where df = 0;
