-- What was claimed of a track that a report took down, in the words of the admin who upheld it: the artist reads them, and
-- never the report itself, which may name its sender. Decisions from before have none.

alter table flags add column claim text check (length(claim) between 1 and 500);

-- A search of artists finds them by their instrument, too: its words stand beside those of the names.
create function words_of_artist(display_name text, username text, instrument text) returns tsvector
  language sql immutable parallel safe as $$
  select words_vector(plain_words(concat_ws(' ', display_name, username, instrument)))
$$;

create or replace function make_artists(users users[]) returns void language sql as $$
  insert into artists (
    artist_id, tracks, rating_count, rating_sum, popularity, joined_at, name, words, is_listed
  )
  select users.id, coalesce(own.tracks, 0), coalesce(own.ratings, 0), coalesce(own.stars, 0),
    coalesce(suggested_artists.popularity, 0), users.created_at, plain_words(coalesce(display_name, username)),
    words_of_artist(display_name, username, null), not banned
  from unnest(users) as users
  left join lateral (
    select count(*) filter (where withdrawn_at is null) as tracks, sum(rating_count) as ratings, sum(rating_sum) as stars
    from tracks where tracks.artist_id = users.id
  ) own on true
  left join suggested_artists on suggested_artists.artist_id = users.id
  order by users.id
  on conflict do nothing
$$;

create or replace function keep_artist() returns trigger language plpgsql as $$
declare
  new_name constant text := plain_words(coalesce(new.display_name, new.username));
begin
  if new.role = 'artist' then
    perform make_artists(array[new]);
  end if;
  update artists
  set name = new_name, words = words_of_artist(new.display_name, new.username, instrument), is_listed = not new.banned
  where artist_id = new.id
    and (name, words, is_listed) is distinct from
      (new_name, words_of_artist(new.display_name, new.username, instrument), not new.banned);
  return null;
end $$;

update artists set words = words_of_artist(display_name, username, instrument)
from users where users.id = artist_id and instrument is not null;
-- The planner knows how many artists a word finds only from this.
analyze artist_names;
