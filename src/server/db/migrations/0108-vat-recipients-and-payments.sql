-- Whom the VAT invoices name that are still to be made for an artist who has deleted the account: written by the deletion,
-- removed by the run that has made them.
create table vat_recipients (
  artist_id uuid primary key references users,
  name text not null,
  email text not null,
  -- The last month of which something is not invoiced yet.
  until_month date not null check (until_month = date_trunc('month', until_month))
);

-- What an admin says was paid to the tax authority from the operator's bank. The ledger has it under the row's id.
create table vat_payments (
  id uuid primary key,
  -- The first and the last month of the return.
  from_month date not null check (from_month = date_trunc('month', from_month)),
  until_month date not null check (until_month = date_trunc('month', until_month)),
  amount_pence integer not null check (amount_pence > 0),
  -- As the bank statement has it: one payment is recorded once.
  reference text not null unique check (length(reference) between 1 and 100),
  paid_on date not null,
  recorded_by uuid not null references users,
  recorded_at timestamptz not null,
  constraint vat_payments_are_for_months_in_order check (from_month <= until_month)
);

create function refuse_vat_payment_change() returns trigger language plpgsql as $$
begin
  raise exception 'a payment of VAT is never changed';
end $$;
create trigger vat_payments_stay before update or delete or truncate on vat_payments
  for each statement execute function refuse_vat_payment_change();

-- VAT by month is read by the time of payment, where the platform sells.
create index sales_vat_paid on sales (paid_at) where vat_mode = 'sale';
