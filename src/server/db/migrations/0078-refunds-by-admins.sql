-- An admin gives back what was sold: a line of an order or a commission, wholly or in part, and more than once.

alter table refunds
  -- What of it the artist loses; the platform bears the rest.
  add column artist_pence integer not null default 0,
  drop constraint refunds_cause_check,
  add constraint refunds_cause_check check (
    cause in ('owned', 'unavailable', 'paid_twice', 'given_back', 'commission_cancelled', 'commission_part', 'commission_closed')
  ),
  add constraint refunds_take_at_most_their_amount check (artist_pence between 0 and amount_pence),
  add constraint refunds_take_what_was_earned check (artist_pence = 0 or cause = 'given_back'),
  drop constraint refunds_order_line_id_key;
-- What was never sold goes back once.
create unique index refunds_of_line on refunds (order_line_id) where cause <> 'given_back';
create index refunds_given_back on refunds (order_line_id) where cause = 'given_back';
drop index refunds_without_line;
create unique index refunds_without_line on refunds (payment_id)
  where order_line_id is null and status <> 'failed' and cause <> 'given_back';

alter table payments
  -- What artists lose by refunds of it.
  add column taken_back_pence integer not null default 0 check (taken_back_pence >= 0),
  drop constraint payments_owe_at_most_what_was_paid,
  add constraint payments_owe_at_most_what_was_paid check (
    transferred_pence + refunded_pence <= amount_pence + taken_back_pence
  ),
  add constraint payments_give_back_at_most_what_was_paid check (refunded_pence <= amount_pence);

-- What must be true of money, of commissions and of sales, as before: now with what is given back.
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
    case when sent.pence + back.pence > payments.amount_pence + back.taken_pence then 'owed_more_than_paid' else 'owed_sums_differ' end,
    payments.id::text,
    payments.id
  from payments
  left join (
    select transfers.payment_id, sum(transfers.amount_pence) as pence
    from transfers
    where not transfers.is_again
    group by transfers.payment_id
  ) as transferred on transferred.payment_id = payments.id
  left join (
    select refunds.payment_id, sum(refunds.amount_pence) as pence, sum(refunds.artist_pence) as taken_pence
    from refunds
    group by refunds.payment_id
  ) as refunded on refunded.payment_id = payments.id
  cross join lateral (select coalesce(transferred.pence, 0) as pence) as sent
  cross join lateral (
    select coalesce(refunded.pence, 0) as pence, coalesce(refunded.taken_pence, 0) as taken_pence
  ) as back
  where sent.pence + back.pence > payments.amount_pence + back.taken_pence
    or sent.pence <> payments.transferred_pence
    or back.pence <> payments.refunded_pence
    or back.taken_pence <> payments.taken_back_pence

  union all
  -- One transfer a commission, whichever of its payments that is of.
  select 'transferred_twice', counted.id::text, counted.payment_id
  from (
    select transfers.id, transfers.payment_id, count(*) over (partition by payments.subject_id) as live
    from transfers
    join payments on payments.id = transfers.payment_id
    where payments.subject_kind = 'commission' and not transfers.is_again
  ) as counted
  where counted.live > 1

  union all
  -- One refund a payment of a commission; one that has failed, or that an admin gives back later, does not count.
  select 'refunded_twice', counted.id::text, counted.payment_id
  from (
    select refunds.id, refunds.payment_id, count(*) over (partition by refunds.payment_id) as live
    from refunds
    join payments on payments.id = refunds.payment_id
    where payments.subject_kind = 'commission' and refunds.status <> 'failed' and refunds.cause <> 'given_back'
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

create or replace function commission_problems(at timestamptz, preparation interval DEFAULT '00:10:00'::interval)
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  -- The recording is the customer's from the approval on, until all that was paid for it has been given back.
  select 'owned_differs', commissions.id::text, commissions.payment_id
  from commissions
  left join commission_entitlements on commission_entitlements.commission_id = commissions.id
  left join sales on sales.commission_id = commissions.id
  where (commissions.status in ('approved', 'cron_pending', 'completed') and sales.status is distinct from 'returned')
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

create or replace function sale_problems()
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  -- Earned and transferred, by payment and artist, in the month of the booking; less what the artist has lost by refunds.
  select 'sale_differs', coalesce(sold.payment_id, booked.payment_id)::text, coalesce(sold.payment_id, booked.payment_id)
  from (
    select
      sales.payment_id,
      sales.artist_id,
      sales.month,
      sum(sales.artist_pence) as earned,
      coalesce(sum(sales.artist_pence) filter (where sales.status = 'transferred'), 0) as transferred
    from sales
    where sales.status in ('owed', 'transferred')
    group by sales.payment_id, sales.artist_id, sales.month
  ) as sold
  full join (
    select
      ledger_transactions.payment_id,
      ledger_entries.artist_id,
      min(date_trunc('month', ledger_transactions.booked_at at time zone 'Europe/London')::date)
        filter (where ledger_entries.account = 'artist_payable' and ledger_entries.amount_pence < 0) as month,
      -sum(
        case when ledger_entries.account = 'artist_receivable' then ledger_entries.amount_pence
          else least(ledger_entries.amount_pence, 0) end
      ) as earned,
      greatest(
        0,
        sum(
          case when ledger_entries.account = 'artist_receivable' then -ledger_entries.amount_pence
            else greatest(ledger_entries.amount_pence, 0) end
        )
      ) as transferred
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where ledger_entries.account = 'artist_payable'
      or (ledger_entries.account = 'artist_receivable' and ledger_transactions.fact like 'sale_given_back:%')
    group by ledger_transactions.payment_id, ledger_entries.artist_id
  ) as booked on (booked.payment_id, booked.artist_id, booked.month) = (sold.payment_id, sold.artist_id, sold.month)
  where coalesce(sold.earned, 0) <> coalesce(booked.earned, 0)
    or coalesce(sold.transferred, 0) <> coalesce(booked.transferred, 0)

  union all
  select 'held_sale_differs', coalesce(sold.payment_id, held.payment_id)::text, coalesce(sold.payment_id, held.payment_id)
  from (
    select sales.payment_id, sales.customer_pence as pence from sales where sales.status = 'held'
  ) as sold
  full join (
    select ledger_transactions.payment_id, -sum(ledger_entries.amount_pence) as pence
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where ledger_entries.account = 'commission_held'
    group by ledger_transactions.payment_id
    having sum(ledger_entries.amount_pence) <> 0
  ) as held on held.payment_id = sold.payment_id
  where sold.pence is distinct from held.pence

  union all
  -- Nobody's money is wrong, so no payment is named.
  select 'sale_sums_differ', coalesce(counted.artist_id, stored.artist_id)::text, null::uuid
  from (
    select
      sales.artist_id, sales.month, sales.kind, sales.status,
      row (
        count(*), sum(sales.customer_pence), sum(sales.platform_fee_pence), sum(sales.processing_fee_pence),
        sum(sales.artist_pence), sum(sales.refunded_pence)
      )::text as sums
    from sales
    group by sales.artist_id, sales.month, sales.kind, sales.status
  ) as counted
  full join (
    select
      sale_sums.artist_id, sale_sums.month, sale_sums.kind, sale_sums.status,
      row (
        sale_sums.sales, sale_sums.customer_pence, sale_sums.platform_fee_pence, sale_sums.processing_fee_pence,
        sale_sums.artist_pence, sale_sums.refunded_pence
      )::text as sums
    from sale_sums
    where sale_sums.sales <> 0
  ) as stored using (artist_id, month, kind, status)
  where counted.sums is distinct from stored.sums
$$;
