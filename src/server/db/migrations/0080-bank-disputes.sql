-- A customer disputes a card payment at the bank: what the card provider says of it, and what we have answered.

create table bank_disputes (
  id uuid primary key,
  payment_id uuid not null references payments,
  provider_id text not null unique,
  status text not null check (status in ('inquiry', 'open', 'answered', 'lost', 'won', 'closed')),
  -- The customer's, as the card provider names it.
  reason text not null,
  amount_pence integer not null check (amount_pence > 0),
  opened_at timestamptz not null,
  -- Without evidence until then the bank decides for the customer.
  answer_by timestamptz,
  -- As an admin has edited it; null while it is put together anew each time.
  evidence jsonb,
  -- The evidence is with the bank.
  answered_at timestamptz,
  decided_at timestamptz,
  -- What the platform bears of a lost one is booked; it waits while the money of its commission is held.
  lost_pence integer check (lost_pence >= 0),
  constraint bank_disputes_are_decided_once check ((status in ('lost', 'won', 'closed')) = (decided_at is not null)),
  constraint bank_disputes_lose_what_was_lost check (lost_pence is null or status in ('lost', 'won'))
);
create index bank_disputes_payment on bank_disputes (payment_id);
create index bank_disputes_undecided on bank_disputes (answer_by) where status in ('inquiry', 'open', 'answered');

alter table commissions
  drop constraint commissions_frozen_by_check,
  add constraint commissions_frozen_by_check check (frozen_by in ('ban', 'admin', 'late_change', 'bank_dispute'));
