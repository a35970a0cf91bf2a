// How much is owed from a payment so far: the database refuses more than was paid.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

type Sum = {
  paymentId: string
  column: 'transferred_pence' | 'refunded_pence' | 'taken_back_pence'
}

/** Before the rows are written. It locks the payment: simultaneous commands count one after the other. */
export async function countOwed(
  tx: Db,
  { paymentId, column }: Sum,
  owed: readonly { pence: number }[],
): Promise<void> {
  const pence = owed.reduce((sum, one) => sum + one.pence, 0)
  if (pence === 0) return
  await tx
    .updateTable('payments')
    .set((eb) => ({ [column]: eb(column, '+', pence) }))
    .where('id', '=', paymentId)
    .execute()
}

/** When the money of a new transfer came in. */
export function paidAtOf(paymentId: string) {
  return sql<Date>`(select paid_at from payments where id = ${paymentId})`
}
