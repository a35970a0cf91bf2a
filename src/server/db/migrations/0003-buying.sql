-- Carts, orders, rights, the provider's events, transfers to artists, and the ledger. All money is integer pence.

create table cart_items (
  customer_id uuid not null references users on delete cascade,
  track_id uuid not null references tracks on delete cascade,
  added_at timestamptz not null default clock_timestamp(),
  primary key (customer_id, track_id)
);

create table orders (
  id uuid primary key,
  customer_id uuid not null references users,
  status text not null default 'pending' check (
    status in ('pending', 'paid', 'part_refunded', 'refunded', 'disputed', 'failed', 'expired')
  ),
  total_pence integer not null check (total_pence >= 30),
  -- The lines and prices in one string, so that the same cart finds its own open order again.
  cart_hash text not null,
  checkout_session_id text unique,
  checkout_url text,
  payment_intent_id text unique,
  charge_id text unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When the provider was last asked, so that a waiting page does not ask it every second.
  asked_at timestamptz,
  paid_at timestamptz
);
-- At most one payable checkout a customer: two tabs cannot both be paid.
create unique index orders_one_pending on orders (customer_id) where status = 'pending';
create index orders_customer on orders (customer_id, created_at desc);

create table order_lines (
  id uuid primary key,
  order_id uuid not null references orders,
  track_id uuid not null references tracks,
  artist_id uuid not null references users,
  title text not null,
  artist_pence integer not null check (artist_pence >= 0),
  platform_fee_pence integer not null check (platform_fee_pence >= 0),
  processing_fee_pence integer not null check (processing_fee_pence >= 0),
  customer_pence integer not null,
  unique (order_id, track_id),
  check (customer_pence = artist_pence + platform_fee_pence + processing_fee_pence)
);

create table entitlements (
  user_id uuid not null references users,
  track_id uuid not null references tracks,
  order_line_id uuid not null unique references order_lines,
  granted_at timestamptz not null default now(),
  primary key (user_id, track_id)
);

create table downloads (
  id bigint generated always as identity primary key,
  user_id uuid not null references users,
  track_id uuid not null references tracks,
  downloaded_at timestamptz not null default now()
);
create index downloads_track on downloads (track_id);

-- The inbox: each event of the provider once, whatever it sends.
create table payment_events (
  id text primary key,
  type text not null,
  body jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);

create table payout_accounts (
  user_id uuid primary key references users,
  provider_account_id text not null unique,
  ready boolean not null default false,
  todo jsonb not null default '[]',
  created_at timestamptz not null default now(),
  checked_at timestamptz
);

-- The outbox of transfers: one an artist and order, whatever happens.
create table payouts (
  id uuid primary key,
  order_id uuid not null references orders,
  artist_id uuid not null references users,
  amount_pence integer not null check (amount_pence > 0),
  status text not null default 'waiting' check (status in ('waiting', 'blocked', 'sent', 'stuck')),
  -- Numbers the idempotency key: raised only after a definite refusal (see docs/decisions).
  attempt integer not null default 1,
  tries integer not null default 0,
  attempt_started_at timestamptz,
  transfer_id text unique,
  last_problem text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (order_id, artist_id),
  check ((status = 'sent') = (transfer_id is not null))
);
create index payouts_artist on payouts (artist_id, created_at desc);

create table mails (
  id uuid primary key,
  -- What the mail is about: the same thing is never told twice.
  about text not null unique,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create table job_workers (
  worker_id text primary key,
  connections text not null,
  noted_at timestamptz not null default now()
);
