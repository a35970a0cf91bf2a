-- Versions of a song are found by a key of their own (rules/tracks/songs.ts): 'Danny Boy (Lower Key)' is a version of 'Danny
-- Boy'. The column `song` stays what searches and suggestions read: title and original artist in plain words.

-- Null until the job name_songs has computed it: only the code can.
alter table tracks add column song_key text;
create index tracks_without_song_key on tracks (id) where song_key is null;

alter table track_search add column song_key uuid;
alter table track_search disable trigger user;
update track_search set song_key = song;
alter table track_search enable trigger user;
alter table track_search alter column song_key set not null;
create index track_search_song_key on track_search (song_key, popularity desc, created_at desc, track_id desc);

create or replace view listed_tracks as
select
  tracks.id as track_id,
  tracks.artist_id,
  md5(tracks.song)::uuid as song,
  coalesce(track_statistics.popularity, 0) as popularity,
  tracks.created_at,
  coalesce(tracks.rating_rank, 0) as rating,
  tracks.price_pence,
  tracks.facets,
  array_to_tsvector(string_to_array(tracks.search_text, ' ')) as words,
  md5(coalesce(tracks.song_key, tracks.song))::uuid as song_key
from tracks
join users on users.id = tracks.artist_id
left join track_statistics on track_statistics.track_id = tracks.id
where tracks.withdrawn_at is null and not users.banned;

create or replace function sync_track_search(ids uuid[]) returns void language plpgsql as $$
begin
  perform from users where id in (select artist_id from tracks where id = any(ids)) order by id for share;
  perform from track_search where track_id = any(ids) order by track_id for no key update;
  delete from track_search
  where track_id = any(ids) and track_id not in (select track_id from listed_tracks where track_id = any(ids));
  insert into track_search select * from listed_tracks where track_id = any(ids) order by track_id
  on conflict (track_id) do update set
    artist_id = excluded.artist_id, song = excluded.song, popularity = excluded.popularity,
    created_at = excluded.created_at, rating = excluded.rating, price_pence = excluded.price_pence,
    facets = excluded.facets, words = excluded.words, song_key = excluded.song_key
  where (
    track_search.artist_id, track_search.song, track_search.popularity, track_search.created_at, track_search.rating,
    track_search.price_pence, track_search.facets, track_search.words, track_search.song_key
  ) is distinct from (
    excluded.artist_id, excluded.song, excluded.popularity, excluded.created_at, excluded.rating,
    excluded.price_pence, excluded.facets, excluded.words, excluded.song_key
  );
end $$;

create or replace function list_changed_tracks() returns trigger language plpgsql as $$
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
        new_rows.search_text, new_rows.withdrawn_at, new_rows.song_key
      ) is distinct from (
        old_rows.artist_id, old_rows.song, old_rows.created_at, old_rows.price_pence, old_rows.facets,
        old_rows.search_text, old_rows.withdrawn_at, old_rows.song_key
      )
    ) changed
    where changed.ids is not null;
  end if;
  return null;
end $$;
