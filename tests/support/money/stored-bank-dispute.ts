// A payment that its customer disputes at the bank, for journeys of admins.

import { randomUUID } from 'node:crypto'
import { queryDatabase } from '../inside.ts'

/** Returns its id. The provider does not know it. */
export async function storeBankDispute({ dataDir }: { dataDir: string }): Promise<string> {
  const id = randomUUID()
  await queryDatabase(
    dataDir,
    `insert into bank_disputes (id, payment_id, provider_id, status, reason, amount_pence, opened_at, answer_by)
    select '${id}', payments.id, 'du_${id}', 'open', 'product_not_received', amount_pence, now(), now() + interval '8 days'
    from payments join receipts on receipts.payment_id = payments.id order by paid_at limit 1`,
  )
  return id
}
