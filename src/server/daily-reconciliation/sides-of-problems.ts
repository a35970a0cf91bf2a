// The amounts of what the checks of the database have found: ours, and what it is compared with (otherSide of the kind).

import { sql } from 'kysely'
import { differingAccounts } from '#server/ledger/ledger-days.ts'
import { differingTypes } from './day-closing.ts'
import type { ReconciliationRun } from './reconciliation-runs.ts'

/** Of a row of found_problems, for a lateral join: at most one row with `ours` and `theirs`, in pence. */
export const sidesOfProblem = ({ id }: ReconciliationRun) => sql`
  ${sumsOfPayment}
  union all
  ${sumsOfTransfer}
  union all
  ${sumsOfArtist}
  union all
  ${sumsOfStatement}
  union all
  ${sumsOfDay}
  union all
  ${bookedOfPayment}
  union all
  ${booked}
  union all
  ${singleRows}
  union all
  select null, theirs.amount_pence
  from provider_records as theirs
  where found_problems.kind in (
      'charge_without_payment', 'transfer_without_row', 'reversal_without_row', 'refund_without_row'
    )
    and theirs.run_id = ${id}
    and theirs.list = any(array['charges', 'transfers', 'reversals', 'refunds'])
    and theirs.id = found_problems.subject
  limit 1`

/** What a payment counts, and the sum of its rows: the first that differs. Or all that is owed, and all that can be. */
const sumsOfPayment = sql`
  select sides.ours, sides.theirs
  from payments
  cross join lateral (
    select coalesce(sum(amount_pence), 0) as pence
    from transfers
    where transfers.payment_id = payments.id and not transfers.is_again
  ) as sent
  cross join lateral (
    select coalesce(sum(amount_pence), 0) as pence, coalesce(sum(artist_pence), 0) as taken_pence
    from refunds
    where refunds.payment_id = payments.id
  ) as back
  cross join lateral (
    values
      ('owed_more_than_paid', sent.pence + back.pence, payments.amount_pence + back.taken_pence),
      ('owed_sums_differ', payments.transferred_pence, sent.pence),
      ('owed_sums_differ', payments.refunded_pence, back.pence),
      ('owed_sums_differ', payments.taken_back_pence, back.taken_pence)
  ) as sides (kind, ours, theirs)
  where payments.id = found_problems.payment_id
    and sides.kind = found_problems.kind
    and sides.ours <> sides.theirs`

/** What a transfer or a debt counts, and what its reversals and nettings are: of a transfer the sum that differs. */
const sumsOfTransfer = sql`
  select reversed_pence, sum(reversals.amount_pence)
  from transfers
  left join reversals on reversals.transfer_id = transfers.id
  where found_problems.kind = 'reversal_sums_differ' and transfers.id::text = found_problems.subject
  group by transfers.id
  having reversed_pence <> coalesce(sum(reversals.amount_pence), 0)
  union all
  select transfers.netted_pence, sum(nettings.amount_pence)
  from transfers
  left join nettings on nettings.transfer_id = transfers.id
  where found_problems.kind = 'reversal_sums_differ' and transfers.id::text = found_problems.subject
  group by transfers.id
  having transfers.netted_pence <> coalesce(sum(nettings.amount_pence), 0)
  union all
  select reversals.netted_pence, sum(nettings.amount_pence)
  from reversals
  left join nettings on nettings.reversal_id = reversals.id
  where found_problems.kind = 'debt_differs' and reversals.id::text = found_problems.subject
  group by reversals.id`

/** What an artist owes; and of the sums of sales one that differs. */
const sumsOfArtist = sql`
  select differs.ours, differs.theirs
  from receivable_differences() as differs
  where found_problems.kind = 'receivable_differs' and differs.artist_id::text = found_problems.subject
  union all
  (
    select sum(side.ours), sum(side.theirs)
    from (
      select month, kind, status, artist_pence, customer_pence, platform_fee_pence, processing_fee_pence, refunded_pence, 1 as ours
      from sale_sums
      where artist_id::text = found_problems.subject
      union all
      select month, kind, status, artist_pence, customer_pence, platform_fee_pence, processing_fee_pence, refunded_pence, 0
      from sales
      where artist_id::text = found_problems.subject
    ) as summed
    cross join lateral (
      select sum_of, pence * summed.ours as ours, pence * (1 - summed.ours) as theirs
      from (
        values
          (1, artist_pence), (2, customer_pence), (3, platform_fee_pence), (4, processing_fee_pence), (5, refunded_pence)
      ) as one (sum_of, pence)
    ) as side
    where found_problems.kind = 'sale_sums_differ'
    group by summed.month, summed.kind, summed.status, side.sum_of
    having sum(side.ours) <> sum(side.theirs)
    order by side.sum_of, summed.month, summed.kind, summed.status
    limit 1
  )`

/** What a statement has moved, and what the ledger has of its month, or its lines: the first that differs. */
const sumsOfStatement = sql`
  select sides.ours, sides.theirs
  from statements
  cross join lateral (
    select
      -coalesce(sum(ledger_entries.amount_pence) filter (where ledger_entries.account = 'artist_payable'), 0) as owed,
      coalesce(sum(ledger_entries.amount_pence) filter (where ledger_entries.account = 'artist_receivable'), 0) as owing
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = ledger_entries.transaction_id
    where ledger_entries.artist_id = statements.artist_id
      and date_trunc('month', ledger_transactions.booked_at at time zone 'Europe/London')::date = statements.month
  ) as booked
  cross join lateral (
    select coalesce(sum(owed_pence), 0) as owed, coalesce(sum(owing_pence), 0) as owing
    from statement_lines
    where statement_lines.artist_id = statements.artist_id and statement_lines.month = statements.month
  ) as lines
  cross join lateral (
    values
      ('statement_differs', closing_owed_pence - opening_owed_pence, booked.owed),
      ('statement_differs', closing_owing_pence - opening_owing_pence, booked.owing),
      ('statement_lines_differ', closing_owed_pence - opening_owed_pence, lines.owed),
      ('statement_lines_differ', closing_owing_pence - opening_owing_pence, lines.owing)
  ) as sides (kind, ours, theirs)
  where found_problems.kind = sides.kind
    and statements.artist_id = case when found_problems.kind like 'statement%' then split_part(found_problems.subject, ' ', 1)::uuid end
    and statements.month::text = split_part(found_problems.subject, ' ', 2)
    and sides.ours <> sides.theirs`

