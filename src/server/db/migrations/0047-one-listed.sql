-- What "listed" means, once: for the read model and for every query of tracks (tracks/listed-tracks.ts). PostgreSQL puts the
-- body in the place of the call, so indexes are used as before. A new condition also belongs to what the triggers watch:
-- `list_changed_tracks` for a column of tracks, `banned_artists_are_hidden` for one of users.
create function is_listed(withdrawn_at timestamptz, artist_banned boolean) returns boolean
language sql immutable parallel safe
return withdrawn_at is null and not artist_banned;

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
where is_listed(tracks.withdrawn_at, users.banned);
