import type { TestApp } from '../test-app.ts'
import type { Fixtures } from './fixtures.ts'

/** Each refund of a penny leaves less of the sale. */
export async function leftOf(
  { db }: TestApp,
  { saleId }: Pick<Fixtures, 'saleId'>,
): Promise<number> {
  const sale = await db
    .selectFrom('sales')
    .select(['customer_pence', 'refunded_pence'])
    .where('id', '=', saleId)
    .executeTakeFirst()
  return sale ? sale.customer_pence - sale.refunded_pence : 0
}
