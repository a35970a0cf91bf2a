-- What a lost dispute has taken back of an artist, and is sent again because the bank has changed its mind, is no second sale.

create index transfers_again on transfers (payment_id) where is_again;

-- As in migration 0078, but for that.
create or replace function sale_problems()
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
    where (
        ledger_entries.account = 'artist_payable'
        or (ledger_entries.account = 'artist_receivable' and ledger_transactions.fact like 'sale_given_back:%')
      )
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
