-- Payouts of the platform to its own bank, which admins order, and what an admin reads of the balance.

create table platform_payouts (
  id uuid primary key default gen_random_uuid(),
  -- Negative: a negative balance was paid from the bank, which the provider does by itself.
  amount_pence integer not null check (amount_pence <> 0),
  status text not null default 'waiting' check (
    status in ('waiting', 'on_its_way', 'paid', 'returned', 'refused')
  ),
  -- Null: it was made at the provider.
  ordered_by uuid references users,
  key_number integer not null default 1,
  key_used_at timestamptz,
  attempts integer not null default 0,
  attempted_at timestamptz,
  refusals integer not null default 0,
  due_at timestamptz not null default now(),
  provider_id text unique,
  last_problem text,
  created_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  constraint platform_payouts_have_been_made check (
    (status in ('waiting', 'refused')) = (provider_id is null)
  )
);
-- The next one is ordered when it is known what has become of the one before.
create unique index platform_payouts_waiting on platform_payouts ((true)) where status = 'waiting';
create index platform_payouts_latest on platform_payouts (created_at desc, id desc);

-- What the card provider does not keep for ever.
create index transfers_unsent on transfers (payment_id) where status in ('waiting', 'blocked', 'failed');

-- The sums of each closed day's transactions, by account: what an account has is these and what was booked since.
create table ledger_day_sums (
  day date not null references ledger_days,
  account text not null,
  pence bigint not null,
  primary key (day, account)
);
insert into ledger_day_sums (day, account, pence)
select ledger_days.day, ledger_entries.account, sum(ledger_entries.amount_pence)
from ledger_days
join ledger_transactions
  on ledger_transactions.booked_at >= ledger_days.day::timestamp at time zone 'UTC'
  and ledger_transactions.booked_at < (ledger_days.day + 1)::timestamp at time zone 'UTC'
join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
group by ledger_days.day, ledger_entries.account;
create trigger ledger_day_sums_stay before update or delete or truncate on ledger_day_sums
  for each statement execute function refuse_ledger_change();

-- What the platform has of an artist's sales of a month, and what the card provider has taken for them: written again by a
-- nightly job while either can change.
create table artist_months (
  artist_id uuid not null references users,
  -- The first day of the month.
  month date not null,
  sales integer not null,
  -- Platform and processing fees.
  fee_pence integer not null,
  -- The artist's part of what was taken for the payments.
  card_fee_pence integer not null,
  -- The artist's part of what was taken for accounts.
  account_fee_pence integer not null,
  primary key (artist_id, month)
);
create index artist_months_month on artist_months (month);
