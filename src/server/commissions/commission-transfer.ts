// The transfer of an approved commission: whether it has arrived, and why it waits, in words for the artist.

import { sql } from 'kysely'
import type { CommissionStatus } from '#rules/commission-process.ts'
import { transferProcess } from '#rules/payment-process.ts'
import { unreadyAccountSentence } from '#rules/payments/account-setup.ts'
import type { Db } from '#server/db/client.ts'
import { isStoppedBy } from '#server/payments/found-problems.ts'

export function findTransfer(db: Db, paymentId: string) {
  return db
    .selectFrom('transfers')
    .leftJoin('payment_accounts', 'payment_accounts.user_id', 'transfers.artist_id')
    .leftJoin('transfer_holds', 'transfer_holds.artist_id', 'transfers.artist_id')
    .select(['transfers.status', 'amount_pence', 'attempts', 'due_at', 'payouts_enabled', 'todo'])
    .select('held_at')
    .select((eb) => isStoppedBy(eb.ref('transfers.payment_id')).as('is_stopped'))
    .where('transfers.payment_id', '=', paymentId)
    .executeTakeFirst()
}

/** For a query of `commissions`: whether the artist's account is what the transfer waits for, as `problemOfTransfer` says. */
export const needsPaymentSetup = sql<boolean>`(
  commissions.status in (${sql.lit('approved' satisfies CommissionStatus)}, ${sql.lit('cron_pending' satisfies CommissionStatus)})
  and exists (
    select from transfers
    left join payment_accounts on payment_accounts.user_id = transfers.artist_id
    left join transfer_holds on transfer_holds.artist_id = transfers.artist_id
    where transfers.payment_id = commissions.payment_id
      and transfers.status <> ${sql.lit(transferProcess.steps.send.to)}
      and payment_accounts.payouts_enabled is not true
      and transfer_holds.held_at is null
      and not ${isStoppedBy(sql.ref('transfers.payment_id'))}
  )
)`

export type TransferRow = NonNullable<Awaited<ReturnType<typeof findTransfer>>>

/** Null once it is sent, and before anything has gone wrong. */
export function problemOfTransfer(transfer: TransferRow): string | null {
  const {
    status,
    held_at: heldAt,
    is_stopped: isStopped,
    payouts_enabled: isReady,
    todo,
  } = transfer
  if (isSent(transfer)) return null
  if (heldAt !== null || isStopped)
    return 'We are holding this transfer while we look into a question.'
  if (isReady !== true) return unreadyAccountSentence(textsOf(todo))
  if (status === transferProcess.steps.fail.to) {
    return 'The card provider has refused this transfer for two weeks. Our team has been told.'
  }
  return nextAttemptAt(transfer) === null
    ? null
    : 'The card provider did not make this transfer. We try again.'
}

/** Null while it does not wait for another attempt: one that is blocked is sent as soon as its reason ends. */
export function nextAttemptAt({ status, attempts, due_at: dueAt }: TransferRow): Date | null {
  return status === transferProcess.steps.retry.to && attempts > 0 ? dueAt : null
}

export function isSent({ status }: Pick<TransferRow, 'status'>): boolean {
  return status === transferProcess.steps.send.to
}

/** `todo` is stored as JSON; null without an account. */
function textsOf(todo: unknown): string[] {
  return Array.isArray(todo) ? todo.filter((one) => typeof one === 'string') : []
}
