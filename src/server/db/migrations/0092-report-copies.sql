-- The copies of the platform report that artists get. One is never changed: a correction is the copy with the next number.
create table platform_report_copies (
  id uuid primary key default gen_random_uuid(),
  artist_id uuid not null references users,
  year smallint not null check (year between 2000 and 2099),
  number smallint not null check (number > 0),
  -- The rows of platform_report_quarters as they were.
  figures jsonb not null,
  -- Who has made the report: the operator's name and address.
  operator jsonb not null,
  -- The artist's account at the card provider; null if there was none.
  provider_account_id text,
  made_at timestamptz not null,
  unique (artist_id, year, number)
);
create function refuse_changed_report_copy() returns trigger language plpgsql as $$
begin
  raise exception 'a copy of the platform report is never changed';
end $$;
create trigger platform_report_copies_stay before update or delete or truncate on platform_report_copies
  for each statement execute function refuse_changed_report_copy();
