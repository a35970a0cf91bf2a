// Writes the lines of a month's statements: each booking that moves something of an artist's is one. They are collected in
// small transactions, in the order of the bookings, and a run that was ended goes on where it was.

import { sql, type RawBuilder } from 'kysely'
import type { StatementLineKind } from '#rules/papers/statement-lines.ts'
import { inTransaction, type Committing } from '#server/clock-and-failpoints/failpoints.ts'
import { endOf, lastMomentOf, type Month } from './statement-months.ts'

const bookingsAtOnce = 1_000

export async function collectLines(
  deps: Committing,
  month: Month,
  signal: AbortSignal,
): Promise<void> {
  while (await collectSome(deps, month)) signal.throwIfAborted()
}

/** Returns false when all are collected. Bookings of one moment are collected together. */
async function collectSome(deps: Committing, month: Month): Promise<boolean> {
  const { numAffectedRows } = await inTransaction(deps, 'statement.collect', (tx) =>
    sql`
      with place as (
        select month, collected_until as after, coalesce(
          (
            select booked_at from ledger_transactions
            where booked_at > collected_until and booked_at < ${endOf(month)}
            order by booked_at offset ${bookingsAtOnce - 1} limit 1
          ),
          ${lastMomentOf(month)}
        ) as until
        from statement_months
        where month = ${month}::date and collected_until < ${lastMomentOf(month)}
        for update
      ), moved as (
        select booked.id, booked.fact, booked.payment_id, booked.booked_at, entries.artist_id,
          -coalesce(sum(entries.amount_pence) filter (where entries.account = 'artist_payable'), 0) as owed,
          coalesce(sum(entries.amount_pence) filter (where entries.account = 'artist_receivable'), 0) as owing
        from place
        join ledger_transactions as booked on booked.booked_at > place.after and booked.booked_at <= place.until
        join ledger_entries as entries on entries.transaction_id = booked.id
        where entries.artist_id is not null
        group by booked.id, entries.artist_id
      ), kinds as (
        select *, ${kindOfMoved} as kind, split_part(fact, ':', 1) as fact_kind, split_part(fact, ':', 2) as fact_of
        from moved
      ), lines as (${linesOfKinds}), written as (
        insert into statement_lines (month, artist_id, ledger_transaction_id, payment_id, kind, titles, reference,
          booked_at, occurred_at, corrects_number, owed_pence, owing_pence)
        select ${month}::date, artist_id, id, payment_id, kind, titles, reference, booked_at, occurred_at,
          ${correctedNumber(month)}, owed, owing
        from lines
      )
      update statement_months set collected_until = place.until from place where statement_months.month = place.month
    `.execute(tx),
  )
  return numAffectedRows === 1n
}

const kind = (name: StatementLineKind) => sql.lit(name)

/** Which accounts of the artist have moved, and in which direction: that decides, whatever the fact is called. */
const kindOfMoved = sql`case
  when owed > 0 and owing = 0 then ${kind('sale')}
  when owed > 0 then ${kind('owed_again')}
  when owed < 0 and owing < 0 then ${kind('netting')}
  when owed < 0 and fact like 'transfer_written_off:%' then ${kind('written_off')}
  when owed < 0 then ${kind('transfer')}
  -- Paid of what is kept for the artist, which is owed no more since it was written off.
  when fact like 'netted:%' then ${kind('netting')}
  when owing > 0 and fact like 'dispute_lost:%' then ${kind('dispute')}
  when fact like 'reversal_found:%' then ${kind('found_reversal')}
  when fact like 'reversal_explained:%' then ${kind('explained_reversal')}
  when owing > 0 and fact like 'forgiven_again:%' then ${kind('debt_opened_again')}
  when owing > 0 then ${kind('refund')}
  when fact like 'dispute_won_back:%' then ${kind('dispute_won')}
  when fact like 'debt_closed:%' or fact like 'share_borne:%' then ${kind('debt_closed')}
  else ${kind('reversal')}
end`

/** With what they are about: of a refund the sale that goes back, of everything else all that was sold by the payment. */
const linesOfKinds = sql`
  select kinds.*, array(
      select coalesce(order_lines.title, commissions.name)
      from sales
      left join order_lines on order_lines.id = sales.order_line_id
      left join commissions on commissions.id = sales.commission_id
      where sales.payment_id = kinds.payment_id and sales.artist_id = kinds.artist_id
        and (given.order_line_id is null or sales.order_line_id = given.order_line_id)
      order by 1
    ) as titles,
    case when kinds.kind in (${kind('transfer')}, ${kind('reversal')}) then coalesce(settled.settled_reference, moves.source_id) end
      as reference,
    coalesce(moves.created_at, kinds.booked_at) as occurred_at
  from kinds
  left join balance_transactions as moves
    on moves.id = case when fact_kind in ('balance', 'explained') then fact_of end
  left join transfers as settled on settled.id = case when fact_kind = 'transfer_settled' then fact_of::uuid end
  left join refunds as given on given.id = case when fact_kind in ('sale_given_back', 'share_borne') then fact_of::uuid end`

/** These belong to the statement that has the sale; the others to that of the time at which they have happened. */
const ofSale: readonly StatementLineKind[] = [
  'refund',
  'dispute',
  'dispute_won',
  'owed_again',
  'reversal',
  'found_reversal',
  'explained_reversal',
]

/** For a query of lines: the number of the artist's earlier statement that they belong to. */
function correctedNumber(month: Month): RawBuilder<number | null> {
  return sql`(
    select earlier.number from statements as earlier
    where earlier.artist_id = lines.artist_id and earlier.month < ${month}::date and earlier.month = case
      when lines.kind in (${sql.join(ofSale.map(kind))}) then (
        select min(sold.month) from statement_lines as sold
        where sold.payment_id = lines.payment_id and sold.artist_id = lines.artist_id and sold.kind = ${kind('sale')}
      )
      else date_trunc('month', lines.occurred_at at time zone 'Europe/London')::date
    end
  )`
}
