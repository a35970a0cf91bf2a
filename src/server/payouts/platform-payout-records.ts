// What becomes of the row of a payout of the platform, and how it is booked.

import { platformPayoutProcess } from '#rules/payments/platform-payout-process.ts'
import { formatPence } from '#rules/price.ts'
import type { Committing } from '#server/clock-and-failpoints/failpoints.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import type { BankPayout } from '#server/gateways/payments/bank-payouts.ts'
import type { Payments } from '#server/gateways/payments/payments.ts'
import { factOfArrivedPayout, postingOfArrivedPayout } from '#server/ledger/balance-postings.ts'
import { book, bookMovedPayout, isFactBooked } from '#server/ledger/ledger.ts'
import { raiseAlarm } from '#server/payments/payment-alarms.ts'
import { isRowId } from '#server/payments/row-ids.ts'
import { payoutReturnMs } from './artist-payouts.ts'

export type RecordDeps = Committing & { payments: Payments; clock: Clock }

/** It was made for a row, or found made after its answer was lost. */
export async function recordMadePayout(
  tx: Db,
  { clock }: Pick<RecordDeps, 'clock'>,
  payout: BankPayout,
): Promise<void> {
  const { payoutId, rowId } = payout
  const now = clock.now()
  if (rowId === null || !isRowId(rowId)) return
  const changes = { provider_id: payoutId, sent_at: now, last_problem: null }
  const given = { id: rowId, step: 'make', changes } as const
  if (await move(tx, 'platform_payouts', platformPayoutProcess, given))
    await bookMovedPayout(tx, payout, now)
}

/** Also of one that no admin has ordered here: it has a row from now on. */
export async function recordPlatformPayout(
  tx: Db,
  deps: Pick<RecordDeps, 'clock'>,
  payout: BankPayout,
): Promise<void> {
  const { payoutId, pence, state } = payout
  const now = deps.clock.now()
  await recordMadePayout(tx, deps, payout)
  const id = await lockRow(tx, payout)
  await bookMovedPayout(tx, payout, now)
  const take = (step: 'arrive' | 'comeBack') =>
    move(tx, 'platform_payouts', platformPayoutProcess, { id, step, changes: { ended_at: now } })
  if (state === 'paid' && (await take('arrive'))) await bookArrived(tx, { payoutId, pence }, now)
  const isBack = state === 'failed' || state === 'canceled'
  if (isBack && (await take('comeBack')) && isRecent(payout, now)) {
    const problem = `The payout of ${formatPence(pence)} to our bank has come back (${payout.failureCode ?? state}): the money is on the balance again. Look at the bank account in the Dashboard.`
    await raiseAlarm(tx, { key: `payout_returned:${payoutId}`, problem, page: 'money' })
  }
}

/** Of what was before the app knew of payouts, nobody is told. */
function isRecent({ createdAt }: BankPayout, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < payoutReturnMs
}

/** A former version has booked the arrival without a row. */
async function bookArrived(
  tx: Db,
  payout: { payoutId: string; pence: number },
  now: Date,
): Promise<void> {
  if (await isFactBooked(tx, factOfArrivedPayout(payout.payoutId))) return
  await book(tx, postingOfArrivedPayout(payout), now)
}

/** Whoever else has read the same waits here. */
async function lockRow(tx: Db, { payoutId, pence, createdAt }: BankPayout): Promise<string> {
  await tx
    .insertInto('platform_payouts')
    .values({
      amount_pence: pence,
      status: platformPayoutProcess.steps.make.to,
      provider_id: payoutId,
      created_at: createdAt,
      sent_at: createdAt,
    })
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .execute()
  const { id } = await tx
    .selectFrom('platform_payouts')
    .select('id')
    .where('provider_id', '=', payoutId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return id
}
