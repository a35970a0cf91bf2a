import { getReceipt, listReceipts } from '#contracts/receipts.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { receiptSerial } from '#rules/orders/receipt-number.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { presentPayments, presentReceipt, type Seller } from './receipt-presenter.ts'
import { findPayments, findReceipt } from './receipts.ts'

export function receiptRoutes({ serve }: Serving, { db, seller }: { db: Db; seller: Seller }) {
  serve(getReceipt, async ({ input, user }) => {
    const receipt = await findReceipt(db, {
      serial: receiptSerial(input.number),
      ofCustomer: user.mayAdminister ? null : user.id,
    })
    if (!receipt) throw new Refusal('not_found')
    return presentReceipt(receipt, seller)
  })

  serve(listReceipts, async ({ input, user }) =>
    presentPayments(await findPayments(db, { customerId: user.id, page: input.page })),
  )
}
