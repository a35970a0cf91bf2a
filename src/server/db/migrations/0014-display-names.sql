-- The name of an artist that pages show; null means the username.

alter table users add column display_name text
  check (display_name = btrim(display_name) and length(display_name) between 1 and 60);
