-- What an artist has sold, one row for each: a track of an order, or a commission that was paid. A row divides what its
-- singer paid, as the ledger has booked it. The commands that book are its only writers (server/sales), and count each
-- change in `sale_sums`, so that a page of sums and a page far back in the list read a few rows.

create table sales (
  id uuid generated always as (coalesce(order_line_id, commission_id)) stored primary key,
  kind text not null generated always as (case when commission_id is null then 'track' else 'commission' end) stored
    check (kind in ('track', 'commission')),
  order_line_id uuid unique references order_lines,
  commission_id uuid unique references commissions,
  artist_id uuid not null references users,
  payment_id uuid not null references payments,
  status text not null check (status in ('held', 'owed', 'transferred', 'returned', 'free')),
  paid_at timestamptz not null,
  -- When the ledger booked what the row says: a track and held money when they were paid, a decided commission then.
  counted_at timestamptz not null,
  month date not null generated always as (
    date_trunc('month', counted_at at time zone 'Europe/London')::date
  ) stored,
  customer_pence integer not null check (customer_pence >= 0),
  platform_fee_pence integer not null check (platform_fee_pence >= 0),
  processing_fee_pence integer not null check (processing_fee_pence >= 0),
  artist_pence integer not null check (artist_pence >= 0),
  refunded_pence integer not null default 0 check (refunded_pence >= 0),
  constraint sales_are_of_one_thing check (num_nonnulls(order_line_id, commission_id) = 1),
  constraint sales_are_divided_wholly check (
    customer_pence = platform_fee_pence + processing_fee_pence + artist_pence + refunded_pence
  ),
  constraint sales_pay_the_artist check (
    (status in ('returned', 'free')) = (artist_pence = 0) and (status <> 'returned' or refunded_pence = customer_pence)
  )
);
-- Lists put the rows of several kinds and statuses together in this order.
create index sales_listed on sales (artist_id, kind, status, counted_at desc, id desc);
create index sales_payment on sales (payment_id, artist_id);

create table sale_sums (
  artist_id uuid not null references users,
  month date not null,
  kind text not null check (kind in ('track', 'commission')),
  status text not null check (status in ('held', 'owed', 'transferred', 'returned', 'free')),
  sales integer not null,
  customer_pence bigint not null,
  platform_fee_pence bigint not null,
  processing_fee_pence bigint not null,
  artist_pence bigint not null,
  refunded_pence bigint not null,
  primary key (artist_id, month, kind, status)
);

-- The lines of paid orders; one that was owned already, or not available any more, was never sold.
insert into sales (
  order_line_id, artist_id, payment_id, status, paid_at, counted_at, customer_pence, platform_fee_pence,
  processing_fee_pence, artist_pence
)
select
  order_lines.id,
  order_lines.artist_id,
  payments.id,
  case when order_lines.artist_pence = 0 then 'free' when transfers.status = 'sent' then 'transferred' else 'owed' end,
  payments.paid_at,
  coalesce(ledger_transactions.booked_at, payments.paid_at),
  order_lines.customer_pence,
  order_lines.platform_fee_pence,
  order_lines.processing_fee_pence,
  order_lines.artist_pence
from order_lines
join payments
  on payments.subject_kind = 'order'
  and payments.subject_id = order_lines.order_id
  and payments.stray_of is null
  and payments.status = 'paid'
left join ledger_transactions on ledger_transactions.fact = 'paid:' || payments.id
left join transfers on transfers.payment_id = payments.id and transfers.artist_id = order_lines.artist_id
where not exists (select from refunds where refunds.order_line_id = order_lines.id);

-- Commissions that are held, were given back, or are divided as the ledger says.
insert into sales (
  commission_id, artist_id, payment_id, status, paid_at, counted_at, customer_pence, platform_fee_pence,
  processing_fee_pence, artist_pence, refunded_pence
)
select
  commissions.id,
  commissions.artist_id,
  commissions.payment_id,
  case
    when decided.is_release then case when transfers.status = 'sent' then 'transferred' else 'owed' end
    when decided.is_release = false then 'returned'
    else 'held'
  end,
  payments.paid_at,
  coalesce(decided.booked_at, payments.paid_at),
  commissions.customer_pence,
  coalesce(decided.platform_fee_pence, commissions.platform_fee_pence),
  coalesce(decided.processing_fee_pence, commissions.processing_fee_pence),
  coalesce(decided.artist_pence, commissions.artist_pence),
  coalesce(decided.refunded_pence, 0)
from commissions
join payments on payments.id = commissions.payment_id
left join lateral (
  select
    ledger_transactions.fact like 'release:%' as is_release,
    ledger_transactions.booked_at,
    coalesce(-sum(amount_pence) filter (where account = 'platform_commission'), 0) as platform_fee_pence,
    coalesce(-sum(amount_pence) filter (where account = 'processing_fee'), 0) as processing_fee_pence,
    coalesce(-sum(amount_pence) filter (where account = 'artist_payable'), 0) as artist_pence,
    coalesce(-sum(amount_pence) filter (where account = 'customer_payable'), 0) as refunded_pence
  from ledger_transactions
  join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
  where ledger_transactions.fact in ('release:' || commissions.payment_id, 'held_refund:' || commissions.payment_id)
  group by ledger_transactions.id
) as decided on true
left join transfers on transfers.payment_id = commissions.payment_id
where commissions.status not in ('pending_artist', 'requested', 'accepted', 'rejected_by_artist');

insert into sale_sums
select
  artist_id, month, kind, status, count(*), sum(customer_pence), sum(platform_fee_pence), sum(processing_fee_pence),
  sum(artist_pence), sum(refunded_pence)
from sales
group by artist_id, month, kind, status;

-- What must be true of sales at any time, as `money_problems` says it of money: they are what the ledger has booked, and
-- their sums are those of the rows.
create function sale_problems()
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  -- Earned and transferred, by payment and artist, in the month of the booking.
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
        filter (where ledger_entries.amount_pence < 0) as month,
      coalesce(-sum(ledger_entries.amount_pence) filter (where ledger_entries.amount_pence < 0), 0) as earned,
      coalesce(sum(ledger_entries.amount_pence) filter (where ledger_entries.amount_pence > 0), 0) as transferred
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where ledger_entries.account = 'artist_payable'
    group by ledger_transactions.payment_id, ledger_entries.artist_id
  ) as booked on (booked.payment_id, booked.artist_id, booked.month) = (sold.payment_id, sold.artist_id, sold.month)
  where sold.earned is distinct from booked.earned or sold.transferred is distinct from booked.transferred

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

-- A customer's payments, the newest first.
create index payments_of_customer on payments (customer_id, paid_at desc, id desc) where paid_at is not null;
