-- What must be true of money and of commissions at any time, as functions of that time: each row is one thing that is not.
-- `payment_id` is the payment that it is about. A job runs them (server/invariants), and the tests do.

-- A refund that has failed at the card provider, and was paid by the operator in another way.
alter table refunds
  add column settled_at timestamptz,
  add constraint refunds_settled_ones_have_failed check (settled_at is null or status = 'failed');

create function money_problems(at timestamptz)
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
    where refunds.status in ('pending', 'sent')
      or (refunds.status = 'waiting' and refunds.attempts > 0)
      or refunds.settled_at is not null
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
$$;

-- The table of rules/commissions/step-table.ts, with the rows of the timeline that are no steps: one row for each status
-- that a step starts from, and for each actor.
create function timeline_steps()
returns table (step text, actor text, from_status text, to_status text) language sql immutable as $$
  values
    ('request', 'customer', null, 'pending_artist'),
    ('accept', 'artist', 'pending_artist', 'requested'),
    ('reject', 'artist', 'pending_artist', 'rejected_by_artist'),
    ('withdraw', 'customer', 'pending_artist', 'cancelled'),
    ('withdraw', 'customer', 'requested', 'cancelled'),
    ('artistWithdraw', 'artist', 'requested', 'cancelled'),
    ('lapse', 'system', 'pending_artist', 'cancelled'),
    ('expire', 'system', 'requested', 'cancelled'),
    ('banParty', 'system', 'pending_artist', 'cancelled'),
    ('banParty', 'system', 'requested', 'cancelled'),
    ('checkOut', 'customer', 'requested', 'requested'),
    ('confirm', 'provider', 'requested', 'accepted'),
    ('fail', 'provider', 'accepted', 'requested'),
    ('failLate', 'provider', 'accepted', 'cancelled'),
    ('failBanned', 'provider', 'accepted', 'cancelled'),
    ('pay', 'provider', 'requested', 'in_progress'),
    ('pay', 'provider', 'accepted', 'in_progress'),
    ('upload', 'artist', 'in_progress', 'in_progress'),
    ('deliver', 'artist', 'in_progress', 'delivered'),
    ('requestChanges', 'customer', 'delivered', 'in_progress'),
    ('approve', 'customer', 'delivered', 'approved'),
    ('approveSilently', 'system', 'delivered', 'approved'),
    ('dispute', 'customer', 'delivered', 'delivered'),
    ('answerDispute', 'artist', 'delivered', 'delivered'),
    ('endDispute', 'customer', 'delivered', 'delivered'),
    ('giveUp', 'artist', 'in_progress', 'cancelled'),
    ('cancelOverdue', 'customer', 'in_progress', 'cancelled'),
    ('endUnfinished', 'system', 'in_progress', 'cancelled'),
    ('decideApproval', 'admin', 'in_progress', 'approved'),
    ('decideApproval', 'admin', 'delivered', 'approved'),
    ('decideRevision', 'admin', 'delivered', 'in_progress'),
    ('decideRefund', 'admin', 'in_progress', 'cancelled'),
    ('decideRefund', 'admin', 'delivered', 'cancelled'),
    ('holdTooLong', 'system', 'in_progress', 'cancelled'),
    ('holdTooLong', 'system', 'delivered', 'cancelled'),
    ('postpone', 'system', 'approved', 'cron_pending'),
    ('complete', 'system', 'approved', 'completed'),
    ('complete', 'system', 'cron_pending', 'completed'),
    ('freeze', 'admin', 'accepted', 'accepted'),
    ('freeze', 'admin', 'in_progress', 'in_progress'),
    ('freeze', 'admin', 'delivered', 'delivered'),
    ('freeze', 'system', 'accepted', 'accepted'),
    ('freeze', 'system', 'in_progress', 'in_progress'),
    ('freeze', 'system', 'delivered', 'delivered'),
    ('thaw', 'admin', 'accepted', 'accepted'),
    ('thaw', 'admin', 'in_progress', 'in_progress'),
    ('thaw', 'admin', 'delivered', 'delivered'),
    ('thaw', 'system', 'accepted', 'accepted'),
    ('thaw', 'system', 'in_progress', 'in_progress'),
    ('thaw', 'system', 'delivered', 'delivered')
$$;

-- `preparation` is how long a recording that is being prepared keeps a commission as it is.
create function commission_problems(at timestamptz, preparation interval default '10 minutes')
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  -- The recording is the customer's from the approval on.
  select 'owned_differs', commissions.id::text, commissions.payment_id
  from commissions
  left join commission_entitlements on commission_entitlements.commission_id = commissions.id
  where (commissions.status in ('approved', 'cron_pending', 'completed'))
    <> (commission_entitlements.commission_id is not null)

  union all
  select 'revisions_exceeded', commissions.id::text, commissions.payment_id
  from commissions
  where commissions.revision_count > commissions.max_revisions

  union all
  -- The timeline begins with the request and leads to the status, each row from where the one before it led.
  select 'timeline_differs', commissions.id::text, commissions.payment_id
  from commissions
  left join (
    select
      step.commission_id,
      bool_or(step.is_broken or timeline_steps.step is null) as is_broken,
      max(step.to_status) filter (where step.is_last) as leads_to
    from (
      select
        commission_steps.*,
        commission_steps.from_status is distinct from lag(commission_steps.to_status) over steps as is_broken,
        lead(commission_steps.id) over steps is null as is_last
      from commission_steps
      window steps as (partition by commission_steps.commission_id order by commission_steps.id)
    ) as step
    left join timeline_steps() on timeline_steps.step = step.step
      and timeline_steps.actor = step.actor
      and coalesce(timeline_steps.from_status, '') = coalesce(step.from_status, '')
      and timeline_steps.to_status = step.to_status
    group by step.commission_id
  ) as timeline on timeline.commission_id = commissions.id
  where timeline.is_broken is distinct from false or timeline.leads_to <> commissions.status

  union all
  -- A job takes the step within a minute. Nobody's money is wrong meanwhile, so no payment is named.
  select 'deadline_late', commissions.id::text, null::uuid
  from commissions
  where commissions.frozen_at is null
    and case commissions.status
      when 'pending_artist' then commissions.answer_by
      when 'requested' then commissions.pay_by
      when 'in_progress' then commissions.end_at
      when 'delivered' then commissions.approve_at
    end <= at - interval '2 minutes'
    and not exists (
      select from commission_deliveries
      where commission_deliveries.commission_id = commissions.id
        and commission_deliveries.status = 'preparing'
        and commission_deliveries.arrived_at > at - preparation
    )
    and not exists (
      select from commission_disputes
      where commission_disputes.commission_id = commissions.id and commission_disputes.status <> 'resolved'
    )
$$;

-- What the last run has found. A row stops the transfers of its payment until a run does not find it any more; an
-- unbalanced ledger stops all.
create table found_problems (
  kind text not null,
  subject text not null,
  payment_id uuid references payments,
  found_at timestamptz not null,
  primary key (kind, subject)
);
create index found_problems_payment on found_problems (payment_id);
