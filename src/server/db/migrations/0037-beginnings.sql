-- The last word of every search may be unfinished. To find a beginning, the index read all tracks of all words with it and
-- sorted them: 7 ms for 'sea', of 75 words among a million tracks. Now a beginning is looked up like a word.

-- '^se' and '^sea' beside 'sea': the lengths are those of words/words-query.ts. Names of facets begin with '#'.
create function with_beginnings(words tsvector) returns tsvector language plpgsql immutable parallel safe
  -- Where few rows are left, it is still cheaper to read the index.
  cost 1000 as $$
declare
  lexemes text[] := tsvector_to_array(words);
  lexeme text;
begin
  foreach lexeme in array tsvector_to_array(words) loop
    if left(lexeme, 1) <> '#' then
      for letters in 2 .. least(length(lexeme), 7) loop
        lexemes := lexemes || ('^' || left(lexeme, letters));
      end loop;
    end if;
  end loop;
  return array_to_tsvector(lexemes);
end $$;

-- The index of a million tracks is larger than the usual memory for making one.
set local maintenance_work_mem = '256MB';
drop index track_search_words;
create index track_search_words on track_search using gin (with_beginnings(words)) with (fastupdate = off);
drop index artist_names_words;
create index artist_names_words on artist_names using gin (with_beginnings(words)) with (fastupdate = off);
-- The planner knows how many rows a lexeme finds only from these.
analyze track_search, artist_names;
