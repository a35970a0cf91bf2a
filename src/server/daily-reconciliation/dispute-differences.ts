// Compares what customers' banks have taken back with the card provider, and what it has cost with the ledger.

import { sql } from 'kysely'
import { factOfLostDispute } from '#server/ledger/dispute-postings.ts'
import { listed, type Comparison } from './listed-records.ts'

type Run = Parameters<Comparison>[0]

export const disputeComparisons: Comparison[] = [
  otherDisputes,
  otherStates,
  missingDisputes,
  otherLosses,
  lossesWithoutRow,
  otherFees,
]

/** One that no row is about is of another app's charge: those of ours were recorded when they were read. */
function otherDisputes(run: Run) {
  return sql`
    select 'dispute_differs' as kind, bank_disputes.id::text as subject, bank_disputes.payment_id,
      bank_disputes.amount_pence as ours, theirs.amount_pence as theirs, theirs.made_at as occurred_at
    from ${listed(run, 'disputes')} as theirs
    join bank_disputes on bank_disputes.provider_id = theirs.id
    where bank_disputes.amount_pence <> theirs.amount_pence`
}

/** The app's words for the provider's states are those of the rows. What has changed since is compared the next night. */
function otherStates(run: Run) {
  return sql`
    select 'dispute_state_differs' as kind, bank_disputes.id::text as subject, bank_disputes.payment_id,
      null::bigint as ours, null::bigint as theirs, theirs.made_at as occurred_at
    from ${listed(run, 'disputes')} as theirs
    join bank_disputes on bank_disputes.provider_id = theirs.id
    where bank_disputes.status <> theirs.state
      and coalesce(greatest(bank_disputes.answered_at, bank_disputes.decided_at), '-infinity') < ${run.startedAt}`
}

function missingDisputes(run: Run) {
  return sql`
    select 'dispute_not_at_provider' as kind, bank_disputes.id::text as subject, bank_disputes.payment_id,
      bank_disputes.amount_pence as ours, null::bigint as theirs, bank_disputes.opened_at as occurred_at
    from bank_disputes
    where bank_disputes.opened_at >= ${run.since}
      and bank_disputes.opened_at < ${run.until}
      and not exists (select from ${listed(run, 'disputes')} as theirs where theirs.id = bank_disputes.provider_id)`
}

/** What the platform bears of a lost one. Also of one that was won back: that is booked apart. */
function otherLosses() {
  return sql`
    select 'dispute_loss_differs' as kind, bank_disputes.id::text as subject, bank_disputes.payment_id,
      bank_disputes.lost_pence as ours, booked.pence as theirs, null::timestamptz as occurred_at
    from bank_disputes
    cross join lateral (
      select coalesce(sum(ledger_entries.amount_pence), 0) as pence
      from ledger_transactions
      join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
      where ledger_transactions.fact = ${factOfLostDispute('')} || bank_disputes.id
        and ledger_entries.account = 'losses'
    ) as booked
    where coalesce(bank_disputes.lost_pence, 0) <> booked.pence`
}

/** A loss that is booked of a dispute whose row is gone, or has been written anew. */
function lossesWithoutRow() {
  return sql`
    select 'dispute_loss_differs' as kind, booked.fact as subject, booked.payment_id,
      null::bigint as ours, sum(ledger_entries.amount_pence) as theirs, null::timestamptz as occurred_at
    from (select distinct payment_id from bank_disputes) as disputed
    join ledger_transactions as booked on booked.payment_id = disputed.payment_id
    join ledger_entries on ledger_entries.transaction_id = booked.id
    where booked.fact like ${`${factOfLostDispute('')}%`}
      and ledger_entries.account = 'losses'
      and not exists (
        select from bank_disputes where booked.fact = ${factOfLostDispute('')} || bank_disputes.id
      )
    group by booked.id`
}

/** The provider's fees for one, and what is booked of them. */
function otherFees() {
  return sql`
    select 'dispute_fee_differs' as kind, bank_disputes.id::text as subject, bank_disputes.payment_id,
      sum(booked.pence) as ours, sum(moved.fee_pence) as theirs, null::timestamptz as occurred_at
    from bank_disputes
    join balance_transactions as moved on moved.source_id = bank_disputes.provider_id
    join ledger_transactions on ledger_transactions.id = moved.ledger_transaction_id
    cross join lateral (
      select coalesce(sum(ledger_entries.amount_pence), 0) as pence
      from ledger_entries
      where ledger_entries.transaction_id = ledger_transactions.id and ledger_entries.account = 'dispute_fees'
    ) as booked
    where ledger_transactions.payment_id = bank_disputes.payment_id
    group by bank_disputes.id
    having sum(booked.pence) <> sum(moved.fee_pence)`
}
