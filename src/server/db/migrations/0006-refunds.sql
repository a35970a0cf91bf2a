-- Money to give back: a paid line that granted nothing, because its track was owned already.

create table refunds (
  id uuid primary key,
  order_id uuid not null references orders,
  -- A line is given back once, whatever happens.
  order_line_id uuid not null unique references order_lines,
  amount_pence integer not null check (amount_pence > 0),
  status text not null default 'waiting' check (status in ('waiting', 'sent')),
  -- Numbers the idempotency key, as with payouts.
  attempt integer not null default 1,
  tries integer not null default 0,
  attempt_started_at timestamptz,
  due_at timestamptz not null default now(),
  refund_id text unique,
  last_problem text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  check ((status = 'sent') = (refund_id is not null))
);
create index refunds_order on refunds (order_id);

alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (
  account in (
    'stripe_pending', 'stripe_fees', 'artist_payable', 'customer_payable', 'platform_commission', 'processing_fee'
  )
);
