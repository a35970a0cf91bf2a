-- What the checks of sales, debts and the balance compare is a function of its own, so that a difference has the amounts of both
-- sides. Nothing else of the checks is new.

create function sale_differences(payment_ids uuid[] default null)
returns table (payment_id uuid, ours bigint, theirs bigint) language sql stable as $$
  -- Earned and transferred, by payment and artist, in the month of the booking; less what the artist has lost by refunds. What
  -- was taken back by a dispute and is paid again is the same sale.
  select
    coalesce(sold.payment_id, booked.payment_id),
    case when coalesce(sold.earned, 0) = coalesce(booked.earned, 0) then sold.transferred else sold.earned end,
    case when coalesce(sold.earned, 0) = coalesce(booked.earned, 0) then booked.transferred else booked.earned end
  from (
    select
      sales.payment_id,
      sales.artist_id,
      sales.month,
      sum(sales.artist_pence) as earned,
      coalesce(sum(sales.artist_pence) filter (where sales.status = 'transferred'), 0) as transferred
    from sales
    where sales.status in ('owed', 'transferred') and (payment_ids is null or sales.payment_id = any(payment_ids))
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
    where (
        ledger_entries.account = 'artist_payable'
        or (ledger_entries.account = 'artist_receivable' and ledger_transactions.fact like 'sale_given_back:%')
      )
      and (payment_ids is null or ledger_transactions.payment_id = any(payment_ids))
      and not exists (
        select from transfers as again
        left join nettings on nettings.transfer_id = again.id
        left join balance_transactions on balance_transactions.source_id = again.provider_id
        where again.is_again
          and again.payment_id = ledger_transactions.payment_id
          and (
            ledger_transactions.id = balance_transactions.ledger_transaction_id
            or ledger_transactions.fact in ('owed_again:' || again.id, 'transfer_settled:' || again.id, 'transfer_written_off:' || again.id, 'netted:' || nettings.id)
          )
      )
    group by ledger_transactions.payment_id, ledger_entries.artist_id
  ) as booked on (booked.payment_id, booked.artist_id, booked.month) = (sold.payment_id, sold.artist_id, sold.month)
  where coalesce(sold.earned, 0) <> coalesce(booked.earned, 0)
    or coalesce(sold.transferred, 0) <> coalesce(booked.transferred, 0)
$$;

create or replace function sale_problems(payment_ids uuid[] default null)
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  select 'sale_differs', differs.payment_id::text, differs.payment_id from sale_differences(payment_ids) as differs

  union all
  select 'held_sale_differs', coalesce(sold.payment_id, held.payment_id)::text, coalesce(sold.payment_id, held.payment_id)
  from (
    select sales.payment_id, sales.customer_pence as pence
    from sales
    where sales.status = 'held' and (payment_ids is null or sales.payment_id = any(payment_ids))
  ) as sold
  full join (
    select ledger_transactions.payment_id, -sum(ledger_entries.amount_pence) as pence
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where ledger_entries.account = 'commission_held'
      and (payment_ids is null or ledger_transactions.payment_id = any(payment_ids))
    group by ledger_transactions.payment_id
    having sum(ledger_entries.amount_pence) <> 0
  ) as held on held.payment_id = sold.payment_id
  where sold.pence is distinct from held.pence
$$;

create function receivable_differences()
returns table (artist_id uuid, ours bigint, theirs bigint) language sql stable as $$
  -- The ledger says that an artist owes at least what is neither taken back, nor paid by a transfer that is done, nor closed:
  -- it is booked with its cause, which may come before the reversal.
  select coalesce(owed.artist_id, booked.artist_id), owed.pence::bigint, booked.pence::bigint
  from (
    select
      reversals.artist_id,
      sum(case reversals.status
        when 'sent' then 0
        when 'written_off' then reversals.netted_pence
        when 'repaid' then reversals.netted_pence
        else reversals.amount_pence
      end - coalesce(paid.pence, 0)) as pence
    from reversals
    left join (
      select nettings.reversal_id, sum(nettings.amount_pence) as pence
      from nettings
      join transfers on transfers.id = nettings.transfer_id and transfers.status in ('sent', 'settled', 'netted', 'written_off')
      group by nettings.reversal_id
    ) as paid on paid.reversal_id = reversals.id
    group by reversals.artist_id
  ) as owed
  full join (
    select ledger_entries.artist_id, sum(ledger_entries.amount_pence) as pence
    from ledger_entries
    where ledger_entries.account = 'artist_receivable'
    group by ledger_entries.artist_id
  ) as booked on booked.artist_id = owed.artist_id
  where coalesce(owed.pence, 0) > coalesce(booked.pence, 0)
$$;

create or replace function reversal_problems()
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  -- A transfer counts what is taken back from it, and what it has paid of debts.
  select 'reversal_sums_differ', transfers.id::text, transfers.payment_id
  from (
    select transfers.id from transfers where transfers.reversed_pence <> 0 or transfers.netted_pence <> 0
    union
    select reversals.transfer_id from reversals
    union
    select nettings.transfer_id from nettings
  ) as touched
  join transfers on transfers.id = touched.id
  left join (
    select reversals.transfer_id, sum(reversals.amount_pence) as pence from reversals group by reversals.transfer_id
  ) as reversed on reversed.transfer_id = transfers.id
  left join (
    select nettings.transfer_id, sum(nettings.amount_pence) as pence from nettings group by nettings.transfer_id
  ) as netted on netted.transfer_id = transfers.id
  where coalesce(reversed.pence, 0) <> transfers.reversed_pence
    or coalesce(netted.pence, 0) <> transfers.netted_pence

  union all
  -- A debt counts what transfers have paid of it.
  select 'debt_differs', reversals.id::text, transfers.payment_id
  from reversals
  join transfers on transfers.id = reversals.transfer_id
  left join (
    select nettings.reversal_id, sum(nettings.amount_pence) as pence from nettings group by nettings.reversal_id
  ) as netted on netted.reversal_id = reversals.id
  where coalesce(netted.pence, 0) <> reversals.netted_pence

  union all
  select 'receivable_differs', differs.artist_id::text, null::uuid from receivable_differences() as differs
$$;

create function available_differences()
returns table (ours bigint, theirs bigint) language sql stable as $$
  -- Available is what was counted or read, less what is not available yet.
  select coalesce(available.pence, 0)::bigint, (coalesce(counted.pence, 0) - coalesce(pending.pence, 0))::bigint
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
$$;

create or replace function ledger_sum_problems()
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  select 'available_differs', 'stripe_available', null::uuid from available_differences()

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
