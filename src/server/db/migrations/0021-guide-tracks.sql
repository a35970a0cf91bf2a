-- A guide track that is stored elsewhere. No form fills it: an operator or an import does.

alter table tracks
  add column guide_track_url text check (guide_track_url ~ '^https?://' and length(guide_track_url) <= 500);
