-- What an artist earned by a payment that goes back is taken back from the transfer: a reversal at the card provider. What
-- that refuses is the artist's debt, which new transfers pay: each netting names the debt and the transfer.

create table reversals (
  id uuid primary key,
  transfer_id uuid not null references transfers,
  artist_id uuid not null references users,
  -- Our refund, or the customer's dispute at the bank.
  cause_kind text not null check (cause_kind in ('refund', 'dispute')),
  cause_id uuid not null,
  -- Of what the card provider has never sent: it had paid another debt, or was paid in another way.
  is_unsent boolean not null default false,
  amount_pence integer not null check (amount_pence > 0),
  -- Paid by new transfers so far.
  netted_pence integer not null default 0,
  status text not null default 'waiting',
  key_number integer not null default 1,
  attempts integer not null default 0,
  key_used_at timestamptz,
  attempted_at timestamptz,
  refusals integer not null default 0,
  due_at timestamptz not null,
  provider_id text unique,
  last_problem text,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- From when on it is a debt, and when that ended in another way than by transfers.
  refused_at timestamptz,
  asked_at timestamptz,
  closed_at timestamptz,
  -- Undone: the artist gets it back.
  sent_again_by uuid unique references transfers,
  constraint reversals_status_check check (
    status in ('waiting', 'sent', 'refused', 'netted', 'written_off', 'repaid')
  ),
  constraint reversals_net_at_most_all check (netted_pence between 0 and amount_pence),
  constraint reversals_are_netted_wholly check ((status = 'netted') = (netted_pence = amount_pence)),
  constraint reversals_have_been_sent check ((status = 'sent') = (provider_id is not null) and (status = 'sent') = (sent_at is not null)),
  constraint reversals_are_sent_or_netted check (status not in ('waiting', 'sent') or netted_pence = 0),
  constraint reversals_are_closed check ((status in ('written_off', 'repaid')) = (closed_at is not null)),
  constraint reversals_of_a_cause unique (transfer_id, cause_kind, cause_id, is_unsent)
);
create index reversals_of_artist on reversals (artist_id, created_at, id);
create index reversals_of_cause on reversals (cause_kind, cause_id);
create index reversals_waiting on reversals (due_at) where status = 'waiting';
create index reversals_owed on reversals (refused_at, id) where status = 'refused';

alter table transfers
  drop constraint transfers_payment_id_artist_id_key,
  drop constraint transfers_status_check,
  -- Taken back so far, or to be taken back.
  add column reversed_pence integer not null default 0,
  -- Of its amount, what has paid the artist's debts: the rest is sent.
  add column netted_pence integer not null default 0,
  add column payable_pence integer not null generated always as (amount_pence - netted_pence) stored,
  -- The key number under which this rest is sent: it stays the same until the card provider has refused it.
  add column prepared_key integer,
  -- Of a reversal that was undone, not of a sale: see reversals.sent_again_by.
  add column is_again boolean not null default false,
  add constraint transfers_status_check check (
    status in ('waiting', 'blocked', 'sent', 'failed', 'settled', 'netted')
  ),
  add constraint transfers_reverse_at_most_all check (reversed_pence between 0 and amount_pence),
  add constraint transfers_net_at_most_all check (netted_pence between 0 and amount_pence),
  add constraint transfers_are_netted_wholly check (status <> 'netted' or netted_pence = amount_pence),
  add constraint transfers_pay_something check (status not in ('sent', 'settled') or netted_pence < amount_pence);
-- Those that were attempted before may have been sent under that key.
update transfers set prepared_key = case when key_used_at is null then key_number - 1 else key_number end
where key_used_at is not null or key_number > 1;
-- One for the sale, and one for each reversal that was undone.
create unique index transfers_of_sale on transfers (payment_id, artist_id) where not is_again;
create index transfers_of_payment on transfers (payment_id, artist_id);

create table nettings (
  id uuid primary key default gen_random_uuid(),
  reversal_id uuid not null references reversals,
  transfer_id uuid not null references transfers,
  amount_pence integer not null check (amount_pence > 0),
  created_at timestamptz not null,
  constraint nettings_pay_a_debt_once unique (reversal_id, transfer_id)
);
create index nettings_of_transfer on nettings (transfer_id);

-- What must be true of reversals and debts, as `money_problems` says it of payments.
create function reversal_problems()
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  -- A transfer counts what is taken back from it, and what it has paid of debts.
  select 'reversal_sums_differ', transfers.id::text, transfers.payment_id
  from transfers
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
      join transfers on transfers.id = nettings.transfer_id and transfers.status in ('sent', 'settled', 'netted')
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

