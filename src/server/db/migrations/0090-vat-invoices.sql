-- Invoices for the platform's fees, one a month for each artist, and credit notes for what went back later. Nothing of them
-- changes once they are made.

-- A sequence would leave a gap when a transaction that took a number is rolled back.
create table vat_invoice_counters (
  kind text primary key check (kind in ('invoice', 'credit_note')),
  last_serial integer not null default 0
);
insert into vat_invoice_counters (kind) values ('invoice'), ('credit_note');

create table vat_invoices (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('invoice', 'credit_note')) references vat_invoice_counters,
  serial integer not null check (serial > 0),
  artist_id uuid not null references users,
  -- The first day of the month that it is for.
  month date not null check (month = date_trunc('month', month)),
  issued_at timestamptz not null,
  -- Both parties as they were called then.
  seller_name text not null,
  seller_address text[] not null,
  vat_number text not null,
  artist_name text not null,
  artist_email text not null,
  unique (kind, serial),
  unique (artist_id, month, kind, vat_number)
);

create table vat_invoice_lines (
  invoice_id uuid not null references vat_invoices,
  sale_id uuid not null references sales,
  -- Null: the fee of the sale itself.
  refund_id uuid references refunds,
  -- The invoice that a line of a credit note takes back from.
  corrects uuid references vat_invoices,
  title text not null,
  -- When the fee was earned, or went back.
  at timestamptz not null,
  vat_rate integer not null check (vat_rate between 0 and 10000),
  -- Below zero: what went back before the invoice was made.
  net_pence integer not null,
  vat_pence integer not null,
  check (corrects is null or refund_id is not null)
);
create index vat_invoice_lines_invoice on vat_invoice_lines (invoice_id);
-- A fee is invoiced once, and a refund takes it back once.
create unique index vat_invoice_lines_sale on vat_invoice_lines (sale_id) where refund_id is null;
create unique index vat_invoice_lines_refund on vat_invoice_lines (refund_id) where refund_id is not null;

create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  raise exception 'a VAT invoice never changes: the next one corrects it';
end $$;
create trigger vat_invoices_stay before update or delete or truncate on vat_invoices
  for each statement execute function refuse_invoice_change();
create trigger vat_invoice_lines_stay before update or delete or truncate on vat_invoice_lines
  for each statement execute function refuse_invoice_change();
