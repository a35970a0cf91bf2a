-- After a lost bank dispute nothing of a payment may be left: then what it has bought is the customer's no more, also the
-- recording of a commission.

alter table bank_disputes add column is_whole boolean not null default false;

update bank_disputes set is_whole = true
from payments
where payments.id = bank_disputes.payment_id
  and bank_disputes.status = 'lost'
  and bank_disputes.amount_pence + (
    select coalesce(sum(refunds.amount_pence), 0) from refunds
    where refunds.payment_id = payments.id and refunds.status in ('pending', 'sent')
  ) >= payments.amount_pence;

alter table bank_disputes add constraint bank_disputes_are_lost_wholly
  check (not is_whole or status in ('lost', 'won'));

delete from commission_entitlements
using commissions, bank_disputes
where commissions.id = commission_entitlements.commission_id
  and bank_disputes.payment_id = commissions.payment_id
  and bank_disputes.status = 'lost'
  and bank_disputes.is_whole;

-- Of the recording, what the owner has been sent to play since the whole was sent last: 1 is all of it.
alter table entitlements add column sent_share real not null default 0;

-- As in migration 0078, but for that.
create or replace function commission_problems(at timestamptz, preparation interval DEFAULT '00:10:00'::interval)
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  -- The recording is the customer's from the approval on, until all that was paid for it has been given back, or lost by a
  -- bank dispute.
  select 'owned_differs', commissions.id::text, commissions.payment_id
  from commissions
  left join commission_entitlements on commission_entitlements.commission_id = commissions.id
  left join sales on sales.commission_id = commissions.id
  where (
      commissions.status in ('approved', 'cron_pending', 'completed')
      and sales.status is distinct from 'returned'
      and not exists (
        select from bank_disputes
        where bank_disputes.payment_id = commissions.payment_id and bank_disputes.status = 'lost' and bank_disputes.is_whole
      )
    )
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
