import { listReceiptSales, previewRefund, refundSale } from '#contracts/admin/refunds.ts'
import { receiptSerial } from '#rules/orders/receipt-number.ts'
import type { Serving } from '#server/http/serve.ts'
import { giveBack, type GiveBackDeps } from './give-back.ts'
import { findRefundOfSale, presentSold } from './refund-preview.ts'
import { findSalesOfReceipt } from './refundable-sale.ts'

export function refundRoutes({ serve }: Serving, deps: GiveBackDeps) {
  const { db } = deps

  serve(listReceiptSales, async ({ input: { receipt } }) => {
    const sales = await findSalesOfReceipt(db, receiptSerial(receipt))
    return { sales: sales.map(presentSold) }
  })

  serve(previewRefund, ({ input: { id: saleId, amount: pence } }) =>
    findRefundOfSale(db, { saleId, pence }),
  )

  serve(refundSale, async ({ input: { id: saleId, amount: pence, ...refund }, user }) => {
    const refundId = await giveBack(deps, { ...refund, saleId, pence, adminId: user.id })
    return { refundId }
  })
}
