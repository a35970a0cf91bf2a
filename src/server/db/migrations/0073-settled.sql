-- A refund that the card provider refuses waits for the bank's decision about a dispute. What was paid in another way is
-- settled: a refund by a lost dispute, and refunds and transfers by an operator. `settled_reference` names that payment.

alter table refunds
  drop constraint refunds_status_check,
  drop constraint refunds_have_been_made,
  drop constraint refunds_settled_ones_have_failed,
  add column settled_reference text check (length(settled_reference) between 1 and 100),
  add column attempted_at timestamptz;

-- Until now a row that had failed was marked by hand.
update refunds set status = 'settled', settled_reference = 'Not recorded' where settled_at is not null;

alter table refunds
  add constraint refunds_status_check check (
    status in ('waiting', 'pending', 'sent', 'disputed', 'failed', 'settled')
  ),
  add constraint refunds_have_been_made check (
    (status in ('waiting', 'disputed', 'failed', 'settled')) = (provider_id is null)
  ),
  add constraint refunds_are_settled_wholly check (
    (status = 'settled') = (settled_at is not null) and (status = 'settled') = (settled_reference is not null)
  );

alter table transfers
  drop constraint transfers_status_check,
  add column attempted_at timestamptz,
  add column settled_at timestamptz,
  add column settled_reference text check (length(settled_reference) between 1 and 100),
  add constraint transfers_status_check check (status in ('waiting', 'blocked', 'sent', 'failed', 'settled')),
  add constraint transfers_are_settled_wholly check (
    (status = 'settled') = (settled_at is not null) and (status = 'settled') = (settled_reference is not null)
  );

drop index refunds_failed;
create index refunds_failed on refunds (payment_id) where status = 'failed';

-- `disputed` is what a customer's bank takes back, `paid_outside` what is at the operator's own bank.
alter table ledger_entries
  drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check check (
    account in (
      'stripe_pending', 'stripe_fees', 'artist_payable', 'customer_payable', 'commission_held',
      'platform_commission', 'processing_fee', 'disputed', 'paid_outside'
    )
  );

with settled as (
  insert into ledger_transactions (fact, payment_id, booked_at)
  select 'refund_settled:' || id, payment_id, settled_at from refunds where status = 'settled'
  returning id, fact
), amounts as (
  select settled.id, refunds.amount_pence as pence
  from settled join refunds on settled.fact = 'refund_settled:' || refunds.id
)
insert into ledger_entries (transaction_id, account, amount_pence)
select id, 'customer_payable', pence from amounts
union all
select id, 'paid_outside', -pence from amounts;

-- An order whose money has gone back in another way is refunded like any other.
update orders set status = case when back.pence = orders.total_pence then 'refunded' else 'part_refunded' end
from (
  select payments.subject_id, sum(refunds.amount_pence) as pence
  from payments
  join refunds on refunds.payment_id = payments.id and refunds.status in ('sent', 'settled')
  where payments.subject_kind = 'order' and payments.stray_of is null
  group by payments.subject_id
) as back
where back.subject_id = orders.id and orders.status in ('paid', 'part_refunded');

