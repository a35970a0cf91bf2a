// A sale with everything that a refund of it needs: whose it is, what is left of it, and what is known of its payment.

import { sql } from 'kysely'
import { saleProcess } from '#rules/sales/sale-process.ts'
import type { SaleShares } from '#rules/payments/refund-shares.ts'
import type { VatTerms } from '#rules/vat/vat-terms.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'

export type RefundableSale = NonNullable<Awaited<ReturnType<typeof findSale>>>

/** By the id of the order line, or of the commission. */
export function findSale(db: Db, saleId: string) {
  return sales(db).where('sales.id', '=', saleId).executeTakeFirst()
}

/** In no order. */
export async function findSales(db: Db, saleIds: string[]) {
  return saleIds.length === 0 ? [] : sales(db).where('sales.id', 'in', saleIds).execute()
}

/** The sales of one receipt, by their titles. */
export function findSalesOfReceipt(db: Db, serial: number) {
  return sales(db)
    .where('receipts.serial', '=', serial)
    .orderBy('title')
    .orderBy('sales.id')
    .execute()
}

export function findSalesOfPayment(db: Db, paymentId: string) {
  return sales(db).where('sales.payment_id', '=', paymentId).orderBy('sales.id').execute()
}

function sales(db: Db) {
  return db
    .selectFrom('sales')
    .innerJoin('payments', 'payments.id', 'sales.payment_id')
    .innerJoin('users as customers', 'customers.id', 'payments.customer_id')
    .innerJoin('users as artists', 'artists.id', 'sales.artist_id')
    .leftJoin('receipts', 'receipts.payment_id', 'sales.payment_id')
    .leftJoin('order_lines', 'order_lines.id', 'sales.order_line_id')
    .leftJoin('commissions', 'commissions.id', 'sales.commission_id')
    .selectAll('sales')
    .select(['payments.customer_id', 'receipts.serial', 'order_lines.track_id'])
    .select([
      sql<string>`coalesce(order_lines.title, commissions.name)`.as('title'),
      nameOf('customers').as('customer_name'),
      nameOf('artists').as('artist_name'),
    ])
}

/** As they were when it was paid. */
export function vatTermsOf(sale: RefundableSale): VatTerms {
  return { mode: sale.vat_mode, rate: sale.vat_rate, number: sale.vat_number }
}

/** What the customer has paid for it, and not got back; all zero while it is held, and once it has gone back. */
export function sharesLeft(sale: RefundableSale): SaleShares {
  if (!saleProcess.steps.takeBack.from.includes(sale.status)) {
    return { artistPence: 0, platformFeePence: 0, processingFeePence: 0 }
  }
  return {
    artistPence: sale.artist_pence,
    platformFeePence: sale.platform_fee_pence,
    processingFeePence: sale.processing_fee_pence,
  }
}
