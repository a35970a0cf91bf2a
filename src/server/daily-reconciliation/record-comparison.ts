// Compares what was read at the card provider with our rows, in both directions, to the penny.

import { sql } from 'kysely'
import { differenceKinds } from '#rules/payments/difference-process.ts'
import {
  endedTransferStatuses,
  refundProcess,
  transferProcess,
} from '#rules/payments/payment-process.ts'
import { reversalProcess } from '#rules/payments/reversal-process.ts'
import type { Db } from '#server/db/client.ts'
import { disputeComparisons } from './dispute-differences.ts'
import { keepDifferences } from './found-differences.ts'
import { isUnmoved, listed, type Comparison } from './listed-records.ts'
import { payoutComparisons } from './payout-differences.ts'
import type { ReconciliationRun } from './reconciliation-runs.ts'
import { sidesOfProblem } from './sides-of-problems.ts'

const comparisons: Comparison[] = [
  missingMovements,
  unbookedMovements,
  otherPayments,
  otherTransfers,
  otherReversals,
  otherRefunds,
  unmovedPayments,
  unmovedTransfers,
  unmovedReversals,
  unmovedRefunds,
  otherNettings,
  ...disputeComparisons,
  ...payoutComparisons,
]

export async function compareRecords(tx: Db, run: ReconciliationRun): Promise<void> {
  for (const compare of comparisons) await keepDifferences(tx, run, compare(run))
}

/** What the hourly checks and the check of the ledger's days have found, of money and of commissions. */
export async function takeFoundProblems(tx: Db, run: ReconciliationRun): Promise<void> {
  await keepDifferences(
    tx,
    run,
    sql`
      select found_problems.kind, found_problems.subject, found_problems.payment_id, sides.ours, sides.theirs,
        null::timestamptz as occurred_at
      from found_problems
      left join lateral (${sidesOfProblem(run)}) as sides (ours, theirs) on true
      where found_problems.kind = any(${Object.keys(differenceKinds)})`,
  )
}

function missingMovements(run: ReconciliationRun) {
  const theirs = listed(run, 'balance_transactions')
  return sql`
    select
      case when theirs.id is null then 'balance_transaction_missing' else 'balance_transaction_differs' end as kind,
      ours.id as subject,
      ledger_transactions.payment_id,
      ours.amount_pence - ours.fee_pence as ours,
      theirs.amount_pence - theirs.fee_pence as theirs,
      ours.created_at as occurred_at
    from balance_transactions as ours
    left join ${theirs} as theirs on theirs.id = ours.id
    left join ledger_transactions on ledger_transactions.id = ours.ledger_transaction_id
    where ours.created_at >= ${run.since}
      and ours.created_at < ${run.until}
      and (theirs.amount_pence, theirs.fee_pence) is distinct from (ours.amount_pence::bigint, ours.fee_pence::bigint)`
}

function unbookedMovements(run: ReconciliationRun) {
  return sql`
    select
      'balance_transaction_unbooked' as kind,
      theirs.id as subject,
      null::uuid as payment_id,
      null::bigint as ours,
      theirs.amount_pence - theirs.fee_pence as theirs,
      theirs.made_at as occurred_at
    from ${listed(run, 'balance_transactions')} as theirs
    where not exists (select from balance_transactions as ours where ours.id = theirs.id)`
}

function otherPayments(run: ReconciliationRun) {
  return sql`
    select 'charge_differs' as kind, payments.id::text as subject, payments.id as payment_id,
      payments.amount_pence as ours, theirs.amount_pence as theirs, theirs.made_at as occurred_at
    from ${listed(run, 'charges')} as theirs
    join payments on payments.charge_id = theirs.id
    where payments.amount_pence <> theirs.amount_pence`
}

function otherTransfers(run: ReconciliationRun) {
  return sql`
    select 'transfer_differs' as kind, transfers.id::text as subject, transfers.payment_id,
      transfers.payable_pence as ours, theirs.amount_pence as theirs, theirs.made_at as occurred_at
    from ${listed(run, 'transfers')} as theirs
    join transfers on transfers.provider_id = theirs.id
    where transfers.payable_pence <> theirs.amount_pence`
}

