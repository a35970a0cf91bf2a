-- As before (0019); the event of a rating also names the artist, whose page shows what all ratings come to.
create or replace function change_ratings(ids uuid[], counts bigint[], sums bigint[]) returns void language plpgsql as $$
begin
  perform from tracks where id = any(ids) order by id for no key update;
  perform from track_search where track_id = any(ids) order by track_id for no key update;
  update tracks
  set rating_count = rating_count + change.count, rating_sum = rating_sum + change.sum
  from unnest(ids, counts, sums) as change (track_id, count, sum)
  where tracks.id = change.track_id;
  update track_search set rating = coalesce(tracks.rating_rank, 0)
  from tracks
  where tracks.id = any(ids) and track_search.track_id = tracks.id
    and track_search.rating <> coalesce(tracks.rating_rank, 0);
  perform pg_notify(
    'site_events', json_build_object('name', 'ratingsChanged', 'trackId', id, 'artistId', artist_id)::text
  )
  from tracks where id = any(ids);
end $$;
