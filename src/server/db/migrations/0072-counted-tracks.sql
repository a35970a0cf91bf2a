-- The tracks of an artist and their ratings are counted in the index: each of ten thousand rows would be read for it.
create index tracks_counted on tracks (artist_id) include (withdrawn_at, rating_count, rating_sum);
