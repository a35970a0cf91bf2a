-- The form of a username that no other account may share, whatever its case or alphabet. JavaScript computes it
-- (rules/username.ts); the start fills it for accounts that have none yet (accounts/username-keys.ts). Of two older
-- accounts with one key the younger one stays without.

alter table users add column username_key text;
create unique index users_username_key on users (username_key);
