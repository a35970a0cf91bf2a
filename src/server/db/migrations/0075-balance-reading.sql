-- How far the balance transactions of the card provider are read: a run that was interrupted goes on with its next page.

create table balance_reading (
  -- One row.
  is_only boolean primary key default true check (is_only),
  -- Everything before it has been read.
  read_until timestamptz,
  -- Of a run that has not ended.
  started_at timestamptz,
  next_page text,
  check (next_page is null or started_at is not null)
);

-- What has moved on the balance for a reason that the app does not know: an admin assigns it to an account.
create table unexplained_transactions (
  id uuid primary key default gen_random_uuid(),
  balance_transaction_id text not null unique references balance_transactions,
  found_at timestamptz not null,
  -- By an admin. Null if the app has learned later what it was.
  assigned_to text check (
    assigned_to in (
      'in_transit_to_bank', 'paid_outside', 'stripe_fees', 'account_fees', 'dispute_fees', 'losses', 'vat',
      'platform_commission', 'processing_fee'
    )
  ),
  explained_at timestamptz,
  check (assigned_to is null or explained_at is not null)
);
create index unexplained_transactions_open on unexplained_transactions (found_at, id) where explained_at is null;

-- Each day (UTC) that has ended is closed: the hash of its transactions, and of the day before, shows any later change.
create table ledger_days (
  day date primary key,
  transactions integer not null,
  hash bytea not null check (length(hash) = 32),
  closed_at timestamptz not null
);
create trigger ledger_days_stay before update or delete or truncate on ledger_days
  for each statement execute function refuse_ledger_change();
create index ledger_transactions_booked on ledger_transactions (booked_at);

create function refuse_closed_day() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_days where day >= (new.booked_at at time zone 'UTC')::date) then
    raise exception 'the ledger is closed for %', (new.booked_at at time zone 'UTC')::date;
  end if;
  return new;
end $$;
create trigger ledger_transactions_in_open_days before insert on ledger_transactions
  for each row execute function refuse_closed_day();

-- Each transaction is a line of JSON, hashed onto the line before; the day is hashed onto `previous`.
create function hash_ledger_day(of_day date, previous bytea, out transactions integer, out hash bytea)
language plpgsql stable as $$
declare
  line text;
begin
  transactions := 0;
  hash := '';
  for line in
    select
      jsonb_build_array(
        booked.id,
        booked.fact,
        booked.payment_id,
        to_char(booked.booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
        (
          select jsonb_agg(jsonb_build_array(entry.account, entry.artist_id, entry.amount_pence) order by entry.id)
          from ledger_entries as entry
          where entry.transaction_id = booked.id
        )
      )::text
    from ledger_transactions as booked
    where booked.booked_at >= of_day::timestamp at time zone 'UTC'
      and booked.booked_at < (of_day + 1)::timestamp at time zone 'UTC'
    order by booked.id
  loop
    transactions := transactions + 1;
    hash := sha256(hash || convert_to(line, 'UTF8'));
  end loop;
  hash := sha256(previous || hash);
end $$;

-- Whether the transactions of a closed day, or its hash, are not what they were: one row then. It reads the day.
create function ledger_day_problems(of_day date)
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  select 'ledger_changed', closed.day::text, null::uuid
  from ledger_days as closed
  left join ledger_days as day_before on day_before.day = closed.day - 1
  cross join lateral hash_ledger_day(closed.day, coalesce(day_before.hash, '')) as now
  where closed.day = of_day
    and (closed.hash <> now.hash or closed.transactions <> now.transactions)
$$;

alter table found_problems
  drop constraint found_problems_found_by_check,
  add constraint found_problems_found_by_check check (
    found_by in ('check_invariants', 'compare_with_provider', 'compare_counters', 'close_ledger_days')
  );
