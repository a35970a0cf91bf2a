-- A transfer that can never be sent is written off: what is owed is kept for the artist, who can still ask for it.

alter table transfers
  add column written_off_at timestamptz,
  drop constraint transfers_status_check,
  add constraint transfers_status_check check (
    status in ('waiting', 'blocked', 'sent', 'failed', 'settled', 'netted', 'written_off')
  ),
  -- One that was asked for, and settled then, has both times.
  add constraint transfers_are_written_off check (
    (status <> 'written_off' or written_off_at is not null)
    and (written_off_at is null or status in ('written_off', 'settled'))
  );
create index transfers_written_off on transfers (id) where status = 'written_off';

alter table ledger_entries
  drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check check (account in (
    'stripe_pending', 'stripe_available', 'in_transit_to_bank', 'paid_outside', 'refunds_in_transit',
    'disputed', 'artist_receivable', 'stripe_fees', 'account_fees', 'dispute_fees', 'losses', 'vat_of_sales',
    'commission_held', 'artist_payable', 'unclaimed', 'customer_payable', 'vat', 'platform_commission',
    'processing_fee', 'unexplained'
  ));

-- What is kept for artists is kept of a payment.
create or replace function check_ledger_transaction() returns trigger language plpgsql as $$
declare
  checked_id bigint := to_jsonb(new) ->> tg_argv[0];
  booked record;
begin
  select
    ledger_transactions.entry_count,
    count(ledger_entries.id) as entries,
    coalesce(sum(ledger_entries.amount_pence), 0) as pence,
    ledger_transactions.payment_id is null and bool_or(
      ledger_entries.account in ('refunds_in_transit', 'disputed', 'commission_held', 'customer_payable', 'unclaimed')
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

alter table statement_lines
  drop constraint statement_lines_kind_check,
  add constraint statement_lines_kind_check check (kind in (
    'sale', 'refund', 'dispute', 'dispute_won', 'owed_again', 'netting', 'transfer', 'written_off',
    'reversal', 'debt_closed', 'debt_opened_again', 'found_reversal', 'explained_reversal'
  ));

-- What was paid again, and is written off then, is the same sale.
create or replace function sale_problems(payment_ids uuid[] default null)
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
            or ledger_transactions.fact in ('owed_again:' || again.id, 'transfer_settled:' || again.id, 'transfer_written_off:' || again.id, 'netted:' || nettings.id)
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

-- What is kept for an artist has paid debts as well.
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
      join transfers on transfers.id = nettings.transfer_id and transfers.status in ('sent', 'settled', 'netted', 'written_off')
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

-- What is written off is booked like what is settled.
create or replace function open_money_problems(at timestamp with time zone)
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

  union all
  select 'settlement_unbooked', transfers.id::text, transfers.payment_id
  from transfers
  where transfers.status = 'written_off'
    and not exists (
      select from ledger_transactions where ledger_transactions.fact = 'transfer_written_off:' || transfers.id
    )
$$;

-- What waits long is found without reading everything that is not sent: a transfer knows when its payment was paid.
alter table transfers add column paid_at timestamptz;
update transfers set paid_at = payments.paid_at
from payments
where payments.id = transfers.payment_id and transfers.status in ('waiting', 'blocked', 'failed');
create index transfers_aged on transfers (paid_at, id) where status in ('waiting', 'blocked', 'failed');
