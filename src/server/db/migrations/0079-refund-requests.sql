-- A customer asks for the money of a bought track back, and an admin decides.

create table refund_requests (
  id uuid primary key default gen_random_uuid(),
  -- One request a line, also after it was declined.
  order_line_id uuid not null unique references order_lines,
  customer_id uuid not null references users,
  reason text not null check (
    reason in ('will_not_play', 'not_as_described', 'wrong_key', 'bought_twice', 'changed_mind')
  ),
  -- The customer's own words.
  words text check (length(words) between 1 and 1000),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined')),
  requested_at timestamptz not null,
  decided_at timestamptz,
  -- What the customer was told.
  answer text,
  refund_id uuid unique references refunds,
  constraint refund_requests_are_decided check (
    (status = 'open') = (decided_at is null) and (status = 'open') = (answer is null)
  ),
  constraint refund_requests_are_given_back check ((status = 'accepted') = (refund_id is not null))
);
create index refund_requests_open on refund_requests (requested_at, id) where status = 'open';
create index refund_requests_of_customer on refund_requests (customer_id);

-- What an owner has heard: how often the recording was begun, and sent to its end.
alter table entitlements
  add column plays integer not null default 0 check (plays >= 0),
  add column whole_plays integer not null default 0 check (whole_plays >= 0);

-- The list of refunds that are not made.
create index refunds_unmade on refunds (created_at, id) where status not in ('sent', 'settled');
