-- The double-entry ledger: append-only, and every transaction sums to zero when it commits.

create table ledger_transactions (
  id bigint generated always as identity primary key,
  -- What happened, e.g. 'paid:<order>': the same fact is never booked twice.
  fact text not null unique,
  order_id uuid not null references orders,
  booked_at timestamptz not null default now()
);
create index ledger_transactions_order on ledger_transactions (order_id);

create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references ledger_transactions,
  account text not null check (
    account in ('stripe_pending', 'stripe_fees', 'artist_payable', 'platform_commission', 'processing_fee')
  ),
  -- Whose payable it is; null for the platform's own accounts.
  artist_id uuid references users,
  amount_pence integer not null check (amount_pence <> 0),
  check ((account = 'artist_payable') = (artist_id is not null))
);
create index ledger_entries_transaction on ledger_entries (transaction_id);
create index ledger_entries_artist on ledger_entries (artist_id) where artist_id is not null;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_transactions_stay before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_ledger_change();
create trigger ledger_entries_stay before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

create function check_ledger_sum() returns trigger language plpgsql as $$
declare total bigint;
begin
  select sum(amount_pence) into total from ledger_entries where transaction_id = new.transaction_id;
  if total <> 0 then
    raise exception 'ledger transaction % sums to % pence', new.transaction_id, total;
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_sum_to_zero after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_sum();
