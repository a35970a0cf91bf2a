import type { PaymentList, Receipt } from '#contracts/receipts.ts'
import { refundStateOf, settledRefundStates } from '#rules/commissions/refund-states.ts'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import { sumOfVat } from '#rules/vat/contained-vat.ts'
import type { findPayments, findReceipt } from './receipts.ts'

/** Who sells, as the operator configures it. */
export type Seller = Receipt['seller']

type ReceiptRow = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

export function presentReceipt(row: ReceiptRow, seller: Seller): Receipt {
  const refunds = row.refunds.map((refund) => ({
    id: refund.id,
    title: refund.title,
    pence: refund.amount_pence,
    cause: refund.cause,
    state: refundStateOf(refund),
    sentAt: sentAtOf(refund),
    reference: refund.settled_reference,
  }))
  const vatPence = new Map(row.vat.map((sale) => [sale.id, sale.vat_pence]))
  const settled = refunds.filter(({ state }) => settledRefundStates.has(state))
  return {
    number: receiptNumber(row.serial),
    issuedAt: row.issued_at.toISOString(),
    commissionId: row.subject_kind === 'commission' ? row.subject_id : null,
    seller,
    buyer: { name: row.buyer_name, email: row.buyer_email },
    lines: row.lines.map((line) => ({ ...line, vatPence: vatPence.get(line.id) ?? null })),
    vat: vatOf(row),
    totalPence: row.total_pence,
    cardLast4: row.card_last4,
    refunds,
    refundedPence: settled.reduce((sum, { pence }) => sum + pence, 0),
  }
}

/** One number and one rate: those of the day of the payment. */
function vatOf({ vat, refunds }: ReceiptRow): Receipt['vat'] {
  const [first] = vat
  if (!first || first.vat_number === null) return null
  const settled = refunds.filter((refund) => settledRefundStates.has(refundStateOf(refund)))
  return {
    number: first.vat_number,
    rate: first.vat_rate,
    ...sumOfVat(vat.map((sale) => ({ netPence: sale.vat_net_pence, vatPence: sale.vat_pence }))),
    refundedPence: settled.reduce((sum, refund) => sum + refund.vat_pence, 0),
  }
}

type Found = Awaited<ReturnType<typeof findPayments>>

export function presentPayments({ refunds, ...found }: Found): PaymentList {
  const refundsOf = Map.groupBy(refunds, (refund) => refund.payment_id)
  return {
    payments: found.rows.map((row) => ({
      id: row.id,
      number: row.serial === null ? null : receiptNumber(row.serial),
      paidAt: paidAtOf(row).toISOString(),
      tracks: Number(row.tracks),
      commission:
        row.commission_id === null || row.commission === null
          ? null
          : { id: row.commission_id, name: row.commission },
      totalPence: row.total_pence,
      heldPence: row.held_pence,
      isWithTeam: row.held_pence > 0 && row.is_with_team,
      refunds: (refundsOf.get(row.id) ?? []).map(presentRefund),
    })),
    ...sumsOf(found.unsettled),
    ...found.paging,
  }
}

type Sums = Pick<PaymentList, 'heldPence' | 'withTeamPence' | 'returningPence' | 'unreturnedPence'>

function sumsOf({ held, refunds }: Found['unsettled']): Sums {
  const [withTeam, withCustomer] = parted(held, ({ is_with_team: isWithTeam }) => isWithTeam)
  const [unreturned, returning] = parted(refunds, (refund) => refundStateOf(refund) === 'failed')
  const heldPence = (some: typeof held) => some.reduce((sum, one) => sum + one.customer_pence, 0)
  const owedPence = (some: typeof refunds) => some.reduce((sum, one) => sum + one.amount_pence, 0)
  return {
    heldPence: heldPence(withCustomer),
    withTeamPence: heldPence(withTeam),
    returningPence: owedPence(returning),
    unreturnedPence: owedPence(unreturned),
  }
}

function parted<Row>(rows: readonly Row[], isFirst: (row: Row) => boolean): [Row[], Row[]] {
  return [rows.filter((row) => isFirst(row)), rows.filter((row) => !isFirst(row))]
}

function paidAtOf({ id, paid_at: paidAt }: Found['rows'][number]): Date {
  if (paidAt === null) throw new Error(`Payment ${id} is listed, but was not made.`)
  return paidAt
}

function presentRefund(row: Found['refunds'][number]) {
  return {
    id: row.id,
    pence: row.amount_pence,
    cause: row.cause,
    state: refundStateOf(row),
    sentAt: sentAtOf(row),
  }
}

type SentRow = Pick<Found['refunds'][number], 'sent_at' | 'settled_at'>

function sentAtOf({ sent_at: sentAt, settled_at: settledAt }: SentRow): string | null {
  return (settledAt ?? sentAt)?.toISOString() ?? null
}
