// Payouts of the platform to its bank: they leave the balance, arrive, and can come back even then.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import {
  factOfArrivedPayout,
  payoutReturns,
  postingOfArrivedPayout,
} from '#server/ledger/balance-postings.ts'
import { book } from '#server/ledger/ledger.ts'
import type { PaymentDeps } from '#server/payments/payment-subjects.ts'

/** Asks the provider about each that is on its way. */
export async function recordArrivedPayouts(
  { db, payments, clock }: PaymentDeps,
  signal: AbortSignal,
): Promise<void> {
  for (const { source_id: payoutId, amount_pence: pence } of await findOnTheirWay(db)) {
    signal.throwIfAborted()
    if (payoutId === null) continue
    if ((await payments.readPayout({ payoutId, accountId: null })).state !== 'paid') continue
    await db.transaction().execute(async (tx) => {
      await book(tx, postingOfArrivedPayout({ payoutId, pence: -pence }), clock.now())
    })
  }
}

function findOnTheirWay(db: Db) {
  return db
    .selectFrom('balance_transactions as payouts')
    .select(['source_id', 'amount_pence'])
    .where('type', '=', 'payout')
    .where(
      sql<boolean>`not exists (
        select from ledger_transactions where fact = ${factOfArrivedPayout('')} || payouts.source_id
      )`,
    )
    .where(
      sql<boolean>`not exists (
        select from balance_transactions as returned
        where returned.source_id = payouts.source_id and returned.type = any(${[...payoutReturns]})
      )`,
    )
    .orderBy('created_at')
    .execute()
}
