-- Mistyped words are found by the spellings they share with a word of the lexicon; suggestions are songs and artists that
-- continue what is being typed. Triggers keep both, in the transaction of the write.

-- Roughly how an English word is said: 'scarborough' and 'skarborow' are both 'skarboro'.
create function search_sound(word text) returns text language plpgsql immutable parallel safe as $$
declare
  rules constant text[] := array[
    ['ough$', 'o'], ['igh', 'i'], ['(.)gh', '\1'], ['ph', 'f'], ['^kn', 'n'], ['^wr', 'r'],
    ['t?ch', '4'], ['c([eiy])', 's\1'], ['ck|c|qu?', 'k'], ['x', 'ks'], ['z', 's'], ['[jy]', 'i'],
    ['ai|ei|ae', 'a'], ['ee|ea|ie', 'i'], ['oo|ou|ew|ue', 'u'], ['oa|ow|au|aw', 'o'],
    ['([^st])h', '\1'], ['([^aeiou])e$', '\1'], ['(.)\1', '\1']
  ];
  sound text := word;
begin
  for rule in 1 .. array_length(rules, 1) loop
    sound := regexp_replace(sound, rules[rule][1], rules[rule][2], 'g');
  end loop;
  return sound;
end $$;

-- The beginnings of a word without so many letters. Of two words with few typos between them one such form is the same, so
-- that an index finds the one by the other.
create function without_letters(word text, letters integer) returns setof text language sql immutable parallel safe as $$
  with start as (select left(word, 7) as text, generate_series(1, length(left(word, 7))) as first)
  select left(word, 7) where letters = 0
  union
  select overlay(text placing '' from first for 1) from start where letters = 1
  union
  select overlay(overlay(text placing '' from second for 1) placing '' from first for 1)
  from start, generate_series(first + 1, length(text)) as second
  where letters = 2
$$;

-- What a word is found by: forms without two letters are marked, because only a long word is meant by them.
create function spelling_forms(word text) returns text[] language sql immutable parallel safe as $$
  select array(
    select without_letters(word, 0)
    union all select without_letters(word, 1)
    union all select '2' || without_letters(word, 2) where length(word) > 4
    union all select '~' || search_sound(word) where length(word) > 2
  )
$$;

-- What a typed word looks for: one typo, in long words two (rules/search/typos.ts).
create function typed_forms(word text) returns text[] language sql immutable parallel safe as $$
  with forms as (
    select without_letters(word, 0) as form
    union all select without_letters(word, 1)
    union all select without_letters(word, 2) where length(word) > 6
  )
  select array(
    select form from forms
    union all select '2' || form from forms where length(word) > 6
    union all select '~' || search_sound(word) where length(word) > 2
  )
$$;

create table search_spellings (word text primary key, sound text not null, forms text[] not null);

create function spell_new_words() returns trigger language plpgsql as $$
begin
  insert into search_spellings select word, search_sound(word), spelling_forms(word) from new_rows on conflict do nothing;
  return null;
end $$;
create trigger new_words_are_spelled after insert on search_lexicon
  referencing new table as new_rows for each statement execute function spell_new_words();
insert into search_spellings select word, search_sound(word), spelling_forms(word) from search_lexicon;
create index search_spellings_forms on search_spellings using gin (forms);

-- A song with a listed track: the most popular one, whose title is suggested.
create table suggested_songs (
  song uuid primary key,
  track_id uuid not null,
  -- In plain words.
  title text not null,
  words tsvector not null,
  popularity double precision not null
);

-- An artist with a listed track, by their names in plain words, and as popular as all their tracks.
create table suggested_artists (
  artist_id uuid primary key,
  name text not null,
  words tsvector not null,
  popularity double precision not null
);

create function words_vector(words text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(string_to_array(words, ' '), ''))
$$;

create function song_suggestions(songs uuid[])
returns setof suggested_songs language sql stable rows 10 as $$
  select listed.song, first.track_id, plain.title, words_vector(plain.title), first.popularity
  from unnest(songs) as listed (song)
  cross join lateral (
    select track_id, popularity from track_search
    where track_search.song = listed.song order by popularity desc, created_at desc, track_id desc limit 1
  ) first
  join tracks on tracks.id = first.track_id
  cross join lateral split_part(tracks.song, ' / ', 1) as plain (title)
  where plain.title <> ''
$$;

create function artist_suggestions(artists uuid[])
returns setof suggested_artists language sql stable rows 10 as $$
  select users.id, plain_words(coalesce(display_name, username)),
    words_vector(plain_words(concat_ws(' ', display_name, username))), listed.popularity
  from users
  cross join lateral (
    select sum(track_search.popularity) as popularity from track_search where track_search.artist_id = users.id
  ) listed
  where users.id = any(artists) and listed.popularity is not null
$$;

