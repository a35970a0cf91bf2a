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
