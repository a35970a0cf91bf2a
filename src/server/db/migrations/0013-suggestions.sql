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

-- What a word and its misspellings have in common: the beginning without one letter, in longer words without two, and the
-- sound. Of two words with so few typos between them one form is the same, so that an index finds the one by the other.
create function spelling_forms(word text) returns text[] language sql immutable parallel safe as $$
  with start as (select left(word, 7) as letters, generate_series(1, length(left(word, 7))) as first)
  select array(
    select left(word, 7)
    union select overlay(letters placing '' from first for 1) from start
    union
    select overlay(overlay(letters placing '' from second for 1) placing '' from first for 1)
    from start, generate_series(first + 1, length(letters)) as second
    where length(word) >= 5
    union select '~' || search_sound(word) where length(word) >= 4
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

-- A song with a listed track, and its most popular one, whose title is suggested.
create table suggested_songs (
  song uuid primary key,
  track_id uuid not null,
  -- In plain words.
  title text not null,
  words tsvector not null,
  popularity double precision not null
);
-- Plain words of an artist's names; popular are all listed tracks together.
create table suggested_artists (
  artist_id uuid primary key,
  name text not null,
  words tsvector not null,
  popularity double precision not null
);

-- As rules/search-words.ts: of letters that are not Latin only the common marks are removed.
create function plain_words(text text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(
    regexp_replace(
      lower(regexp_replace(normalize(replace(text, '´', ''), nfkd), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]', '', 'g')),
      '[''’‘`ʼʻ′]', '', 'g'
    ),
    '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2010-\u205e]+', ' ', 'g'
  ))
$$;

create function tsvector_of_words(text text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(string_to_array(text, ' '), ''))
$$;

create view listed_songs as
select song, first.track_id, split_part(tracks.song, ' / ', 1) as title, popularity
from (select distinct song as listed from track_search) songs
cross join lateral (
  select song, track_id, popularity from track_search
  where song = listed order by popularity desc, created_at desc, track_id desc limit 1
) first
join tracks on tracks.id = first.track_id;