-- As in migration 0073, but for what is sent again after it was taken back.
create or replace function money_problems(at timestamptz)
returns table (kind text, subject text, payment_id uuid) language sql stable as $$
  -- Each transaction of the ledger sums to zero.
  select 'ledger_unbalanced', ledger_entries.transaction_id::text, null::uuid
  from ledger_entries
  group by ledger_entries.transaction_id
  having sum(ledger_entries.amount_pence) <> 0

  union all
  -- Held is what was paid for commissions that nobody has decided.
  select 'held_differs', coalesce(due.id, held.payment_id)::text, coalesce(due.payment_id, held.payment_id)
  from (
    select commissions.id, commissions.payment_id, commissions.customer_pence
    from commissions
    where commissions.status in ('in_progress', 'delivered')
  ) as due
  full join (
    select ledger_transactions.payment_id, -sum(ledger_entries.amount_pence) as pence
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where ledger_entries.account = 'commission_held'
    group by ledger_transactions.payment_id
  ) as held on held.payment_id = due.payment_id
  where coalesce(held.pence, 0) <> coalesce(due.customer_pence, 0)

  union all
  -- What is owed from a payment is at most what was paid, and is what the payment counts.
  select
    case when sent.pence + back.pence > payments.amount_pence then 'owed_more_than_paid' else 'owed_sums_differ' end,
    payments.id::text,
    payments.id
  from payments
  left join (
    select transfers.payment_id, sum(transfers.amount_pence) as pence
    from transfers
    where not transfers.is_again
    group by transfers.payment_id
  ) as transferred on transferred.payment_id = payments.id
  left join (
    select refunds.payment_id, sum(refunds.amount_pence) as pence from refunds group by refunds.payment_id
  ) as refunded on refunded.payment_id = payments.id
  cross join lateral (select coalesce(transferred.pence, 0) as pence) as sent
  cross join lateral (select coalesce(refunded.pence, 0) as pence) as back
  where sent.pence + back.pence > payments.amount_pence
    or sent.pence <> payments.transferred_pence
    or back.pence <> payments.refunded_pence

  union all
  -- One transfer a commission, whichever of its payments that is of.
  select 'transferred_twice', counted.id::text, counted.payment_id
  from (
    select transfers.id, transfers.payment_id, count(*) over (partition by payments.subject_id) as live
    from transfers
    join payments on payments.id = transfers.payment_id
    where payments.subject_kind = 'commission' and not transfers.is_again
  ) as counted
  where counted.live > 1

  union all
  -- One refund a payment of a commission; one that has failed does not count.
  select 'refunded_twice', counted.id::text, counted.payment_id
  from (
    select refunds.id, refunds.payment_id, count(*) over (partition by refunds.payment_id) as live
    from refunds
    join payments on payments.id = refunds.payment_id
    where payments.subject_kind = 'commission' and refunds.status <> 'failed'
  ) as counted
  where counted.live > 1

  union all
  -- Nothing is owed to an artist before the approval, or from another payment than the one that paid.
  select 'transfer_without_approval', transfers.id::text, transfers.payment_id
  from transfers
  join payments on payments.id = transfers.payment_id
  left join commissions
    on commissions.payment_id = payments.id
    and commissions.id = payments.subject_id
    and commissions.status in ('approved', 'cron_pending', 'completed')
  where payments.subject_kind = 'commission' and commissions.id is null

  union all
  -- What was paid for a commission that has ended, or that another payment has paid, has been on its way back since five
  -- minutes at most after both were known.
  select 'refund_missing', payments.id::text, payments.id
  from payments
  join commissions on commissions.id = payments.subject_id
  left join (
    select refunds.payment_id, sum(refunds.amount_pence) as pence
    from refunds
    where refunds.status in ('pending', 'sent', 'disputed', 'settled')
      or (refunds.status = 'waiting' and refunds.attempts > 0)
    group by refunds.payment_id
  ) as refunded on refunded.payment_id = payments.id
  where payments.subject_kind = 'commission'
    and payments.status = 'paid'
    and (
      commissions.status in ('cancelled', 'rejected_by_artist') or commissions.payment_id is distinct from payments.id
    )
    and greatest(payments.paid_at, commissions.ended_at) <= at - interval '5 minutes'
    and coalesce(refunded.pence, 0) <> payments.amount_pence

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
  left join ledger_transactions on ledger_transactions.fact = 'refund_settled:' || refunds.id
  where refunds.status = 'settled' and ledger_transactions.id is null

  union all
  select 'settlement_unbooked', transfers.id::text, transfers.payment_id
  from transfers
  left join ledger_transactions on ledger_transactions.fact = 'transfer_settled:' || transfers.id
  where transfers.status = 'settled' and ledger_transactions.id is null
$$;
