-- What must not be of money is looked for in parts, so that each statement ends in time however much there is: the ledger by
-- days, and what is of one payment by payments. The hour reads what is new, the night everything.

-- The ledger. Its sums are those of the closed days, and what was booked since.
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

-- Payments.

create index ledger_entries_held on ledger_entries (transaction_id, amount_pence) where account = 'commission_held';
create index ledger_entries_receivable on ledger_entries (artist_id, amount_pence) where account = 'artist_receivable';
create index refunds_settled on refunds (id) where status = 'settled';
create index transfers_settled on transfers (id) where status = 'settled';
create index transfers_taken_back on transfers (id) where reversed_pence <> 0 or netted_pence <> 0;

-- As in migration 0078, but for these payments, or all; without the ledger's own, which is in ledger_problems, and without what is
-- still open, in open_money_problems.
drop function money_problems(timestamptz);
create function money_problems(at timestamptz, payment_ids uuid[] default null)
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  with read as materialized (
    select payments.id, payments.subject_kind, payments.subject_id, payments.amount_pence, payments.status,
      payments.paid_at, payments.transferred_pence, payments.refunded_pence, payments.taken_back_pence
    from payments
    where payment_ids is null or payments.id = any(payment_ids)
  )
  -- What is owed from a payment is at most what was paid, and is what the payment counts.
  select
    case when sent.pence + back.pence > read.amount_pence + back.taken_pence then 'owed_more_than_paid' else 'owed_sums_differ' end,
    read.id::text,
    read.id
  from read
  cross join lateral (
    select coalesce(sum(transfers.amount_pence), 0) as pence
    from transfers
    where transfers.payment_id = read.id and not transfers.is_again
  ) as sent
  cross join lateral (
    select coalesce(sum(refunds.amount_pence), 0) as pence, coalesce(sum(refunds.artist_pence), 0) as taken_pence
    from refunds
    where refunds.payment_id = read.id
  ) as back
  where sent.pence + back.pence > read.amount_pence + back.taken_pence
    or sent.pence <> read.transferred_pence
    or back.pence <> read.refunded_pence
    or back.taken_pence <> read.taken_back_pence

  union all
  -- Nothing is held of a commission that was decided, or of another payment than its own.
  select 'held_differs', held.payment_id::text, held.payment_id
  from (
    select read.id as payment_id, sum(ledger_entries.amount_pence) as pence
    from read
    join ledger_transactions on ledger_transactions.payment_id = read.id
    join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
    where ledger_entries.account = 'commission_held'
    group by read.id
  ) as held
  where held.pence <> 0
    and not exists (
      select from commissions
      where commissions.payment_id = held.payment_id and commissions.status in ('in_progress', 'delivered')
    )

  union all
  -- One transfer a commission, whichever of its payments that is of.
  select 'transferred_twice', transfers.id::text, transfers.payment_id
  from read
  join transfers on transfers.payment_id = read.id
  where read.subject_kind = 'commission'
    and not transfers.is_again
    and exists (
      select from payments
      join transfers as other on other.payment_id = payments.id
      where payments.subject_kind = 'commission'
        and payments.subject_id = read.subject_id
        and not other.is_again
        and other.id <> transfers.id
    )

  union all
  -- One refund a payment of a commission; one that has failed, or that an admin gives back later, does not count.
  select 'refunded_twice', counted.id::text, counted.payment_id
  from (
    select refunds.id, refunds.payment_id, count(*) over (partition by refunds.payment_id) as live
    from read
    join refunds on refunds.payment_id = read.id
    where read.subject_kind = 'commission' and refunds.status <> 'failed' and refunds.cause <> 'given_back'
  ) as counted
  where counted.live > 1

  union all
  -- Nothing is owed to an artist before the approval, or from another payment than the one that paid.
  select 'transfer_without_approval', transfers.id::text, transfers.payment_id
  from read
  join transfers on transfers.payment_id = read.id
  left join commissions
    on commissions.payment_id = read.id
    and commissions.id = read.subject_id
    and commissions.status in ('approved', 'cron_pending', 'completed')
  where read.subject_kind = 'commission' and commissions.id is null

  union all
  -- What was paid for a commission that has ended, or that another payment has paid, has been on its way back since five
  -- minutes at most after both were known.
  select 'refund_missing', read.id::text, read.id
  from read
  join commissions on commissions.id = read.subject_id
  cross join lateral (
    select coalesce(sum(refunds.amount_pence), 0) as pence
    from refunds
    where refunds.payment_id = read.id
      and (
        refunds.status in ('pending', 'sent', 'disputed', 'settled')
        or (refunds.status = 'waiting' and refunds.attempts > 0)
      )
  ) as refunded
  where read.subject_kind = 'commission'
    and read.status = 'paid'
    and (commissions.status in ('cancelled', 'rejected_by_artist') or commissions.payment_id is distinct from read.id)
    and greatest(read.paid_at, commissions.ended_at) <= at - interval '5 minutes'
    and refunded.pence <> read.amount_pence
$$;

-- Of what is open, or was settled in another way: few rows, whose indexes are read.
create function open_money_problems(at timestamptz)
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  -- Held is what was paid for commissions that nobody has decided.
  select 'held_differs', commissions.id::text, commissions.payment_id
  from commissions
  cross join lateral (
    select coalesce(-sum(ledger_entries.amount_pence), 0) as pence
    from ledger_transactions
    join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
    where ledger_transactions.payment_id = commissions.payment_id and ledger_entries.account = 'commission_held'
  ) as held
  where commissions.status in ('in_progress', 'delivered') and held.pence <> commissions.customer_pence

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
  where refunds.status = 'settled'
    and not exists (
      select from ledger_transactions where ledger_transactions.fact = 'refund_settled:' || refunds.id
    )

  union all
  select 'settlement_unbooked', transfers.id::text, transfers.payment_id
  from transfers
  where transfers.status = 'settled'
    and not exists (
      select from ledger_transactions where ledger_transactions.fact = 'transfer_settled:' || transfers.id
    )
$$;

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
