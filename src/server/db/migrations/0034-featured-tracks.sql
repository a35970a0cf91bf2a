-- Tracks that admins put at the head of the home page's list, the latest first. How many there may be is in
-- rules/tracks/featured-tracks.ts.

create table featured_tracks (
  track_id uuid primary key references tracks on delete cascade,
  featured_at timestamptz not null default now()
);
