-- The hourly check of the ledger reads what is younger than the last day that is closed on both sides, and was found right
-- as a whole. Of what is older the hashes are compared every night.

create table verified_ledger (
  -- One row, or none: then everything is read.
  is_only boolean primary key default true check (is_only),
  until_day date not null references reconciled_days,
  -- Of `stripe_available` in the ledger, up to the end of that day.
  available_pence bigint not null,
  -- Of the balance transactions that are counted on that day or before.
  counted_pence bigint not null,
  verified_at timestamptz not null
);

create index ledger_entries_in_transit on ledger_entries (transaction_id, amount_pence)
  where account = 'refunds_in_transit';

-- As in migration 0074, but for what is verified. Without a day everything is read.
drop function ledger_problems();
create function ledger_problems(
  verified_until date default null, verified_available bigint default 0, verified_counted bigint default 0
)
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  with read as materialized (
    select id, amount_pence - fee_pence as pence, ledger_transaction_id
    from balance_transactions
    where verified_until is null or counted_on is null or counted_on > verified_until
  ), booked as materialized (
    select id, fact, payment_id
    from ledger_transactions
    where booked_at >= coalesce((verified_until + 1)::timestamp at time zone 'UTC', '-infinity')
  ), compared as materialized (
    select id, fact, payment_id from booked
    union
    select ledger_transactions.id, ledger_transactions.fact, ledger_transactions.payment_id
    from read
    join ledger_transactions on ledger_transactions.id = read.ledger_transaction_id
    union
    -- Before balance transactions were named, the fee of a card payment had a transaction of its own.
    select fee.id, fee.fact, fee.payment_id
    from read
    join ledger_transactions as paid on paid.id = read.ledger_transaction_id and paid.fact like 'paid:%'
    join ledger_transactions as fee on fee.fact = 'fee:' || paid.payment_id
  ), moved as materialized (
    select compared.id, compared.fact, compared.payment_id, sum(ledger_entries.amount_pence) as pence
    from compared
    join ledger_entries on ledger_entries.transaction_id = compared.id
    where ledger_entries.account in ('stripe_pending', 'stripe_available')
    group by compared.id, compared.fact, compared.payment_id
  )
  -- What is booked of a balance transaction is what it has moved.
  select 'balance_differs', read.id, moved.payment_id
  from read
  left join moved on moved.id = read.ledger_transaction_id
  left join moved as fee on moved.fact like 'paid:%' and fee.fact = 'fee:' || moved.payment_id
  where coalesce(moved.pence, 0) + coalesce(fee.pence, 0) <> read.pence

  union all
  -- Money at the card provider is moved by balance transactions only.
  select 'balance_unnamed', moved.id::text, moved.payment_id
  from moved
  left join balance_transactions on balance_transactions.ledger_transaction_id = moved.id
  where balance_transactions.id is null
    and moved.pence <> 0
    and moved.fact not like all (array['paid:%', 'fee:%', 'transfer:%', 'refund:%', 'refund_returned:%'])

  union all
  -- Available is what was counted or read, less what is not available yet.
  select 'available_differs', 'stripe_available', null::uuid
  from (
    select verified_available + coalesce(sum(ledger_entries.amount_pence), 0) as pence
    from booked
    join ledger_entries on ledger_entries.transaction_id = booked.id
    where ledger_entries.account = 'stripe_available'
  ) as available
  cross join (select verified_counted + coalesce(sum(read.pence), 0) as pence from read) as counted
  cross join (
    select coalesce(sum(balance_transactions.amount_pence - balance_transactions.fee_pence), 0) as pence
    from balance_transactions
    where not balance_transactions.is_available
  ) as pending
  where available.pence <> counted.pence - pending.pence

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

alter table found_problems
  drop constraint found_problems_found_by_check,
  add constraint found_problems_found_by_check check (
    found_by in (
      'check_invariants', 'compare_with_provider', 'compare_counters', 'close_ledger_days', 'reconcile_days'
    )
  );
