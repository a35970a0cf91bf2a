-- Payouts from artists' accounts at the card provider to their banks, and when the provider makes them.

alter table payment_accounts
  -- As it was set at the provider, or found there, last (rules/payments/payout-schedule.ts).
  add column payout_schedule text check (length(payout_schedule) between 1 and 20),
  -- When the schedule and the payouts were last compared with the provider.
  add column compared_at timestamptz,
  -- What has arrived on the account cannot be paid to the bank that the artist has entered.
  add column bank_unusable boolean not null default false;
create index payment_accounts_compared on payment_accounts (compared_at nulls first);

create table bank_payouts (
  -- The provider's.
  id text primary key,
  artist_id uuid not null references users,
  -- Negative: a negative balance was paid from the bank.
  amount_pence integer not null check (amount_pence <> 0),
  status text not null default 'on_its_way' check (status in ('on_its_way', 'paid', 'failed', 'returned', 'cancelled')),
  -- In the provider's words.
  failure_code text,
  created_at timestamptz not null,
  -- When it is, or was, expected at the bank.
  arrives_at timestamptz not null,
  -- When the app has learned that it failed, was returned or cancelled.
  ended_at timestamptz,
  -- Null until the provider has said what it contains.
  parts_read_at timestamptz,
  constraint bank_payouts_have_ended check (
    (status in ('failed', 'returned', 'cancelled')) = (ended_at is not null)
  )
);
create index bank_payouts_of_artist on bank_payouts (artist_id, created_at desc, id desc);

-- What a payout has taken to the bank. Each balance transaction of an account is part of one payout.
create table bank_payout_parts (
  balance_transaction_id text primary key,
  payout_id text not null references bank_payouts,
  pence integer not null,
  -- In the provider's words.
  type text not null,
  transfer_id uuid references transfers,
  -- A payout that came back before, and whose money is in this one.
  returned_payout_id text references bank_payouts
);
create index bank_payout_parts_of_payout on bank_payout_parts (payout_id);
create index bank_payout_parts_of_transfer on bank_payout_parts (transfer_id);
