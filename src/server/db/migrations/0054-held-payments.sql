-- Payments of commissions: several of one commission, one after the other, whose money is held until a release or a refund.

alter table payments
  drop constraint payments_subject_kind_check,
  drop constraint payments_subject_kind_subject_id_key,
  drop constraint payments_status_check,
  add constraint payments_subject_kind_check check (subject_kind in ('order', 'commission')),
  add constraint payments_status_check check (status in ('open', 'confirming', 'paid', 'expired', 'failed')),
  -- What of its subject it is for.
  add column purpose text not null default 'price'
    constraint payments_purpose_check check (purpose in ('price')),
  -- The payment that the provider has a second checkout of: what came in by this one is given back.
  add column stray_of uuid references payments,
  -- What is owed from it so far, sent or not: each command that owes a transfer or a refund adds to these.
  add column transferred_pence integer not null default 0 check (transferred_pence >= 0),
  add column refunded_pence integer not null default 0 check (refunded_pence >= 0);
update payments
set transferred_pence = (select coalesce(sum(amount_pence), 0) from transfers where payment_id = payments.id),
    refunded_pence = (select coalesce(sum(amount_pence), 0) from refunds where payment_id = payments.id);
alter table payments
  add constraint payments_owe_at_most_what_was_paid check (transferred_pence + refunded_pence <= amount_pence);
-- An order has one payment; of another subject, one is open at a time.
create unique index payments_of_order on payments (subject_id) where subject_kind = 'order' and stray_of is null;
create unique index payments_open_of_subject on payments (subject_kind, subject_id) where status = 'open';
create index payments_subject on payments (subject_kind, subject_id);
create index payments_stray on payments (stray_of) where stray_of is not null;
drop index payments_open;
create index payments_unfinished on payments (created_at) where status in ('open', 'confirming');

alter table refunds
  drop constraint refunds_cause_check,
  add constraint refunds_cause_check check (
    cause in ('owned', 'unavailable', 'commission_cancelled', 'commission_part', 'commission_closed', 'paid_twice')
  );
-- What is not of an order's line is one refund of its payment; one that was returned for good does not count.
create unique index refunds_without_line on refunds (payment_id) where order_line_id is null and status <> 'failed';

-- Paid, and earned by nobody yet. Only what is owed to an artist names an artist (ledger_entries_check).
alter table ledger_entries
  drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check check (
    account in (
      'stripe_pending', 'stripe_fees', 'artist_payable', 'customer_payable', 'commission_held', 'platform_commission',
      'processing_fee'
    )
  );

-- A receipt is of a payment, whatever that is for.
alter table receipts add column payment_id uuid references payments;
update receipts
set payment_id = payments.id
from payments
where subject_kind = 'order' and subject_id = order_id;
alter table receipts
  drop constraint receipts_pkey,
  drop column order_id,
  add primary key (payment_id);
