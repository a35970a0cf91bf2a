// Payouts of the platform to its bank that have left the balance: whether they have arrived, in case no event has told.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { factOfArrivedPayout, payoutReturns } from '#server/ledger/balance-postings.ts'
import type { PaymentDeps } from '#server/payments/payment-subjects.ts'
import { checkPlatformPayout, queueOverduePayouts } from '#server/payouts/platform-payouts.ts'

/** A younger one may be in progress in a job. */
const minAgeMs = 60_000

/** Asks the provider about each that is on its way, or has come back without a row that says so. */
export async function recordPayouts(deps: PaymentDeps, signal: AbortSignal): Promise<void> {
  await queueOverduePayouts(deps.db, new Date(deps.clock.now().getTime() - minAgeMs))
  for (const { source_id: payoutId } of await findUnsettled(deps.db)) {
    signal.throwIfAborted()
    if (payoutId !== null) await checkPlatformPayout(deps, payoutId)
  }
}

function findUnsettled(db: Db) {
  return db
    .selectFrom('balance_transactions as payouts')
    .leftJoin('platform_payouts', 'platform_payouts.provider_id', 'payouts.source_id')
    .select('source_id')
    .where('type', '=', 'payout')
    .where(
      sql<boolean>`case
        when exists (
          select from balance_transactions as returned
          where returned.source_id = payouts.source_id and returned.type = any(${[...payoutReturns]})
        ) then platform_payouts.status is distinct from 'returned'
        else not exists (
          select from ledger_transactions where fact = ${factOfArrivedPayout('')} || payouts.source_id
        ) or platform_payouts.id is null
      end`,
    )
    .orderBy('payouts.created_at')
    .execute()
}
