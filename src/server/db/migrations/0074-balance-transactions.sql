-- The ledger covers everything that the card provider moves on the platform's balance: each of its balance transactions has
-- one transaction here.

-- The accounts are those of rules/payments/ledger-accounts.ts.
alter table ledger_entries
  drop constraint ledger_entries_account_check,
  drop constraint ledger_entries_check,
  add constraint ledger_entries_account_check check (
    account in (
      'stripe_pending', 'stripe_available', 'in_transit_to_bank', 'paid_outside', 'refunds_in_transit', 'disputed',
      'artist_receivable', 'stripe_fees', 'account_fees', 'dispute_fees', 'losses', 'commission_held', 'artist_payable',
      'customer_payable', 'vat', 'platform_commission', 'processing_fee', 'unexplained'
    )
  ),
  add constraint ledger_entries_artist_check check (
    (account in ('artist_receivable', 'artist_payable')) = (artist_id is not null)
  );

-- An account fee and a bank payout are of no payment. A transaction says how many entries it has: it has them when it
-- commits, and none is added later.
alter table ledger_transactions
  alter column payment_id drop not null,
  add column entry_count smallint;
alter table ledger_transactions disable trigger ledger_transactions_stay;
update ledger_transactions
set entry_count = (select count(*) from ledger_entries where transaction_id = ledger_transactions.id);
alter table ledger_transactions enable trigger ledger_transactions_stay;
alter table ledger_transactions
  alter column entry_count set not null,
  add constraint ledger_transactions_have_entries check (entry_count > 0);

create function check_ledger_transaction() returns trigger language plpgsql as $$
declare
  checked_id bigint := to_jsonb(new) ->> tg_argv[0];
  booked record;
begin
  select
    ledger_transactions.entry_count,
    count(ledger_entries.id) as entries,
    coalesce(sum(ledger_entries.amount_pence), 0) as pence,
    ledger_transactions.payment_id is null and bool_or(
      ledger_entries.account in ('refunds_in_transit', 'disputed', 'commission_held', 'customer_payable')
    ) as lacks_payment
  into booked
  from ledger_transactions
  left join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
  where ledger_transactions.id = checked_id
  group by ledger_transactions.id;
  if booked.pence <> 0 then
    raise exception 'ledger transaction % sums to % pence', checked_id, booked.pence;
  elsif booked.entries <> booked.entry_count then
    raise exception 'ledger transaction % has % entries instead of %', checked_id, booked.entries, booked.entry_count;
  elsif booked.lacks_payment then
    raise exception 'ledger transaction % names no payment', checked_id;
  end if;
  return null;
end $$;
drop trigger ledger_entries_sum_to_zero on ledger_entries;
drop function check_ledger_sum();
create constraint trigger ledger_entries_sum_to_zero after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_transaction('transaction_id');
create constraint trigger ledger_transactions_are_whole after insert on ledger_transactions
  deferrable initially deferred for each row execute function check_ledger_transaction('id');

-- What the card provider has moved on the platform's balance, as it says it.
create table balance_transactions (
  id text primary key,
  type text not null,
  -- The balance has changed by the amount less the fee.
  amount_pence integer not null,
  fee_pence integer not null,
  -- The provider's object that it is about.
  source_id text,
  description text,
  created_at timestamptz not null,
  available_at timestamptz not null,
  -- Whether the ledger has it among what is available.
  is_available boolean not null default false,
  -- What has booked it. Of what was booked before balance transactions were known, it is filled in when they are read.
  ledger_transaction_id bigint unique references ledger_transactions,
  constraint balance_transactions_are_booked check (
    (ledger_transaction_id is null) = (amount_pence = 0 and fee_pence = 0)
  )
);
create index balance_transactions_source on balance_transactions (source_id);
create index balance_transactions_pending on balance_transactions (available_at) where not is_available;

-- What must be true of the ledger and of the balance at the card provider, as `money_problems` says it of money.
create function ledger_problems()
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  with moved as materialized (
    select
      ledger_transactions.id,
      ledger_transactions.fact,
      ledger_transactions.payment_id,
      sum(ledger_entries.amount_pence) as pence
    from ledger_transactions
    join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
    where ledger_entries.account in ('stripe_pending', 'stripe_available')
    group by ledger_transactions.id
  )
  -- What is booked of a balance transaction is what it has moved. Before it was named, the fee of a card payment had a
  -- transaction of its own.
  select 'balance_differs', balance_transactions.id, moved.payment_id
  from balance_transactions
  left join moved on moved.id = balance_transactions.ledger_transaction_id
  left join moved as fee on moved.fact like 'paid:%' and fee.fact = 'fee:' || moved.payment_id
  where coalesce(moved.pence, 0) + coalesce(fee.pence, 0)
    <> balance_transactions.amount_pence - balance_transactions.fee_pence

  union all
  -- Money at the card provider is moved by balance transactions only.
  select 'balance_unnamed', moved.id::text, moved.payment_id
  from moved
  left join balance_transactions on balance_transactions.ledger_transaction_id = moved.id
  where balance_transactions.id is null
    and moved.pence <> 0
    and moved.fact not like all (array['paid:%', 'fee:%', 'transfer:%', 'refund:%', 'refund_returned:%'])

  union all
  select 'available_differs', 'stripe_available', null::uuid
  from (
    select coalesce(sum(ledger_entries.amount_pence), 0) as pence
    from ledger_entries
    where ledger_entries.account = 'stripe_available'
  ) as booked
  cross join (
    select coalesce(sum(balance_transactions.amount_pence - balance_transactions.fee_pence), 0) as pence
    from balance_transactions
    where balance_transactions.is_available
  ) as moved
  where booked.pence <> moved.pence

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
