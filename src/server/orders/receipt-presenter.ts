import type { Receipt, ReceiptList } from '#contracts/receipts.ts'
import { refundProcess } from '#rules/payment-process.ts'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import type { findReceipt, findReceipts } from './receipts.ts'

/** Who sells, as the operator configures it. */
export type Seller = Receipt['seller']

type ReceiptRow = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

export function presentReceipt(row: ReceiptRow, seller: Seller): Receipt {
  const refunds = row.refunds.map((refund) => ({
    id: refund.id,
    title: refund.title,
    pence: refund.amount_pence,
    cause: refund.cause,
    state:
      refund.status === refundProcess.steps.arrive.to ? ('sent' as const) : ('pending' as const),
    sentAt: refund.sent_at?.toISOString() ?? null,
  }))
  const sent = refunds.filter(({ state }) => state === 'sent')
  return {
    number: receiptNumber(row.serial),
    issuedAt: row.issued_at.toISOString(),
    commissionId: row.subject_kind === 'commission' ? row.subject_id : null,
    seller,
    buyer: { name: row.buyer_name, email: row.buyer_email },
    lines: row.lines,
    totalPence: row.total_pence,
    cardLast4: row.card_last4,
    refunds,
    refundedPence: sent.reduce((sum, { pence }) => sum + pence, 0),
  }
}

export function presentReceipts(found: Awaited<ReturnType<typeof findReceipts>>): ReceiptList {
  return {
    receipts: found.rows.map((row) => ({
      number: receiptNumber(row.serial),
      issuedAt: row.issued_at.toISOString(),
      tracks: Number(row.tracks),
      commission: row.commission,
      totalPence: row.total_pence,
      refundedPence: Number(row.refunded_pence ?? 0),
    })),
    totalPages: found.pages,
    currentPage: found.page,
  }
}
