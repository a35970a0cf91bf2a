-- Receipts: one for each paid order, numbered without gaps in the order in which payments were recorded. A receipt does not
-- change when the buyer or an artist takes another name later, so both names are stored.

alter table order_lines add column artist_name text;
update order_lines
set artist_name = (
  select coalesce(display_name, username) from users where users.id = order_lines.artist_id
);
alter table order_lines alter column artist_name set not null;

-- One row. A sequence would leave a gap when a transaction that took a number is rolled back.
create table receipt_counter (
  is_only_row boolean primary key default true check (is_only_row),
  last_serial integer not null default 0
);
insert into receipt_counter default values;

create table receipts (
  order_id uuid primary key references orders,
  serial integer not null unique check (serial > 0),
  issued_at timestamptz not null,
  customer_id uuid not null references users,
  buyer_name text not null,
  buyer_email text not null
);
create index receipts_customer on receipts (customer_id, serial desc);

insert into receipts (order_id, serial, issued_at, customer_id, buyer_name, buyer_email)
select
  payments.subject_id,
  row_number() over (order by payments.paid_at, payments.subject_id),
  coalesce(payments.paid_at, payments.created_at),
  payments.customer_id,
  coalesce(users.display_name, users.username),
  users.email
from payments
join users on users.id = payments.customer_id
where payments.subject_kind = 'order' and payments.status = 'paid';

update receipt_counter set last_serial = (select count(*) from receipts);
