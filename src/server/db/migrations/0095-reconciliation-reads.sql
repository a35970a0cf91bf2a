-- A comparison with the card provider reads several parts of a list at once, each of a time of its own. One that has not ended
-- begins again.
delete from reconciliation_runs;
alter table reconciliation_runs drop column list, drop column is_read, drop column next_page;

create table reconciliation_reads (
  run_id bigint not null references reconciliation_runs on delete cascade,
  -- Which of them there are, the code says.
  list text not null,
  since timestamptz not null,
  until timestamptz not null check (until > since),
  -- Null before the first page.
  next_page text,
  is_read boolean not null default false,
  primary key (run_id, list, since)
);
