-- The admins' list of tracks is searched by any part of a title or an original artist, also of withdrawn tracks, which the
-- catalogue's read model does not have.

create index tracks_song_search on tracks using gin (song gin_trgm_ops);
