// No transfer pays some debts: an admin asks for the money, and closes the debt. The admins are told once of each old one.

import { reversalProcess, debtStatus } from '#rules/payments/reversal-process.ts'
import { maxDebtDays, type DebtDecision } from '#rules/payments/debt-decisions.ts'
import { formatPence } from '#rules/price.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { book } from '#server/ledger/ledger.ts'
import { postingOfClosedDebt } from '#server/ledger/reversal-postings.ts'
import { tellOfDecidedDebt } from './debt-notices.ts'
import { raiseAlarm } from './payment-alarms.ts'

type Debt = {
  id: string
  artistId: string
  paymentId: string
  leftPence: number
  /** When an admin has asked for it last. */
  askedAt: Date | null
}

/** Null if there is none. Nothing is left of one that has ended. */
export async function lockDebt(tx: Db, id: string): Promise<Debt | null> {
  const row = await tx
    .selectFrom('reversals')
    .innerJoin('transfers', 'transfers.id', 'transfer_id')
    .select(['reversals.id', 'reversals.artist_id', 'payment_id', 'reversals.status'])
    .select(['reversals.amount_pence', 'reversals.netted_pence', 'asked_at'])
    .where('reversals.id', '=', id)
    .where('refused_at', 'is not', null)
    .forUpdate('reversals')
    .executeTakeFirst()
  if (!row) return null
  const leftPence = row.status === debtStatus ? row.amount_pence - row.netted_pence : 0
  const { artist_id: artistId, payment_id: paymentId, asked_at: askedAt } = row
  return { id, artistId, paymentId, leftPence, askedAt }
}

type Told = { reason: string; now: Date }

/** The artist is asked to pay to the operator's bank; transfers go on to pay it. */
export async function askForDebt(tx: Db, debt: Debt, { reason, now }: Told): Promise<void> {
  await tx.updateTable('reversals').set({ asked_at: now }).where('id', '=', debt.id).execute()
  const key = `reversal:${debt.id}:asked:${now.toISOString()}`
  await tellOfDecidedDebt(tx, { ...debt, event: 'asked', reason, key })
}

type Closing = Told & { decision: Exclude<DebtDecision, 'ask'> }

const closings = {
  write_off: { step: 'writeOff', account: 'losses', event: 'written_off' },
  repay: { step: 'repay', account: 'paid_outside', event: 'repaid' },
} as const

/** The artist owes the rest of the debt no more. */
export async function closeDebt(
  tx: Db,
  { id, artistId, paymentId, leftPence }: Debt,
  { decision, reason, now }: Closing,
): Promise<void> {
  const { step, account, event } = closings[decision]
  const changes = { closed_at: now }
  if (!(await move(tx, 'reversals', reversalProcess, { id, step, changes })))
    throw new Error(`The debt ${id} was locked, and cannot be closed.`)
  const closed = { reversalId: id, paymentId, artistId, pence: leftPence }
  await book(tx, postingOfClosedDebt(closed, account), now)
  const key = `reversal:${id}:closed`
  await tellOfDecidedDebt(tx, { artistId, leftPence, event, reason, key })
}

/** Once a day: the admins are told once of each debt that waits for them. */
export async function tellOfOldDebts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - maxDebtDays * 24 * 3_600_000)
  await db.transaction().execute(async (tx) => {
    const old = await tx
      .selectFrom('reversals')
      .innerJoin('users', 'users.id', 'artist_id')
      .select(['reversals.id', 'amount_pence', 'netted_pence', 'username'])
      .where('status', '=', debtStatus)
      .where('refused_at', '<=', before)
      .orderBy('refused_at')
      .execute()
    for (const debt of old) {
      const left = formatPence(debt.amount_pence - debt.netted_pence)
      const problem = `${debt.username} has owed ${left} for more than ${maxDebtDays} days: write it off, or ask for the money. The admin’s page Debts has it.`
      await raiseAlarm(tx, { key: `old_debt:${debt.id}`, problem, page: 'debts' })
    }
  })
}