-- As in migration 0058, but for what is settled, and what waits for the bank's decision.
create or replace function money_problems(at timestamptz)
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  -- Each transaction of the ledger sums to zero.
  select 'ledger_unbalanced', ledger_entries.transaction_id::text, null::uuid
  from ledger_entries
  group by ledger_entries.transaction_id
  having sum(ledger_entries.amount_pence) <> 0

  union all
  -- Held is what was paid for commissions that nobody has decided.
  select 'held_differs', coalesce(due.id, held.payment_id)::text, coalesce(due.payment_id, held.payment_id)
  from (
    select commissions.id, commissions.payment_id, commissions.customer_pence
    from commissions
    where commissions.status in ('in_progress', 'delivered')
  ) as due
  full join (
    select ledger_transactions.payment_id, -sum(ledger_entries.amount_pence) as pence
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where ledger_entries.account = 'commission_held'
    group by ledger_transactions.payment_id
  ) as held on held.payment_id = due.payment_id
  where coalesce(held.pence, 0) <> coalesce(due.customer_pence, 0)

  union all
  -- What is owed from a payment is at most what was paid, and is what the payment counts.
  select
    case when sent.pence + back.pence > payments.amount_pence then 'owed_more_than_paid' else 'owed_sums_differ' end,
    payments.id::text,
    payments.id
  from payments
  left join (
    select transfers.payment_id, sum(transfers.amount_pence) as pence from transfers group by transfers.payment_id
  ) as transferred on transferred.payment_id = payments.id
  left join (
    select refunds.payment_id, sum(refunds.amount_pence) as pence from refunds group by refunds.payment_id
  ) as refunded on refunded.payment_id = payments.id
  cross join lateral (select coalesce(transferred.pence, 0) as pence) as sent
  cross join lateral (select coalesce(refunded.pence, 0) as pence) as back
  where sent.pence + back.pence > payments.amount_pence
    or sent.pence <> payments.transferred_pence
    or back.pence <> payments.refunded_pence

  union all
  -- One transfer a commission, whichever of its payments that is of.
  select 'transferred_twice', counted.id::text, counted.payment_id
  from (
    select transfers.id, transfers.payment_id, count(*) over (partition by payments.subject_id) as live
    from transfers
    join payments on payments.id = transfers.payment_id
    where payments.subject_kind = 'commission'
  ) as counted
  where counted.live > 1

  union all
  -- One refund a payment of a commission; one that has failed does not count.
  select 'refunded_twice', counted.id::text, counted.payment_id
  from (
    select refunds.id, refunds.payment_id, count(*) over (partition by refunds.payment_id) as live
    from refunds
    join payments on payments.id = refunds.payment_id
    where payments.subject_kind = 'commission' and refunds.status <> 'failed'
  ) as counted
  where counted.live > 1

  union all
  -- Nothing is owed to an artist before the approval, or from another payment than the one that paid.
  select 'transfer_without_approval', transfers.id::text, transfers.payment_id
  from transfers
  join payments on payments.id = transfers.payment_id
  left join commissions
    on commissions.payment_id = payments.id
    and commissions.id = payments.subject_id
    and commissions.status in ('approved', 'cron_pending', 'completed')
  where payments.subject_kind = 'commission' and commissions.id is null

  union all
  -- What was paid for a commission that has ended, or that another payment has paid, has been on its way back since five
  -- minutes at most after both were known.
  select 'refund_missing', payments.id::text, payments.id
  from payments
  join commissions on commissions.id = payments.subject_id
  left join (
    select refunds.payment_id, sum(refunds.amount_pence) as pence
    from refunds
    where refunds.status in ('pending', 'sent', 'disputed', 'settled')
      or (refunds.status = 'waiting' and refunds.attempts > 0)
    group by refunds.payment_id
  ) as refunded on refunded.payment_id = payments.id
  where payments.subject_kind = 'commission'
    and payments.status = 'paid'
    and (
      commissions.status in ('cancelled', 'rejected_by_artist') or commissions.payment_id is distinct from payments.id
    )
    and greatest(payments.paid_at, commissions.ended_at) <= at - interval '5 minutes'
    and coalesce(refunded.pence, 0) <> payments.amount_pence

  union all
  -- The card provider keeps money for 90 days. In hours, because a day of the session's time zone can have 23 or 25.
  select 'held_too_long', commissions.id::text, commissions.payment_id
  from commissions
  where commissions.status in ('in_progress', 'delivered')
    and least(commissions.hold_until, commissions.paid_at + interval '2040 hours') <= at - interval '2 minutes'

  union all
  -- What is settled is owed no more.
  select 'settlement_unbooked', refunds.id::text, refunds.payment_id
  from refunds
  left join ledger_transactions on ledger_transactions.fact = 'refund_settled:' || refunds.id
  where refunds.status = 'settled' and ledger_transactions.id is null

  union all
  select 'settlement_unbooked', transfers.id::text, transfers.payment_id
  from transfers
  left join ledger_transactions on ledger_transactions.fact = 'transfer_settled:' || transfers.id
  where transfers.status = 'settled' and ledger_transactions.id is null
$$;
