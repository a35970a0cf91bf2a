import {
  decideRefundRequest,
  getAdminRefundRequest,
  listRefundRequests,
  listUnmadeRefunds,
} from '#contracts/admin/refund-requests.ts'
import {
  assignFoundRefund,
  getFoundRefund,
  listFoundRefunds,
} from '#contracts/admin/found-refunds.ts'
import { listReceiptSales, previewRefund, refundSale } from '#contracts/admin/refunds.ts'
import { askForRefund, getRefundRequest } from '#contracts/refund-requests.ts'
import { receiptSerial } from '#rules/orders/receipt-number.ts'
import type { Serving } from '#server/http/serve.ts'
import type { RefundDeps } from '#server/payments/refund-records.ts'
import * as assignment from './found-refund-assignment.ts'
import { findFoundRefund, findUnassigned } from './found-refund-queries.ts'
import { giveBack } from './give-back.ts'
import { findRefundOfSale, presentSold } from './refund-preview.ts'
import * as requests from './refund-requests.ts'
import { findSalesOfReceipt } from './refundable-sale.ts'
import { decideRequest } from './request-decisions.ts'
import { findOpenRequests, findRequest, findUnmade } from './request-queries.ts'

export function refundRoutes({ serve }: Serving, deps: RefundDeps) {
  const { db, clock } = deps
  const readerOf = ({ id }: { id: string }) => ({ adminId: id, now: clock.now() })

  serve(getRefundRequest, ({ input: { id: trackId }, user }) =>
    requests.findOwnRequest(db, clock, { customerId: user.id, trackId }),
  )

  serve(askForRefund, ({ input: { id: trackId, reason, words = null }, user }) =>
    requests.askForRefund(deps, { customerId: user.id, trackId, reason, words }),
  )

  serve(listReceiptSales, async ({ input: { receipt } }) => {
    const sales = await findSalesOfReceipt(db, receiptSerial(receipt))
    return { sales: sales.map(presentSold) }
  })

  serve(previewRefund, ({ input: { id: saleId, part: pence } }) =>
    findRefundOfSale(db, { saleId, pence }),
  )

  serve(refundSale, async ({ input: { id: saleId, amount: pence, ...refund }, user }) => {
    const refundId = await giveBack(deps, { ...refund, saleId, pence, adminId: user.id })
    return { refundId }
  })

  serve(listUnmadeRefunds, ({ input, user }) => findUnmade(db, { ...input, ...readerOf(user) }))

  serve(listFoundRefunds, ({ input, user }) => findUnassigned(db, { ...input, ...readerOf(user) }))

  serve(getFoundRefund, ({ input, user }) => findFoundRefund(deps, { ...input, ...readerOf(user) }))

  serve(assignFoundRefund, async ({ input, user }) => ({
    refundIds: await assignment.assignFoundRefund(deps, { ...input, adminId: user.id }),
  }))

  serve(listRefundRequests, ({ input, user }) =>
    findOpenRequests(db, { ...input, ...readerOf(user) }),
  )

  serve(getAdminRefundRequest, async ({ input: { id }, user }) => {
    const request = await findRequest(db, id, readerOf(user))
    return { ...request, refund: await findRefundOfSale(db, { saleId: request.sale.id }) }
  })

  serve(decideRefundRequest, async ({ input, user }) => {
    await decideRequest(deps, { ...input, adminId: user.id })
    return { status: (await findRequest(db, input.id, readerOf(user))).status }
  })
}
