-- Each day (UTC) is compared with the card provider and closed: what its balance was before and after, what moved it, and
-- what differs.

-- The day in whose sums it is counted, from the closing of that day on. One that is read later is counted on a later day.
alter table balance_transactions add column counted_on date;
create index balance_transactions_uncounted on balance_transactions (created_at) where counted_on is null;
create index balance_transactions_counted on balance_transactions (counted_on, id) where counted_on is not null;
create index balance_transactions_created on balance_transactions (created_at);
create index balance_transactions_late on balance_transactions (counted_on, created_at)
  where counted_on > (created_at at time zone 'UTC')::date;

create function refuse_counted_change() returns trigger language plpgsql as $$
begin
  raise exception 'the balance transaction % is counted on a day', old.id;
end $$;
create trigger balance_transactions_stay
  before update of id, type, amount_pence, fee_pence, source_id, created_at, ledger_transaction_id, counted_on
  on balance_transactions
  for each row when (old.counted_on is not null) execute function refuse_counted_change();
create trigger balance_transactions_are_kept before delete on balance_transactions
  for each row when (old.counted_on is not null) execute function refuse_counted_change();

-- `hash` is that of the day's balance transactions, of its sums, and of the day before.
create table reconciled_days (
  day date primary key references ledger_days,
  opening_pence bigint not null,
  closing_pence bigint not null,
  transactions integer not null,
  hash bytea not null check (length(hash) = 32),
  closed_at timestamptz not null
);
create table reconciled_sums (
  day date not null references reconciled_days,
  -- In the card provider's words.
  type text not null,
  transactions integer not null check (transactions > 0),
  amount_pence bigint not null,
  fee_pence bigint not null,
  primary key (day, type)
);
create trigger reconciled_days_stay before update or delete or truncate on reconciled_days
  for each statement execute function refuse_ledger_change();
create trigger reconciled_sums_stay before update or delete or truncate on reconciled_sums
  for each statement execute function refuse_ledger_change();

-- Each balance transaction is a line of JSON, hashed onto the line before; the day is hashed onto `previous`.
create function hash_reconciled_day(
  of_day date, opening bigint, previous bytea, out transactions integer, out closing bigint, out hash bytea
) language plpgsql stable as $$
declare
  moved record;
begin
  transactions := 0;
  closing := opening;
  hash := '';
  for moved in
    select id, type, amount_pence, fee_pence, source_id, created_at, ledger_transaction_id
    from balance_transactions
    where counted_on = of_day
    order by id
  loop
    transactions := transactions + 1;
    closing := closing + moved.amount_pence - moved.fee_pence;
    hash := sha256(hash || convert_to(jsonb_build_array(
      moved.id,
      moved.type,
      moved.amount_pence,
      moved.fee_pence,
      moved.source_id,
      to_char(moved.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      moved.ledger_transaction_id
    )::text, 'UTF8'));
  end loop;
  hash := sha256(
    previous || hash || convert_to(jsonb_build_array(of_day, opening, closing, transactions)::text, 'UTF8')
  );
end $$;

-- Whether the balance transactions of a closed day, its sums or its hash are not what they were: one row then.
create function reconciled_day_problems(of_day date)
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  select 'day_changed', closed.day::text, null::uuid
  from reconciled_days as closed
  left join reconciled_days as day_before on day_before.day = closed.day - 1
  cross join lateral hash_reconciled_day(
    closed.day, coalesce(day_before.closing_pence, 0), coalesce(day_before.hash, '')
  ) as now
  where closed.day = of_day
    and (
      (closed.hash, closed.transactions, closed.opening_pence, closed.closing_pence)
        <> (now.hash, now.transactions, coalesce(day_before.closing_pence, 0), now.closing)
      or closed.closing_pence - closed.opening_pence <> (
        select coalesce(sum(amount_pence - fee_pence), 0) from reconciled_sums where reconciled_sums.day = closed.day
      )
    )
$$;

-- What differs between the card provider, our rows and the ledger. A row is only ever dealt with.
create table reconciliation_differences (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- The id of our row or of the provider's object.
  subject text not null,
  payment_id uuid references payments,
  -- The day in whose closing it was found.
  day date not null,
  -- Null where that side does not have it, or where it is no amount.
  ours_pence bigint,
  theirs_pence bigint,
  -- When its money has moved; null where every run looks at it.
  occurred_at timestamptz,
  found_at timestamptz not null,
  -- The latest run that has found it.
  last_run_id bigint not null,
  status text not null default 'open' check (status in ('open', 'explained', 'mended')),
  -- The admin who takes care of it.
  owner_id uuid,
  -- Why it is right as it is, or how it was mended; null where a later run found it no more.
  reason text check (length(reason) between 1 and 1000),
  ended_at timestamptz,
  check ((status = 'open') = (ended_at is null)),
  check (status <> 'explained' or reason is not null)
);
create unique index reconciliation_differences_open on reconciliation_differences (kind, subject)
  where status = 'open';
create index reconciliation_differences_found on reconciliation_differences (found_at, id) where status = 'open';
create index reconciliation_differences_day on reconciliation_differences (day, found_at);
create index reconciliation_differences_explained on reconciliation_differences (kind, subject)
  where status = 'explained';

create function refuse_difference_change() returns trigger language plpgsql as $$
begin
  raise exception 'a difference is kept as it was found';
end $$;
create trigger reconciliation_differences_stay before delete or truncate on reconciliation_differences
  for each statement execute function refuse_difference_change();
create trigger reconciliation_differences_are_as_found
  before update of id, kind, subject, payment_id, day, ours_pence, theirs_pence, occurred_at, found_at
  on reconciliation_differences
  for each statement execute function refuse_difference_change();
create trigger reconciliation_differences_end_once before update on reconciliation_differences
  for each row when (old.status <> 'open') execute function refuse_difference_change();

-- A comparison that has not ended: what it has read so far, and where it goes on.
create table reconciliation_runs (
  id bigint generated always as identity primary key,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  -- Of days that are closed already.
  is_repeat boolean not null,
  -- The list that is being read, and its next page: which of them there are, the code says.
  list text not null,
  is_read boolean not null default false,
  next_page text,
  started_at timestamptz not null
);
create unique index reconciliation_runs_daily on reconciliation_runs (is_repeat) where not is_repeat;
create table provider_records (
  run_id bigint not null,
  list text not null,
  id text not null,
  amount_pence bigint not null,
  fee_pence bigint not null,
  made_at timestamptz not null,
  primary key (run_id, list, id)
);
