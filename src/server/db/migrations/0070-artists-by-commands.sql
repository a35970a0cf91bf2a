-- Commands make, name and count the rows of artists (accounts/artist-row.ts, counters/artist-counters.ts), and the list of
-- artists is read from the table itself, by PostgreSQL's own estimate, like that of the tracks (decision 0063).

drop trigger new_users_are_kept_as_artists on users;
drop trigger users_are_kept_as_artists on users;
drop trigger new_artists_are_counted on artists;
drop trigger changed_artists_are_counted_again on artists;
drop trigger removed_artists_are_counted_out on artists;
drop trigger new_artists_are_named on artists;
drop trigger changed_artists_are_named on artists;
drop trigger new_artists_are_spelled on artists;
drop trigger renamed_artists_are_spelled on artists;
drop trigger follows_are_counted_in on follows;
drop trigger follows_are_counted_out on follows;
drop trigger tracks_are_counted_in on tracks;
drop trigger tracks_are_counted_out on tracks;
drop trigger tracks_are_counted_again on tracks;
drop function keep_new_artists, keep_artist, make_artists, count_changed_artists, count_artists, artist_count,
  commissions_step, keep_artist_names, spell_artist_words, spell_renamed_artists, count_tracks_of_artists;
drop table artist_counts, artist_words, artist_names;
drop function typed_forms, spelling_forms, shortened, with_beginnings;

-- How a rating sorts: as if five more singers had given four stars, and below every rating without one.
create function rating_rank(rating_count integer, rating_sum integer) returns real
  language sql immutable parallel safe
  return case when rating_count = 0 then 0 else (rating_sum + 20)::real / (rating_count + 5) end;

create or replace view listable_tracks as
select
  tracks.id,
  tracks.artist_id,
  md5(coalesce(tracks.song_key, tracks.song))::uuid as song,
  md5(split_part(tracks.song, ' / ', 1))::uuid as title,
  coalesce(track_statistics.popularity, 0) as popularity,
  tracks.created_at,
  rating_rank(tracks.rating_count, tracks.rating_sum) as rating,
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
alter table tracks drop column rating_rank;

create or replace function change_ratings(ids uuid[], counts bigint[], sums bigint[]) returns void language plpgsql as $$
begin
  perform from tracks where id = any(ids) order by id for no key update;
  perform from listed_tracks where id = any(ids) order by id for no key update;
  update tracks
  set rating_count = rating_count + change.count, rating_sum = rating_sum + change.sum
  from unnest(ids, counts, sums) as change (track_id, count, sum)
  where tracks.id = change.track_id;
  update listed_tracks set rating = rating_rank(rating_count, rating_sum)
  from tracks
  where tracks.id = any(ids) and listed_tracks.id = tracks.id
    and listed_tracks.rating <> rating_rank(rating_count, rating_sum);
  perform from artists
  where artist_id in (select artist_id from tracks where id = any(ids))
  order by artist_id for no key update;
  update artists
  set rating_count = rating_count + changed.count, rating_sum = rating_sum + changed.sum
  from (
    select tracks.artist_id, sum(change.count) as count, sum(change.sum) as sum
    from unnest(ids, counts, sums) as change (track_id, count, sum)
    join tracks on tracks.id = change.track_id
    group by tracks.artist_id
  ) changed
  where artists.artist_id = changed.artist_id;
  perform pg_notify(
    'site_events', json_build_object('name', 'ratingsChanged', 'trackId', id, 'artistId', artist_id)::text
  )
  from tracks where id = any(ids);
end $$;

-- Of the shown name and the username: by them the suggestions of a search find the artist, and not by the instrument.
alter table artists add column name_words tsvector;
update artists set name_words = words_vector(plain_words(concat_ws(' ', display_name, username)))
from users where users.id = artist_id;
alter table artists
  alter column name_words set not null,
  -- Its index goes with it.
  drop column rating_rank,
  add column rating_rank real not null generated always as (rating_rank(rating_count, rating_sum)) stored;
create index artists_rating on artists (rating_rank desc, artist_id desc)
  include (last_online_on, takes_commissions, commissions) where is_listed;
-- Without a list of pending entries, which a search would have to read.
create index artists_words on artists using gin (words) with (fastupdate = off) where is_listed;
-- Of so many words PostgreSQL keeps the frequency: with more, each plan takes longer.
alter table artists alter column words set statistics 250;
alter table artists set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);

-- The names are those of the artist's row.
create or replace function suggest(changed uuid[]) returns void language plpgsql as $$
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
  select 'artist', artist_id, name, popularity, name_words from artists
  -- Read once: the tracks are not looked up again for each artist.
  where artist_id = any(array(select distinct artist_id from listed_tracks where id = any(changed)))
    and not exists (select from suggestions where kind = 'artist' and suggestions.id = artist_id)
  order by artist_id
  on conflict do nothing;
end $$;
drop function words_of_artist;

-- Words of artists stand beside those of tracks, each with how many of its kind have it, about.
alter table words rename column tracks to uses;
alter table words
  add column kind text not null default 'track' check (kind in ('track', 'artist')),
  drop constraint words_pkey,
  add primary key (kind, word);
alter table words alter column kind drop default;
insert into words (kind, word, uses)
select 'artist', word, ndoc from ts_stat('select words from artists where is_listed') order by word collate "C";
create or replace function list_tracks(changed uuid[]) returns void language plpgsql as $$
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

  insert into words (kind, word, uses)
  select distinct 'track', word collate "C", 1 from listed_tracks, unnest(tsvector_to_array(words)) as word
  where id = any(changed) order by 2
  on conflict do nothing;
  perform suggest(changed);
end $$;

-- Which run has found a problem renews it.
alter table found_problems add column found_by text;
update found_problems set found_by = case
  when kind like '%_not_at_provider' or kind in ('charge_without_payment', 'transfer_without_row', 'refund_without_row')
    then 'compare_with_provider'
  else 'check_invariants'
end;
alter table found_problems
  alter column found_by set not null,
  add check (found_by in ('check_invariants', 'compare_with_provider', 'compare_counters'));

-- Plans are chosen by these.
analyze artists, words;
