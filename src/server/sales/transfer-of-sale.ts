// What has become of the transfer of a sale: sent, netted, paid to a bank, taken back. For a query of sales with their
// transfers, of a page of them.

import { sql } from 'kysely'
import type { BankPayoutStatus } from '#rules/payments/bank-payout-process.ts'
import type { TransferStatus } from '#rules/payments/payment-process.ts'
import type { ReversalStatus } from '#rules/payments/reversal-process.ts'

/** Of everything that the artist has earned by the payment. Times as the database writes them in JSON. */
export type TransferOfSale = {
  status: TransferStatus
  pence: number
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
    'nettedPence', transfers.netted_pence,
    'providerId', transfers.provider_id,
    'reference', transfers.settled_reference,
    'doneAt', coalesce(transfers.settled_at, transfers.written_off_at, transfers.sent_at, case transfers.status when 'netted' then ${nettedAt} end),
    'payout', ${latestPayout}
  ) end`

export type TakenBack = { id: string; pence: number; status: ReversalStatus; isPaidAgain: boolean }

/** By refunds of the sale, and by disputes of its payment. */
export const takenBackOfSale = sql<TakenBack[]>`(
  select coalesce(
    jsonb_agg(jsonb_build_object(
      'id', reversals.id,
      'pence', reversals.amount_pence,
      'status', reversals.status,
      'isPaidAgain', reversals.sent_again_by is not null
    ) order by reversals.created_at, reversals.id),
    '[]'
  )
  from (
    select 'refund' as kind, id from refunds
    where payment_id = sales.payment_id and order_line_id is not distinct from sales.order_line_id
    union all
    select 'dispute', id from bank_disputes where payment_id = sales.payment_id
  ) as cause
  join reversals on reversals.cause_kind = cause.kind and reversals.cause_id = cause.id
    and reversals.artist_id = sales.artist_id
)`
