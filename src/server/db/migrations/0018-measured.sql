-- What a recording sounds like: its key and tempo, measured by the preparation of an upload. The artist's own words stay
-- as they are.

alter table tracks
  -- As measured_key_confidence (0 to 1) says; null where there is none to be heard.
  add column measured_key text,
  add column measured_key_confidence real,
  -- Null unless it is clear.
  add column tempo_bpm real check (tempo_bpm > 0),
  -- Null for tracks from before: a job measures them.
  add column music_measured_at timestamptz;
create index tracks_unmeasured on tracks (created_at) where music_measured_at is null;