const ofDay = (kind: 'ledger_changed' | 'day_changed') => sql`
  (case when found_problems.kind = ${kind} then found_problems.subject end)::date`

/** What was stored of a closed day, and what its rows are now: the first sum that differs. Another change has no amounts. */
const sumsOfDay = sql`
  (
    select ours, theirs
    from (${differingAccounts(ofDay('ledger_changed'))}) as differs
    order by account
    limit 1
  )
  union all
  (
    select ours, theirs
    from (${differingTypes(ofDay('day_changed'))}) as differs
    order by type
    limit 1
  )
  union all
  select closing_pence - opening_pence, summed.pence
  from reconciled_days
  cross join lateral (
    select coalesce(sum(amount_pence - fee_pence), 0) as pence
    from reconciled_sums
    where reconciled_sums.day = reconciled_days.day
  ) as summed
  where reconciled_days.day = ${ofDay('day_changed')}
    and closing_pence - opening_pence <> summed.pence`

/** Rows of a payment, and what the ledger has of it. */
const bookedOfPayment = sql`
  select differs.ours, differs.theirs
  from sale_differences(array[found_problems.payment_id]) as differs
  where found_problems.kind = 'sale_differs'
  union all
  select rows_of.pence, entries.pence
  from (
    select kind, account, sign, pence
    from (
      select 'held_differs', 'commission_held', -1, sum(customer_pence)
      from commissions
      where payment_id = found_problems.payment_id and status in ('in_progress', 'delivered')
      union all
      select 'held_sale_differs', 'commission_held', -1, sum(customer_pence)
      from sales
      where payment_id = found_problems.payment_id and status = 'held'
      union all
      select 'vat_differs', 'vat', -1, sum(vat_pence - vat_returned_pence)
      from sales
      where payment_id = found_problems.payment_id and vat_mode <> 'none' and status <> 'held'
      union all
      select 'refund_in_transit_differs', 'refunds_in_transit', 1, sum(amount_pence)
      from refunds
      where payment_id = found_problems.payment_id and status = 'pending'
    ) as one (kind, account, sign, pence)
  ) as rows_of
  cross join lateral (
    select rows_of.sign * sum(ledger_entries.amount_pence) as pence
    from ledger_transactions
    join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
    where ledger_transactions.payment_id = found_problems.payment_id and ledger_entries.account = rows_of.account
  ) as entries
  where rows_of.kind = found_problems.kind`

/** What the ledger has of one transaction, or of all. */
const booked = sql`
  select sum(ledger_entries.amount_pence), null
  from ledger_entries
  where ledger_entries.transaction_id::text = found_problems.subject
    and (
      found_problems.kind = 'ledger_unbalanced'
      or (found_problems.kind = 'balance_unnamed' and ledger_entries.account in ('stripe_pending', 'stripe_available'))
    )
  having count(*) > 0
  union all
  select entries.pence, moved.amount_pence - moved.fee_pence
  from balance_transactions as moved
  cross join lateral (
    select sum(ledger_entries.amount_pence) as pence
    from ledger_entries
    where ledger_entries.transaction_id = moved.ledger_transaction_id
      and ledger_entries.account in ('stripe_pending', 'stripe_available')
  ) as entries
  where found_problems.kind = 'balance_differs' and moved.id = found_problems.subject
  union all
  select differs.ours, differs.theirs
  from available_differences() as differs
  where found_problems.kind = 'available_differs'`

/** One row of ours, which the other side does not have or must not be. */
const singleRows = sql`
  select payments.amount_pence, null
  from payments
  where found_problems.kind in ('payment_not_at_provider', 'refund_missing') and payments.id = found_problems.payment_id
  union all
  select case found_problems.kind when 'transfer_not_at_provider' then payable_pence else amount_pence end, null
  from transfers
  where found_problems.kind in (
      'transfer_not_at_provider', 'transferred_twice', 'transfer_without_approval', 'settlement_unbooked'
    )
    and transfers.payment_id = found_problems.payment_id
    and transfers.id::text = found_problems.subject
  union all
  select amount_pence, null
  from refunds
  where found_problems.kind in ('refund_not_at_provider', 'refunded_twice', 'settlement_unbooked')
    and refunds.payment_id = found_problems.payment_id
    and refunds.id::text = found_problems.subject
  union all
  select amount_pence, null
  from reversals
  where found_problems.kind = 'reversal_not_at_provider' and reversals.id::text = found_problems.subject
  union all
  select customer_pence, null
  from commissions
  where found_problems.kind = 'held_too_long'
    and commissions.payment_id = found_problems.payment_id
    and commissions.id::text = found_problems.subject
  union all
  select vat_returned_pence, returned.pence
  from sales
  cross join lateral (
    select coalesce(sum(refunds.vat_pence), 0) as pence
    from refunds
    where refunds.payment_id = sales.payment_id and refunds.order_line_id is not distinct from sales.order_line_id
  ) as returned
  where found_problems.kind = 'vat_returned_differs'
    and sales.payment_id = found_problems.payment_id
    and sales.id::text = found_problems.subject`
