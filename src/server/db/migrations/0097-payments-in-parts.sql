-- What must not be of one payment, or of one artist, is looked for in parts as well: the hour reads what is new, the night
-- everything.

create index ledger_entries_held on ledger_entries (transaction_id, amount_pence) where account = 'commission_held';
create index refunds_settled on refunds (id) where status = 'settled';
create index transfers_settled on transfers (id) where status = 'settled';

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