-- Makes the suggestions of these songs what they have to be. Of two writes at the same time the second one waits for the
-- first one's rows, locked or added, and its next statement sees what the first one has listed.
create function suggest_songs(songs uuid[]) returns void language plpgsql as $$
begin
  perform from suggested_songs where song = any(songs) order by song for update;
  insert into suggested_songs select * from song_suggestions(songs) order by song on conflict do nothing;
  update suggested_songs
  set track_id = fresh.track_id, title = fresh.title, words = fresh.words, popularity = fresh.popularity
  from song_suggestions(songs) as fresh
  where suggested_songs.song = fresh.song
    and (suggested_songs.track_id, suggested_songs.title, suggested_songs.popularity)
      is distinct from (fresh.track_id, fresh.title, fresh.popularity);
  delete from suggested_songs
  where song = any(songs) and not exists (select from track_search where track_search.song = suggested_songs.song);
end $$;

create function suggest_artists(artists uuid[]) returns void language plpgsql as $$
begin
  perform from suggested_artists where artist_id = any(artists) order by artist_id for update;
  insert into suggested_artists select * from artist_suggestions(artists) order by artist_id on conflict do nothing;
  update suggested_artists
  set name = fresh.name, words = fresh.words, popularity = fresh.popularity
  from artist_suggestions(artists) as fresh
  where suggested_artists.artist_id = fresh.artist_id
    and (suggested_artists.name, suggested_artists.words, suggested_artists.popularity)
      is distinct from (fresh.name, fresh.words, fresh.popularity);
  delete from suggested_artists
  where artist_id = any(artists)
    and not exists (select from track_search where track_search.artist_id = suggested_artists.artist_id);
end $$;

-- Every suggestion at once, for a first fill: it needs no index of track_search, and locks every row.
create function suggest_everything() returns void language plpgsql as $$
begin
  insert into suggested_songs
  select distinct on (track_search.song)
    track_search.song, track_id, plain.title, words_vector(plain.title), popularity
  from track_search
  join tracks on tracks.id = track_id
  cross join lateral split_part(tracks.song, ' / ', 1) as plain (title)
  where plain.title <> ''
  order by track_search.song, popularity desc, track_search.created_at desc, track_id desc
  on conflict (song) do update
  set track_id = excluded.track_id, title = excluded.title, words = excluded.words, popularity = excluded.popularity
  where (suggested_songs.track_id, suggested_songs.title, suggested_songs.popularity)
    is distinct from (excluded.track_id, excluded.title, excluded.popularity);
  delete from suggested_songs
  where not exists (select from track_search where track_search.song = suggested_songs.song);

  insert into suggested_artists
  select artist_id, plain_words(coalesce(display_name, username)),
    words_vector(plain_words(concat_ws(' ', display_name, username))), listed.popularity
  from (select artist_id, sum(popularity) as popularity from track_search group by artist_id) listed
  join users on users.id = artist_id
  order by artist_id
  on conflict (artist_id) do update
  set name = excluded.name, words = excluded.words, popularity = excluded.popularity
  where (suggested_artists.name, suggested_artists.words, suggested_artists.popularity)
    is distinct from (excluded.name, excluded.words, excluded.popularity);
  delete from suggested_artists
  where not exists (select from track_search where track_search.artist_id = suggested_artists.artist_id);
end $$;

create function suggest_search_rows() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform suggest_songs(array(select distinct song from new_rows));
    perform suggest_artists(array(select distinct artist_id from new_rows));
  elsif tg_op = 'DELETE' then
    perform suggest_songs(array(select distinct song from old_rows));
    perform suggest_artists(array(select distinct artist_id from old_rows));
  else
    perform suggest_songs(changed.songs), suggest_artists(changed.artists)
    from (
      select array_agg(distinct song) as songs, array_agg(distinct artist_id) as artists
      from (
        select track_id, song, artist_id, popularity from new_rows
        except select track_id, song, artist_id, popularity from old_rows
        union all (
          select track_id, song, artist_id, popularity from old_rows
          except select track_id, song, artist_id, popularity from new_rows
        )
      ) differing
    ) changed
    where changed.songs is not null;
  end if;
  return null;
end $$;
create trigger listed_rows_are_suggested after insert on track_search
  referencing new table as new_rows for each statement execute function suggest_search_rows();
create trigger removed_rows_are_not_suggested after delete on track_search
  referencing old table as old_rows for each statement execute function suggest_search_rows();
create trigger changed_rows_are_suggested after update on track_search
  referencing old table as old_rows new table as new_rows for each statement execute function suggest_search_rows();

create function suggest_renamed_artist() returns trigger language plpgsql as $$
begin
  perform suggest_artists(array[new.id]);
  return null;
end $$;
create trigger renamed_artists_are_suggested after update of username, display_name on users
  for each row execute function suggest_renamed_artist();

select suggest_everything();

create index suggested_songs_title on suggested_songs (title text_pattern_ops) include (popularity, song, track_id);
create index suggested_songs_popularity on suggested_songs (popularity desc, song) include (title, track_id);
create index suggested_songs_words on suggested_songs using gin (words);
create index suggested_artists_words on suggested_artists using gin (words);
