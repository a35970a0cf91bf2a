-- Money belongs to a payment, and a payment to its subject: an order today. What is owed from it, the refunds of it and
-- its entries in the ledger name the payment, not the order.

create table payments (
  id uuid primary key,
  subject_kind text not null check (subject_kind in ('order')),
  -- The id in the subject's own table.
  subject_id uuid not null,
  customer_id uuid not null references users,
  amount_pence integer not null check (amount_pence >= 30),
  status text not null default 'open' check (status in ('open', 'paid', 'expired', 'failed')),
  checkout_session_id text unique,
  checkout_url text,
  payment_intent_id text unique,
  charge_id text unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When the provider was last asked, so that a waiting page does not ask it every second.
  checked_at timestamptz,
  paid_at timestamptz,
  unique (subject_kind, subject_id)
);
create index payments_open on payments (created_at) where status = 'open';

-- The payment of an order that is here already takes the order's id: the provider knows it by that, in the reference of
-- its checkout and in the idempotency key. The columns that name the order so far then name the payment, without a change
-- to any row; the ledger refuses changes.
insert into payments (
  id, subject_kind, subject_id, customer_id, amount_pence, status, checkout_session_id, checkout_url,
  payment_intent_id, charge_id, created_at, expires_at, checked_at, paid_at
)
select
  id, 'order', id, customer_id, total_pence,
  case status when 'pending' then 'open' when 'expired' then 'expired' when 'failed' then 'failed' else 'paid' end,
  checkout_session_id, checkout_url, payment_intent_id, charge_id, created_at, expires_at, asked_at, paid_at
from orders;

alter table orders
  drop column checkout_session_id,
  drop column checkout_url,
  drop column payment_intent_id,
  drop column charge_id,
  drop column expires_at,
  drop column asked_at,
  drop column paid_at;

alter table ledger_transactions rename column order_id to payment_id;
alter table ledger_transactions drop constraint ledger_transactions_order_id_fkey;
alter table ledger_transactions add foreign key (payment_id) references payments;
alter index ledger_transactions_order rename to ledger_transactions_payment;

-- A commission grants a track, and may give money back, without an order line.
alter table entitlements alter column order_line_id drop not null;
alter table refunds alter column order_line_id drop not null;

-- The outbox of transfers: one a payment and artist. A payout is the provider's movement from an account to its bank.
alter table payouts rename to transfers;
alter table transfers rename column order_id to payment_id;
alter table transfers rename column attempt to key_number;
alter table transfers rename column attempt_started_at to key_used_at;
alter table transfers rename column tries to attempts;
alter table transfers rename column transfer_id to provider_id;
alter table transfers drop constraint payouts_order_id_fkey;
alter table transfers drop constraint payouts_status_check;
update transfers set status = 'failed' where status = 'stuck';
alter table transfers
  add foreign key (payment_id) references payments,
  add check (status in ('waiting', 'blocked', 'sent', 'failed'));
alter table transfers rename constraint payouts_pkey to transfers_pkey;
alter table transfers rename constraint payouts_order_id_artist_id_key to transfers_payment_id_artist_id_key;
alter table transfers rename constraint payouts_transfer_id_key to transfers_provider_id_key;
alter table transfers rename constraint payouts_artist_id_fkey to transfers_artist_id_fkey;
alter table transfers rename constraint payouts_amount_pence_check to transfers_amount_pence_check;
alter table transfers rename constraint payouts_check to transfers_have_been_sent;
alter index payouts_artist rename to transfers_artist;

alter table refunds rename column order_id to payment_id;
alter table refunds rename column attempt to key_number;
alter table refunds rename column attempt_started_at to key_used_at;
alter table refunds rename column tries to attempts;
alter table refunds rename column refund_id to provider_id;
alter table refunds drop constraint refunds_order_id_fkey;
alter table refunds drop constraint refunds_status_check;
alter table refunds drop constraint refunds_have_been_made;
update refunds set status = 'failed' where status = 'stuck';
alter table refunds
  add foreign key (payment_id) references payments,
  add check (status in ('waiting', 'pending', 'sent', 'failed')),
  add constraint refunds_have_been_made check ((status in ('waiting', 'failed')) = (provider_id is null)),
  -- The provider's refusals, as for transfers: they say how long the next pause is.
  add column refusals integer not null default 0;
update refunds set refusals = attempts where status = 'waiting';
alter table refunds rename constraint refunds_refund_id_key to refunds_provider_id_key;
alter index refunds_order rename to refunds_payment;

-- An artist's account at the provider.
alter table payout_accounts rename to payment_accounts;
alter table payment_accounts rename column ready to payouts_enabled;
alter table payment_accounts rename constraint payout_accounts_pkey to payment_accounts_pkey;
alter table payment_accounts
  rename constraint payout_accounts_provider_account_id_key to payment_accounts_provider_account_id_key;
alter table payment_accounts rename constraint payout_accounts_user_id_fkey to payment_accounts_user_id_fkey;
