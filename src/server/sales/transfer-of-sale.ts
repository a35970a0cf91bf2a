// What has become of the transfer of a sale: sent, netted, paid to a bank, taken back. For a query of sales with their
// transfers, of a page of them.

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { BankPayoutStatus } from '#rules/payments/bank-payout-process.ts'
import { endedTransferStatuses, type TransferStatus } from '#rules/payments/payment-process.ts'
import type { ReversalStatus } from '#rules/payments/reversal-process.ts'

/** Of everything that the artist has earned by the payment. Times as the database writes them in JSON. */
export type TransferOfSale = {
  status: TransferStatus
  pence: number
  /** The share of this sale, before anything of it was given back. */
  sharePence: number
  nettedPence: number
  providerId: string | null
  reference: string | null
  /** Null before it was sent, settled, written off or netted wholly. */
  doneAt: string | null
  payout: { id: string; status: BankPayoutStatus; arrivesAt: string } | null
}

/** A payout that came back is in a later one: the latest says where the money is. Also of what is paid again. */
const latestPayout = sql`(
  with recursive containing as (
    select parts.payout_id from bank_payout_parts as parts where parts.transfer_id = transfers.id
    union
    select parts.payout_id
    from transfers as again join bank_payout_parts as parts on parts.transfer_id = again.id
    where again.is_again and again.payment_id = sales.payment_id and again.artist_id = sales.artist_id
    union
    select parts.payout_id
    from containing join bank_payout_parts as parts on parts.returned_payout_id = containing.payout_id
  )
  select jsonb_build_object('id', id, 'status', status, 'arrivesAt', arrives_at)
  from containing join bank_payouts on bank_payouts.id = payout_id
  order by created_at desc, id desc limit 1
)`

const nettedAt = sql`(select max(created_at) from nettings where nettings.transfer_id = transfers.id)`

export const transferOfSale = sql<TransferOfSale | null>`
  case when transfers.id is not null then jsonb_build_object(
    'status', transfers.status,
    'pence', transfers.amount_pence,
    'sharePence', coalesce(order_lines.artist_pence, transfers.amount_pence),
    'nettedPence', transfers.netted_pence,
    'providerId', transfers.provider_id,
    'reference', transfers.settled_reference,
    'doneAt', coalesce(transfers.settled_at, transfers.written_off_at, transfers.sent_at, case transfers.status when 'netted' then ${nettedAt} end),
    'payout', ${latestPayout}
  ) end`

export type TakenBack = {
  id: string
  /** All of these are the part of this sale. */
  pence: number
  /** Not what is still owed, was written off or was paid to us in another way. */
  takenPence: number
  status: ReversalStatus
  isPaidAgain: boolean
}

/** What a debt has been paid by transfers that are done: then it is booked. */
const nettedOfReversal = sql<number>`(
  select coalesce(sum(nettings.amount_pence), 0) from nettings
  join transfers as payer on payer.id = nettings.transfer_id
  where nettings.reversal_id = reversals.id and ${isDone(sql.ref('payer.status'))}
)`

const takenOfReversal = sql<number>`
  case reversals.status when 'sent' then reversals.amount_pence else ${nettedOfReversal} end`

/**
 * By refunds of the sale, by disputes of its payment, and by hand at the card provider. What is of no single sale is divided
 * among those of the payment.
 */
export const takenBackOfSale = sql<TakenBack[]>`(
  select coalesce(
    jsonb_agg(jsonb_build_object(
      'id', taken.id, 'pence', taken.pence, 'takenPence', taken.taken, 'status', taken.status, 'isPaidAgain', taken.is_paid_again
    ) order by taken.created_at, taken.id),
    '[]'
  )
  from (
    select reversals.id, reversals.status, reversals.created_at, reversals.sent_again_by is not null as is_paid_again,
      case when given.id is null then ${partOfSale(sql`reversals.amount_pence`, sql`reversals.created_at`)}
        else reversals.amount_pence end as pence,
      case when given.id is null then ${partOfSale(takenOfReversal, sql`reversals.created_at`)}
        else ${takenOfReversal} end as taken
    from transfers as reversed
    join reversals on reversals.transfer_id = reversed.id
    left join refunds as given on given.id = reversals.cause_id
    where reversed.payment_id = sales.payment_id and reversed.artist_id = sales.artist_id
      and (given.id is null or given.order_line_id is not distinct from sales.order_line_id)
  ) as taken
  where taken.pence > 0 or taken.taken > 0
)`

/** What of the sale has paid what the artist owed, and was not sent: its part of its transfer's. */
export const nettedOfSale = sql<number>`(
  select coalesce(sum(${partOfSale(sql`netted.netted_pence`, sql`netted.created_at`)}), 0)::int
  from transfers as netted
  where netted.payment_id = sales.payment_id and netted.artist_id = sales.artist_id and netted.netted_pence > 0
    and ${isDone(sql.ref('netted.status'))}
)`

function isDone(status: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${status} in (${sql.join(endedTransferStatuses.map((one) => sql.lit(one)))})`
}

/**
 * For a query of sales: what of an amount that is of all that the artist has sold by one payment is of this sale. It is divided
 * by what was left of each share at that time, and the parts of all are the amount, to the penny.
 */
function partOfSale(pence: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    select (${pence} * upto / whole - ${pence} * (upto - weight) / whole)::int
    from (
      select id, weight, sum(weight) over (order by id) as upto, sum(weight) over () as whole
      from (
        select id, case when sum(rest) over () > 0 then rest else share end as weight from (${sharesLeft(at)}) as shares
      ) as weights
    ) as parts
    where parts.id = sales.id
  )`
}

/** Of each sale of the artist in the payment: the share, and what refunds decided before then have left of it. */
function sharesLeft(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select own.id, coalesce(line.artist_pence, 1) as share, coalesce(line.artist_pence, 1) - (
        select coalesce(sum(earlier.artist_pence), 0)::int from refunds as earlier
        where earlier.payment_id = own.payment_id and earlier.order_line_id = own.order_line_id
          and earlier.created_at < ${at}
      ) as rest
    from sales as own
    left join order_lines as line on line.id = own.order_line_id
    where own.payment_id = sales.payment_id and own.artist_id = sales.artist_id`
}
