// Payouts from artists' accounts to their banks: the card provider makes them, the app records what becomes of each and tells
// the artist of one that does not reach the bank, or comes back from there.

import { sql } from 'kysely'
import { bankPayoutProblem, bankPayoutProcess } from '#rules/payments/bank-payout-process.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import type { BankPayout, PayoutPart } from '#server/gateways/payments/bank-payouts.ts'
import type { Payments } from '#server/gateways/payments/payments.ts'
import { notify } from '#server/notifications/notify.ts'
import { queueAccountCheck } from '#server/payments/transfers.ts'

export type PayoutDeps = { db: Db; payments: Payments; clock: Clock }

export type ArtistAccount = { artistId: string; accountId: string }

/** Null for an account of another app on the same provider account. */
export async function findArtistAccount(db: Db, accountId: string): Promise<ArtistAccount | null> {
  const row = await db
    .selectFrom('payment_accounts')
    .select('user_id')
    .where('provider_account_id', '=', accountId)
    .executeTakeFirst()
  return row ? { artistId: row.user_id, accountId } : null
}

/** Idempotent: what is recorded already is not told again. */
export async function recordArtistPayout(
  deps: PayoutDeps,
  account: ArtistAccount,
  payout: BankPayout,
): Promise<void> {
  const isListed = await deps.db
    .transaction()
    .execute((tx) => recordState(tx, deps, account, payout))
  if (isListed || !payout.canBeListed) return
  const { payoutId } = payout
  const parts = await deps.payments.listPayoutParts({ payoutId, accountId: account.accountId })
  if (parts !== null) await storeParts(deps, payoutId, parts)
}

/** A bank returns a payout within weeks. */
export const payoutReturnMs = 35 * 24 * 3_600_000

/** Returns whether its parts are known. */
async function recordState(
  tx: Db,
  { clock }: PayoutDeps,
  account: ArtistAccount,
  payout: BankPayout,
): Promise<boolean> {
  const { payoutId: id, pence, failureCode } = payout
  const now = clock.now()
  await tx
    .insertInto('bank_payouts')
    .values({
      id,
      artist_id: account.artistId,
      amount_pence: pence,
      created_at: payout.createdAt,
      arrives_at: payout.arrivesAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const ended = await end(tx, payout, now)
  // Of what was before the app knew of bank payouts, nobody is told.
  if (ended !== null && now.getTime() - payout.createdAt.getTime() < payoutReturnMs) {
    const reason = bankPayoutProblem(ended, failureCode) ?? ''
    const event = {
      kind: 'bank_payout_ended',
      pence,
      isReturned: ended === 'returned',
      reason,
    } as const
    await notify(tx, { ...event, to: account.artistId, key: `bank_payout:${id}:${ended}` })
    // The provider pays nothing more to that bank: the artist reads on the dashboard what to do.
    await queueAccountCheck(tx, account.accountId)
  }
  const { parts_read_at: partsReadAt } = await tx
    .selectFrom('bank_payouts')
    .select('parts_read_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return partsReadAt !== null
}

/** Returns how it has ended now without money at the bank; null otherwise. */
async function end(tx: Db, payout: BankPayout, now: Date) {
  const { payoutId: id, state, failureCode } = payout
  const take = (step: 'arrive' | 'fail' | 'return' | 'cancel') =>
    move(tx, 'bank_payouts', bankPayoutProcess, {
      id,
      step,
      changes:
        step === 'arrive'
          ? {}
          : { ended_at: now, failure_code: failureCode?.slice(0, 100) ?? null },
    })
  const { steps } = bankPayoutProcess
  if (state === 'paid') await take('arrive')
  if (state === 'canceled' && (await take('cancel'))) return steps.cancel.to
  if (state === 'failed' && (await take('fail'))) return steps.fail.to
  if (state === 'failed' && (await take('return'))) return steps.return.to
  return null
}

/** The types of what has come back by a payout before. */
const returnTypes = ['payout_failure', 'payout_cancel']

async function storeParts(
  { db, clock }: PayoutDeps,
  payoutId: string,
  parts: readonly PayoutPart[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into bank_payout_parts (balance_transaction_id, payout_id, pence, type, transfer_id, returned_payout_id)
      select part."balanceTransactionId", ${payoutId}, part.pence, part.type, transfers.id, returned.id
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part (
        "balanceTransactionId" text, pence integer, type text, "sourceId" text, "transferId" text
      )
      left join transfers on transfers.provider_id = part."transferId"
      left join bank_payouts as returned
        on returned.id = part."sourceId" and part.type = any(${returnTypes})
      on conflict do nothing
    `.execute(tx)
    await tx
      .updateTable('bank_payouts')
      .set({ parts_read_at: clock.now() })
      .where('id', '=', payoutId)
      .execute()
  })
}
