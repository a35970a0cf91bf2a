-- The comparison of each night also reads what state the card provider's objects are in, and what artists' accounts have paid
-- to their banks. One that has not ended begins again.
delete from reconciliation_runs;

-- In the app's words; null where nothing is compared with it.
alter table provider_records add column state text;

-- Of artists' accounts, in the order of the provider's ids, those up to this one are read.
alter table reconciliation_runs add column accounts_until text;

-- What could not be compared: its part of the list is read again, and the days are not closed before.
create table reconciliation_failures (
  run_id bigint not null references reconciliation_runs on delete cascade,
  list text not null,
  since timestamptz not null,
  -- The provider's id of the object, or of the artist's account.
  subject text not null,
  primary key (run_id, list, since, subject)
);
