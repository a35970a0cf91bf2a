// Money that has moved at the card provider for a reason that the app does not know.

import { randomUUID } from 'node:crypto'
import { bookRead } from '#server/balance/balance-booking.ts'
import { subjectsOf } from '../shopping.ts'
import type { TestApp } from '../test-app.ts'

type Movement = { pence?: number; description?: string | null }

/** As the job books it. Returns its id. */
export async function createUnexplained(
  app: TestApp,
  { pence = -300, description = 'Held back' }: Movement = {},
): Promise<string> {
  const balanceTransactionId = `txn_${randomUUID()}`
  const now = app.clock.now()
  await bookRead(
    { ...app, subjects: subjectsOf(app) },
    {
      id: balanceTransactionId,
      type: 'reserve_hold',
      amountPence: pence,
      feePence: 0,
      currency: 'gbp',
      sourceId: null,
      description,
      createdAt: now,
      availableAt: now,
    },
    app.http.log,
  )
  const { id } = await app.db
    .selectFrom('unexplained_transactions')
    .select('id')
    .where('balance_transaction_id', '=', balanceTransactionId)
    .executeTakeFirstOrThrow()
  return id
}