/** As refunds: see otherRefunds. */
function otherReversals(run: ReconciliationRun) {
  return sql`
    select 'reversal_differs' as kind, ours.id::text as subject, ours.payment_id,
      ours.pence as ours, theirs.amount_pence as theirs, theirs.made_at as occurred_at
    from ${listed(run, 'reversals')} as theirs
    join lateral (
      select (array_agg(reversals.id order by reversals.id))[1] as id, payment_id, sum(reversals.amount_pence) as pence
      from reversals
      join transfers on transfers.id = reversals.transfer_id
      where reversals.provider_id = theirs.id
      group by payment_id
    ) as ours on true
    where ours.pence <> theirs.amount_pence`
}

/** Several rows can be parts of one: the first of them names it. */
function otherRefunds(run: ReconciliationRun) {
  return sql`
    select 'refund_differs' as kind, ours.id::text as subject, ours.payment_id,
      ours.pence as ours, theirs.amount_pence as theirs, theirs.made_at as occurred_at
    from ${listed(run, 'refunds')} as theirs
    join lateral (
      select (array_agg(id order by id))[1] as id, payment_id, sum(amount_pence) as pence
      from refunds
      where refunds.provider_id = theirs.id
      group by payment_id
    ) as ours on true
    where ours.pence <> theirs.amount_pence`
}

function unmovedPayments({ since, until }: ReconciliationRun) {
  return sql`
    select 'payment_unbooked' as kind, payments.id::text as subject, payments.id as payment_id,
      payments.amount_pence as ours, null::bigint as theirs, payments.paid_at as occurred_at
    from payments
    where payments.status = 'paid'
      and payments.paid_at >= ${since}
      and payments.paid_at < ${until}
      and ${isUnmoved('payments.charge_id')}`
}

function unmovedTransfers({ since, until }: ReconciliationRun) {
  return sql`
    select 'transfer_unbooked' as kind, transfers.id::text as subject, transfers.payment_id,
      transfers.payable_pence as ours, null::bigint as theirs, transfers.sent_at as occurred_at
    from transfers
    where transfers.status = ${transferProcess.steps.send.to}
      and transfers.provider_id is not null
      and transfers.sent_at >= ${since}
      and transfers.sent_at < ${until}
      and ${isUnmoved('transfers.provider_id')}`
}

/** Also those that somebody has made by hand. */
function unmovedReversals({ since, until }: ReconciliationRun) {
  return sql`
    select 'reversal_unbooked' as kind, reversals.id::text as subject, transfers.payment_id,
      reversals.amount_pence as ours, null::bigint as theirs, reversals.sent_at as occurred_at
    from reversals
    join transfers on transfers.id = reversals.transfer_id
    where reversals.status = ${reversalProcess.steps.send.to}
      and reversals.sent_at >= ${since}
      and reversals.sent_at < ${until}
      and ${isUnmoved('reversals.provider_id')}`
}

function unmovedRefunds({ since, until }: ReconciliationRun) {
  return sql`
    select 'refund_unbooked' as kind, refunds.id::text as subject, refunds.payment_id,
      refunds.amount_pence as ours, null::bigint as theirs, refunds.sent_at as occurred_at
    from refunds
    where refunds.status = ${refundProcess.steps.arrive.to}
      and refunds.sent_at >= ${since}
      and refunds.sent_at < ${until}
      and ${isUnmoved('refunds.provider_id')}`
}

/** What transfers that are done have paid of debts. That their sums are those of the debts, the hourly checks compare. */
function otherNettings() {
  return sql`
    select 'netting_differs' as kind, nettings.id::text as subject, transfers.payment_id,
      nettings.amount_pence as ours, booked.pence as theirs, null::timestamptz as occurred_at
    from nettings
    join transfers on transfers.id = nettings.transfer_id
    cross join lateral (
      select coalesce(-sum(ledger_entries.amount_pence), 0) as pence
      from ledger_transactions
      join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
      where ledger_transactions.fact = 'netted:' || nettings.id and ledger_entries.account = 'artist_receivable'
    ) as booked
    where transfers.status = any(${[...endedTransferStatuses]})
      and nettings.amount_pence <> booked.pence`
}
