-- What the ledger says of an artist's month, on paper: made once, numbered without gaps, and never changed.

-- The months that have ended, in order; and up to which booking their lines are collected.
create table statement_months (
  month date primary key check (extract(day from month) = 1),
  collected_until timestamp with time zone not null,
  finished_at timestamp with time zone
);

-- The opening of each is the closing of the one before: the database refuses anything else.
create table statements (
  id uuid primary key,
  artist_id uuid not null references users (id),
  number integer not null check (number > 0),
  previous_number integer generated always as (nullif(number - 1, 0)) stored,
  month date not null references statement_months (month),
  artist_name text not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  opening_owed_pence integer not null,
  opening_owing_pence integer not null,
  closing_owed_pence integer not null,
  closing_owing_pence integer not null,
  line_count integer not null check (line_count >= 0),
  made_at timestamp with time zone not null,
  constraint statements_are_numbered unique (artist_id, number),
  constraint statements_of_a_month unique (artist_id, month),
  constraint statements_begin_with_nothing
    check (number > 1 or (opening_owed_pence = 0 and opening_owing_pence = 0)),
  constraint statements_cover_a_time check (from_at < until_at),
  constraint statements_close
    unique (artist_id, number, until_at, closing_owed_pence, closing_owing_pence),
  constraint statements_go_on
    foreign key (artist_id, previous_number, from_at, opening_owed_pence, opening_owing_pence)
    references statements (artist_id, number, until_at, closing_owed_pence, closing_owing_pence)
);

-- A line for each booking of the month that moved something of the artist's. What it adds to what is owed to the artist, and to
-- what the artist owes.
create table statement_lines (
  month date not null references statement_months (month),
  artist_id uuid not null references users (id),
  ledger_transaction_id bigint not null references ledger_transactions (id),
  payment_id uuid references payments (id),
  kind text not null check (kind in (
    'sale', 'refund', 'dispute', 'dispute_won', 'owed_again', 'netting', 'transfer', 'reversal', 'debt_closed',
    'debt_opened_again', 'found_reversal', 'explained_reversal'
  )),
  titles text[] not null,
  reference text,
  booked_at timestamp with time zone not null,
  occurred_at timestamp with time zone not null,
  corrects_number integer,
  owed_pence integer not null,
  owing_pence integer not null,
  primary key (month, artist_id, ledger_transaction_id),
  constraint statement_lines_move_something check (owed_pence <> 0 or owing_pence <> 0),
  constraint statement_lines_correct_a_statement
    foreign key (artist_id, corrects_number) references statements (artist_id, number)
);
create index statement_lines_of_sale on statement_lines (payment_id, artist_id) where kind = 'sale';
create index statement_lines_correcting on statement_lines (artist_id, corrects_number)
  where corrects_number is not null;

-- What has arrived at the artist's bank, and what has come back from there: each on one statement.
create table statement_bank_payouts (
  bank_payout_id text not null references bank_payouts (id),
  is_return boolean not null,
  statement_id uuid not null references statements (id) deferrable initially deferred,
  pence integer not null,
  occurred_at timestamp with time zone not null,
  primary key (bank_payout_id, is_return)
);
create index statement_bank_payouts_of_statement on statement_bank_payouts (statement_id);

create function refuse_statement_change() returns trigger language plpgsql as $$
begin
  raise exception 'a statement is never changed';
end $$;
create trigger statements_stay before update or delete or truncate on statements
  for each statement execute function refuse_statement_change();
create trigger statement_lines_stay before update or delete or truncate on statement_lines
  for each statement execute function refuse_statement_change();
create trigger statement_bank_payouts_stay before update or delete or truncate on statement_bank_payouts
  for each statement execute function refuse_statement_change();

-- Nothing is added to one that is made. Its lines and payouts are written first.
create function refuse_late_statement_line() returns trigger language plpgsql as $$
begin
  if exists (select from statements where artist_id = new.artist_id and month = new.month) then
    raise exception 'the statement of % is made', new.month;
  end if;
  return new;
end $$;
create trigger statement_lines_come_first before insert on statement_lines
  for each row execute function refuse_late_statement_line();

create function refuse_late_statement_payout() returns trigger language plpgsql as $$
begin
  if exists (select from statements where id = new.statement_id) then
    raise exception 'the statement % is made', new.statement_id;
  end if;
  return new;
end $$;
create trigger statement_bank_payouts_come_first before insert on statement_bank_payouts
  for each row execute function refuse_late_statement_payout();

-- What must never be: a statement of a finished month since then differs from the ledger, or from its own lines. As each
-- opening is the closing before, the closing of the latest one is then all that the ledger has of its artist.
create function statement_problems(since date default '-infinity')
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  with finished as (
    select max(statement_months.month) as month from statement_months where statement_months.finished_at is not null
  ),
  stated as (
    select
      statements.artist_id,
      statements.month,
      statements.closing_owed_pence - statements.opening_owed_pence as owed,
      statements.closing_owing_pence - statements.opening_owing_pence as owing
    from statements
    cross join finished
    where statements.month between since and finished.month
  ),
  booked as (
    select
      ledger_entries.artist_id,
      date_trunc('month', ledger_transactions.booked_at at time zone 'Europe/London')::date as month,
      -coalesce(sum(ledger_entries.amount_pence) filter (where ledger_entries.account = 'artist_payable'), 0) as owed,
      coalesce(sum(ledger_entries.amount_pence) filter (where ledger_entries.account = 'artist_receivable'), 0) as owing
    from ledger_transactions
    join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
    cross join finished
    where ledger_transactions.booked_at >= since::timestamp at time zone 'Europe/London'
      and ledger_transactions.booked_at < (finished.month + interval '1 month') at time zone 'Europe/London'
      and ledger_entries.artist_id is not null
    group by 1, 2
  ),
  listed as (
    select statement_lines.artist_id, statement_lines.month, sum(statement_lines.owed_pence) as owed,
      sum(statement_lines.owing_pence) as owing
    from statement_lines
    cross join finished
    where statement_lines.month between since and finished.month
    group by 1, 2
  )
  select 'statement_differs', coalesce(stated.artist_id, booked.artist_id) || ' ' || coalesce(stated.month, booked.month),
    null::uuid
  from stated
  full join booked on (booked.artist_id, booked.month) = (stated.artist_id, stated.month)
  where coalesce(stated.owed, 0) <> coalesce(booked.owed, 0)
    or coalesce(stated.owing, 0) <> coalesce(booked.owing, 0)

  union all
  select 'statement_lines_differ', coalesce(stated.artist_id, listed.artist_id) || ' ' || coalesce(stated.month, listed.month),
    null::uuid
  from stated
  full join listed on (listed.artist_id, listed.month) = (stated.artist_id, stated.month)
  where coalesce(stated.owed, 0) <> coalesce(listed.owed, 0)
    or coalesce(stated.owing, 0) <> coalesce(listed.owing, 0)
$$;

-- As in migration 0085, and what this job finds.
alter table found_problems drop constraint found_problems_found_by_check;
alter table found_problems add constraint found_problems_found_by_check check (found_by in (
  'check_invariants', 'compare_with_provider', 'compare_counters', 'close_ledger_days', 'reconcile_days',
  'make_statements'
));
