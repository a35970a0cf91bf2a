-- What artists write about themselves: names of which no two look alike, and pictures.

-- Computed by the app, as those of usernames are (0007). Partial, so that a change of it does not lock out rows that refer
-- to the user.
alter table users add column display_name_key text;
create unique index users_display_name_key on users (display_name_key) where display_name_key is not null;

-- Finds the user of a stored picture.
create index users_avatar on users (avatar) where avatar is not null;
