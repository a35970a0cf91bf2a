// Compares the balance with which the last day is closed with what the card provider has: its balance of now, less all that
// has moved since that day.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { BalanceTransaction } from '#server/gateways/payments/balance-transaction.ts'
import type { Payments } from '#server/gateways/payments/payments.ts'
import { keepDifferences } from './found-differences.ts'
import type { ReconciliationRun } from './reconciliation-runs.ts'

type Calls = Pick<Payments, 'listBalanceTransactions' | 'readBalancePence'>

/** `pence` is the provider's balance at the end of a day; null if money has moved all the time while it was read. */
export type Closing = { pence: number | null }

const maxAttempts = 5

/** @throws PaymentUnknown */
export async function readClosing(
  payments: Calls,
  until: Date,
  signal: AbortSignal,
): Promise<Closing> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    signal.throwIfAborted()
    const before = await payments.listBalanceTransactions({ since: until, page: null })
    const balancePence = await payments.readBalancePence()
    const after = await payments.listBalanceTransactions({ since: until, page: null })
    // The balance is of the moment between the two lists: it has what both have, if nothing has moved meanwhile.
    if (before.moved[0]?.id !== after.moved[0]?.id) continue
    return {
      pence: balancePence - (await sumFrom(payments, { since: until, first: after, signal })),
    }
  }
  return { pence: null }
}

type Moved = Awaited<ReturnType<Calls['listBalanceTransactions']>>
type Summed = { since: Date; first: Moved; signal: AbortSignal }

async function sumFrom(payments: Calls, { since, first, signal }: Summed): Promise<number> {
  let page = first
  let pence = sumOf(page.moved)
  while (page.nextPage !== null) {
    signal.throwIfAborted()
    page = await payments.listBalanceTransactions({ since, page: page.nextPage })
    pence += sumOf(page.moved)
  }
  return pence
}

function sumOf(moved: BalanceTransaction[]): number {
  return moved
    .filter(({ currency }) => currency === 'gbp')
    .reduce((sum, { amountPence, feePence }) => sum + amountPence - feePence, 0)
}

const closingKind = 'closing_differs'

/** What an admin has explained is not found again, as long as it is the same amount. */
export async function compareClosing(
  tx: Db,
  run: ReconciliationRun,
  { pence }: Closing,
): Promise<void> {
  if (pence === null) {
    await stayOpen(tx, run)
    return
  }
  await keepDifferences(
    tx,
    run,
    sql`
      select ${closingKind} as kind, 'balance' as subject, null::uuid as payment_id,
        ours.pence as ours, ${pence}::bigint as theirs, null::timestamptz as occurred_at
      from (
        select
          coalesce((select closing_pence from reconciled_days order by day desc limit 1), 0)
            + coalesce(sum(amount_pence - fee_pence), 0) as pence
        from balance_transactions
        where (counted_on is null and created_at < ${run.until})
          -- Of a day whose closing was interrupted.
          or counted_on > coalesce((select max(day) from reconciled_days), '-infinity')
      ) as ours
      where ${pence}::bigint - ours.pence <> coalesce((
        select theirs_pence - ours_pence from reconciliation_differences
        where kind = ${closingKind} and status = 'explained'
        order by ended_at desc limit 1
      ), 0)`,
  )
}

/** It is not known whether it is still there. */
async function stayOpen(tx: Db, { id }: ReconciliationRun): Promise<void> {
  await tx
    .updateTable('reconciliation_differences')
    .set({ last_run_id: id })
    .where('kind', '=', closingKind)
    .where('status', '=', 'open')
    .execute()
}
