-- The recording sounds like another key, and the artist stands by the written one (rules/music/measured-key.ts).
alter table tracks add column key_stated boolean not null default false;
