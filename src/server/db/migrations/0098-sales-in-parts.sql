-- What must not be of sales and of what is taken back, in parts like payments.

create index transfers_taken_back on transfers (id) where reversed_pence <> 0 or netted_pence <> 0;
create index ledger_entries_receivable on ledger_entries (artist_id, amount_pence) where account = 'artist_receivable';
-- As in migration 0086, but for the transfers that nothing was taken back of.
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
  -- The ledger says that an artist owes at least what is neither taken back, nor paid by a transfer that is done, nor closed:
  -- it is booked with its cause, which may come before the reversal.
  select 'receivable_differs', coalesce(owed.artist_id, booked.artist_id)::text, null::uuid
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
      join transfers on transfers.id = nettings.transfer_id and transfers.status in ('sent', 'settled', 'netted')
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

-- As in migration 0086, but for these payments, or all.
drop function sale_problems();
create function sale_problems(payment_ids uuid[] default null)
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  -- Earned and transferred, by payment and artist, in the month of the booking; less what the artist has lost by refunds. What
  -- was taken back by a dispute and is paid again is the same sale.
  select 'sale_differs', coalesce(sold.payment_id, booked.payment_id)::text, coalesce(sold.payment_id, booked.payment_id)
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
            or ledger_transactions.fact in ('owed_again:' || again.id, 'transfer_settled:' || again.id, 'netted:' || nettings.id)
          )
      )
    group by ledger_transactions.payment_id, ledger_entries.artist_id
  ) as booked on (booked.payment_id, booked.artist_id, booked.month) = (sold.payment_id, sold.artist_id, sold.month)
  where coalesce(sold.earned, 0) <> coalesce(booked.earned, 0)
    or coalesce(sold.transferred, 0) <> coalesce(booked.transferred, 0)

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

-- The sums of these artists, or all.
create function sale_sum_problems(artist_ids uuid[] default null)
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
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
    where artist_ids is null or sales.artist_id = any(artist_ids)
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
    where sale_sums.sales <> 0 and (artist_ids is null or sale_sums.artist_id = any(artist_ids))
  ) as stored using (artist_id, month, kind, status)
  where counted.sums is distinct from stored.sums
$$;
