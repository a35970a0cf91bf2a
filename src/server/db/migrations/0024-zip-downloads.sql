-- Who downloads everything they own as one ZIP, in any process.

create table zip_downloads (
  user_id uuid primary key references users on delete cascade,
  -- Of the one download: the end of another one deletes nothing.
  download_id uuid not null,
  -- Renewed while it lasts: that of a killed process ends by itself.
  held_until timestamptz not null
);
