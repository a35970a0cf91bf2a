-- What searches by name read of many artists: narrow rows, one for each listed artist. Those of `artists` hold long texts.
create table artist_names (
  artist_id uuid primary key references artists on delete cascade,
  -- As in `artists`: what the list is filtered and sorted by.
  last_online_on date,
  takes_commissions boolean not null,
  commissions integer not null,
  commission_price_pence integer,
  rating_rank real not null,
  popularity double precision not null,
  tracks integer not null,
  followers integer not null,
  reviews integer not null,
  joined_at timestamptz not null,
  words tsvector not null
);

create function keep_artist_names() returns trigger language plpgsql as $$
begin
  if new.is_listed then
    insert into artist_names (
      artist_id, last_online_on, takes_commissions, commissions, commission_price_pence, rating_rank, popularity,
      tracks, followers, reviews, joined_at, words
    )
    values (
      new.artist_id, new.last_online_on, new.takes_commissions, new.commissions, new.commission_price_pence,
      new.rating_rank, new.popularity, new.tracks, new.followers, new.reviews, new.joined_at, new.words
    )
    on conflict (artist_id) do update set
      last_online_on = excluded.last_online_on, takes_commissions = excluded.takes_commissions,
      commissions = excluded.commissions, commission_price_pence = excluded.commission_price_pence,
      rating_rank = excluded.rating_rank, popularity = excluded.popularity, tracks = excluded.tracks,
      followers = excluded.followers, reviews = excluded.reviews, joined_at = excluded.joined_at,
      words = excluded.words;
  else
    delete from artist_names where artist_id = new.artist_id;
  end if;
  return null;
end $$;
create trigger new_artists_are_named after insert on artists
  for each row when (new.is_listed) execute function keep_artist_names();
create trigger changed_artists_are_named after update on artists
  for each row when (
    (
      old.is_listed, old.last_online_on, old.takes_commissions, old.commissions, old.commission_price_pence,
      old.rating_rank, old.popularity, old.tracks, old.followers, old.reviews, old.joined_at, old.words
    ) is distinct from (
      new.is_listed, new.last_online_on, new.takes_commissions, new.commissions, new.commission_price_pence,
      new.rating_rank, new.popularity, new.tracks, new.followers, new.reviews, new.joined_at, new.words
    )
  ) execute function keep_artist_names();

insert into artist_names (
  artist_id, last_online_on, takes_commissions, commissions, commission_price_pence, rating_rank, popularity, tracks,
  followers, reviews, joined_at, words
)
select
  artist_id, last_online_on, takes_commissions, commissions, commission_price_pence, rating_rank, popularity, tracks,
  followers, reviews, joined_at, words
from artists where is_listed;
drop index artists_words;
create index artist_names_words on artist_names using gin (words) with (fastupdate = off);

-- A typed word's forms took a millisecond: half of a correction. As before (0016), by loops instead of queries.
create function shortened(word text, letters integer) returns text[] language plpgsql immutable parallel safe as $$
declare
  start constant text := left(word, 7);
  shorter text;
  forms text[] := '{}';
begin
  for place in 1 .. length(start) loop
    shorter := left(start, place - 1) || substr(start, place + 1);
    if letters = 1 then
      forms := forms || shorter;
    else
      for later in place .. length(shorter) loop
        forms := forms || (left(shorter, later - 1) || substr(shorter, later + 1));
      end loop;
    end if;
  end loop;
  return forms;
end $$;

create or replace function spelling_forms(word text) returns text[] language plpgsql immutable parallel safe
  -- For an index, functions do not find each other by themselves.
  set search_path from current as $$
declare
  forms text[] := left(word, 7) || shortened(word, 1);
begin
  if length(word) > 4 then
    forms := forms || array(select '2' || form from unnest(shortened(word, 2)) as form);
  end if;
  if length(word) > 2 then
    forms := forms || ('~' || search_sound(word));
  end if;
  return array(select distinct form from unnest(forms) as form);
end $$;

create or replace function typed_forms(word text) returns text[] language plpgsql immutable parallel safe as $$
declare
  forms text[] := left(word, 7) || shortened(word, 1);
begin
  if length(word) > 6 then
    forms := forms || shortened(word, 2);
    forms := forms || array(select '2' || form from unnest(forms) as form);
  end if;
  if length(word) > 2 then
    forms := forms || ('~' || search_sound(word));
  end if;
  return forms;
end $$;
drop function without_letters;

-- A mistyped name may be one of thousands of words: their spellings are in the index only, so that their rows are small.
drop index artist_words_forms;
alter table artist_words drop column forms;
create index artist_words_spellings on artist_words using gin (spelling_forms(word));

create or replace function spell_artist_words() returns trigger language plpgsql as $$
begin
  insert into artist_words (word)
  select word from (select distinct unnest(tsvector_to_array(words)) as word from new_rows) named
  order by word
  on conflict do nothing;
  return null;
end $$;
create or replace function spell_renamed_artists() returns trigger language plpgsql as $$
begin
  insert into artist_words (word)
  select word
  from (
    select distinct unnest(tsvector_to_array(new_rows.words)) as word
    from new_rows join old_rows using (artist_id) where new_rows.words <> old_rows.words
  ) named
  order by word
  on conflict do nothing;
  return null;
end $$;
