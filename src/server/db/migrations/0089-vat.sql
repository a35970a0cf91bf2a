-- VAT that prices contain. Mode, rate and amounts are frozen on a sale when it is paid; sales from before have none.

-- As rules/vat/contained-vat.ts: the rate is in hundredths of a per cent, and half a penny is rounded up.
create function vat_in(gross_pence integer, rate integer) returns integer language sql immutable as $$
  select ((2 * gross_pence::bigint * rate + 10000 + rate) / (2 * (10000 + rate)))::integer
$$;

alter table sales
  -- `fee`: the platform and processing fees contain VAT. `sale`: what the customer has paid does.
  add column vat_mode text not null default 'none' check (vat_mode in ('none', 'fee', 'sale')),
  add column vat_rate integer not null default 0 check (vat_rate between 0 and 10000),
  add column vat_number text,
  add column vat_net_pence integer not null default 0 check (vat_net_pence >= 0),
  add column vat_pence integer not null default 0,
  add column vat_returned_pence integer not null default 0 check (vat_returned_pence >= 0),
  add constraint sales_name_their_vat check (
    (vat_mode = 'none') = (vat_number is null) and (vat_mode <> 'none' or vat_rate + vat_net_pence + vat_pence = 0)
  ),
  add constraint sales_contain_vat check (
    vat_pence = vat_in(vat_net_pence + vat_pence, vat_rate)
    and (vat_mode <> 'sale' or vat_net_pence + vat_pence = customer_pence)
  ),
  -- So refunds never return more VAT than there was, and all of it once nothing is left.
  add constraint sales_keep_the_vat_of_what_is_left check (
    vat_pence - vat_returned_pence = vat_in(
      case vat_mode
        when 'fee' then platform_fee_pence + processing_fee_pence
        when 'sale' then customer_pence - refunded_pence
        else 0
      end,
      vat_rate
    )
  );
create index sales_vat on sales (month, artist_id) where vat_mode <> 'none';

alter table refunds
  add column vat_net_pence integer not null default 0 check (vat_net_pence >= 0),
  add column vat_pence integer not null default 0 check (vat_pence >= 0),
  add constraint refunds_return_vat check (
    vat_net_pence + vat_pence = 0
    or (
      vat_net_pence + vat_pence <= amount_pence
      and cause in ('given_back', 'commission_cancelled', 'commission_part')
    )
  );
create index refunds_vat on refunds (created_at) where vat_net_pence + vat_pence > 0;

alter table ledger_entries
  drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check check (
    account in (
      'stripe_pending', 'stripe_available', 'in_transit_to_bank', 'paid_outside', 'refunds_in_transit', 'disputed',
      'artist_receivable', 'stripe_fees', 'account_fees', 'dispute_fees', 'losses', 'vat_of_sales', 'commission_held',
      'artist_payable', 'customer_payable', 'vat', 'platform_commission', 'processing_fee', 'unexplained'
    )
  );
create index ledger_entries_vat on ledger_entries (transaction_id) where account = 'vat';

create function vat_problems()
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  -- What is owed to the tax authority of a payment is the VAT of its sales. Held money is not divided yet.
  select 'vat_differs', coalesce(sold.payment_id, booked.payment_id)::text, coalesce(sold.payment_id, booked.payment_id)
  from (
    select sales.payment_id, sum(sales.vat_pence - sales.vat_returned_pence) as pence
    from sales
    where sales.vat_mode <> 'none' and sales.status <> 'held'
    group by sales.payment_id
  ) as sold
  full join (
    select ledger_transactions.payment_id, -sum(ledger_entries.amount_pence) as pence
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where ledger_entries.account = 'vat' and ledger_transactions.payment_id is not null
    group by ledger_transactions.payment_id
  ) as booked on booked.payment_id = sold.payment_id
  where coalesce(sold.pence, 0) <> coalesce(booked.pence, 0)

  union all
  select 'vat_returned_differs', sales.id::text, sales.payment_id
  from sales
  cross join lateral (
    select coalesce(sum(refunds.vat_pence), 0) as pence
    from refunds
    where refunds.payment_id = sales.payment_id and refunds.order_line_id is not distinct from sales.order_line_id
  ) as returned
  where sales.vat_mode <> 'none' and sales.vat_returned_pence <> returned.pence
$$;
