-- What must not be of the ledger is looked for in parts of some days, so that each statement ends in time however much there is.
-- Its sums are those of the closed days, and what was booked since.

drop function ledger_problems(date, bigint, bigint);
alter table verified_ledger drop column available_pence, drop column counted_pence;

-- What is wrong with what was booked after a day and until another: without the one from the beginning, without the other to
-- the end. Also with what a later balance transaction than of the verified day has named of before.
create function ledger_problems(after date default null, until date default null, verified date default null)
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  with booked as materialized (
    select id, fact, payment_id
    from ledger_transactions
    where booked_at >= coalesce((after + 1)::timestamp at time zone 'UTC', '-infinity')
      and booked_at < coalesce((until + 1)::timestamp at time zone 'UTC', 'infinity')
    union
    select ledger_transactions.id, ledger_transactions.fact, ledger_transactions.payment_id
    from balance_transactions
    join ledger_transactions on ledger_transactions.id = balance_transactions.ledger_transaction_id
    where (balance_transactions.counted_on is null or balance_transactions.counted_on > verified)
      and ledger_transactions.booked_at < (verified + 1)::timestamp at time zone 'UTC'
  ), moved as materialized (
    select
      booked.id,
      booked.fact,
      booked.payment_id,
      sum(ledger_entries.amount_pence) as pence,
      coalesce(
        sum(ledger_entries.amount_pence) filter (where ledger_entries.account in ('stripe_pending', 'stripe_available')), 0
      ) as provider_pence
    from booked
    left join ledger_entries on ledger_entries.transaction_id = booked.id
    group by booked.id, booked.fact, booked.payment_id
  )
  -- Each transaction of the ledger sums to zero.
  select 'ledger_unbalanced', moved.id::text, null::uuid from moved where moved.pence <> 0

  union all
  -- What is booked of a balance transaction is what it has moved. Before these were named, the fee of a card payment had a
  -- transaction of its own.
  select 'balance_differs', read.id, moved.payment_id
  from moved
  join balance_transactions as read on read.ledger_transaction_id = moved.id
  cross join lateral (
    select coalesce(sum(ledger_entries.amount_pence), 0) as pence
    from ledger_transactions
    join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
    where moved.fact like 'paid:%'
      and ledger_transactions.fact = 'fee:' || moved.payment_id
      and ledger_entries.account in ('stripe_pending', 'stripe_available')
  ) as fee
  where moved.provider_pence + fee.pence <> read.amount_pence - read.fee_pence

  union all
  -- Money at the card provider is moved by balance transactions only.
  select 'balance_unnamed', moved.id::text, moved.payment_id
  from moved
  where moved.provider_pence <> 0
    and moved.fact not like all (array['paid:%', 'fee:%', 'transfer:%', 'refund:%', 'refund_returned:%'])
    and not exists (
      select from balance_transactions where balance_transactions.ledger_transaction_id = moved.id
    )
$$;

-- What is wrong with the sums of its accounts at the card provider.
create function ledger_sum_problems()
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  -- Available is what was counted or read, less what is not available yet.
  select 'available_differs', 'stripe_available', null::uuid
  from (
    select sum(part.pence) as pence
    from (
      select ledger_day_sums.pence from ledger_day_sums where ledger_day_sums.account = 'stripe_available'
      union all
      select ledger_entries.amount_pence
      from ledger_transactions
      join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
      where ledger_entries.account = 'stripe_available'
        and ledger_transactions.booked_at >= coalesce(
          (select (max(ledger_days.day) + 1)::timestamp at time zone 'UTC' from ledger_days), '-infinity'
        )
    ) as part
  ) as available
  cross join (
    select sum(part.pence) as pence
    from (
      select reconciled_sums.amount_pence - reconciled_sums.fee_pence as pence from reconciled_sums
      union all
      select balance_transactions.amount_pence - balance_transactions.fee_pence
      from balance_transactions
      where balance_transactions.counted_on is null
      union all
      -- Of a day whose closing was interrupted.
      select balance_transactions.amount_pence - balance_transactions.fee_pence
      from balance_transactions
      where balance_transactions.counted_on > coalesce((select max(reconciled_days.day) from reconciled_days), '-infinity')
    ) as part
  ) as counted
  cross join (
    select sum(balance_transactions.amount_pence - balance_transactions.fee_pence) as pence
    from balance_transactions
    where not balance_transactions.is_available
  ) as pending
  where coalesce(available.pence, 0) <> coalesce(counted.pence, 0) - coalesce(pending.pence, 0)

  union all
  -- On its way to a card is what has left the balance for a refund that has not arrived.
  select
    'refund_in_transit_differs',
    coalesce(pending.payment_id, in_transit.payment_id)::text,
    coalesce(pending.payment_id, in_transit.payment_id)
  from (
    select refunds.payment_id, sum(refunds.amount_pence) as pence
    from refunds
    where refunds.status = 'pending'
      and exists (
        select from balance_transactions
        where balance_transactions.source_id = refunds.provider_id and balance_transactions.amount_pence < 0
      )
    group by refunds.payment_id
  ) as pending
  full join (
    select ledger_transactions.payment_id, sum(ledger_entries.amount_pence) as pence
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where ledger_entries.account = 'refunds_in_transit'
    group by ledger_transactions.payment_id
    having sum(ledger_entries.amount_pence) <> 0
  ) as in_transit on in_transit.payment_id = pending.payment_id
  where pending.pence is distinct from in_transit.pence
$$;
