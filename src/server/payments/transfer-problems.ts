// Tells an artist in words what has become of a transfer, and why it waits.

import { sql, type Expression, type RawBuilder } from 'kysely'
import { transferProcess } from '#rules/payments/payment-process.ts'
import {
  setupIsChecked,
  setupIsUnfinished,
  unreadyAccountSentence,
} from '#rules/payments/account-setup.ts'
import { isWaiting, waitingTexts, type TransferState } from '#rules/payments/transfer-states.ts'
import { isBankDeciding } from './disputed-payments.ts'
import { isStoppedBy } from './found-problems.ts'

/** For a query: joins what decides about everything that is owed to the artist. */
export function withAccountAndHold(artistId: Expression<unknown>): RawBuilder<unknown> {
  return sql`
    left join payment_accounts on payment_accounts.user_id = ${artistId}
    left join transfer_holds on transfer_holds.artist_id = ${artistId}`
}

const isHeld = sql<boolean>`transfer_holds.held_at is not null`
const isAccountUnready = sql<boolean>`payment_accounts.payouts_enabled is not true`

/** For such a query: nothing at all can be sent to the artist now. */
export const isArtistStopped = sql<boolean>`(${isHeld} or ${isAccountUnready})`

const { send, settle, net, writeOff, fail, retry } = transferProcess.steps

/** Nothing is asked of the artist: the card provider looks at what was given. */
const isAccountChecked = sql`(
  payment_accounts.todo @> ${sql.lit(JSON.stringify([setupIsChecked]))}::jsonb
  and payment_accounts.todo <@ ${sql.lit(JSON.stringify([setupIsChecked, setupIsUnfinished]))}::jsonb
)`

/** For a query of transfers with these. */
export const transferState: RawBuilder<TransferState> = sql<TransferState>`case
  when transfers.status = ${sql.lit(send.to)} then 'sent'
  when transfers.status = ${sql.lit(settle.to)} then 'settled'
  when transfers.status = ${sql.lit(net.to)} then 'netted'
  when transfers.status = ${sql.lit(writeOff.to)} then 'written_off'
  when ${isBankDeciding(sql.ref('transfers.payment_id'))} then 'disputed'
  when ${isHeld} or ${isStoppedBy(sql.ref('transfers.payment_id'))} then 'held'
  when ${isAccountUnready}
    then case when ${isAccountChecked} then 'checked' else 'account' end
  when transfers.status = ${sql.lit(fail.to)} then 'failed'
  -- The next attempt has another key: the card provider has answered.
  when transfers.status = ${sql.lit(retry.to)} and transfers.attempts > 0
    and transfers.key_used_at is null then 'refused'
  when transfers.status = ${sql.lit(retry.to)} and transfers.attempts > 0 then 'on_its_way'
  else 'owed'
end`

type Transfer = {
  state: TransferState
  /** What the artist's account lacks, stored as JSON. */
  todo: unknown
}

/** Null while nothing prevents it. */
export function problemOfTransfer({ state, todo }: Transfer): string | null {
  if (!isWaiting(state)) return null
  return state === 'account' || state === 'checked'
    ? unreadyAccountSentence(textsOf(todo))
    : waitingTexts[state]
}

/** Null while it does not wait for another attempt: one that is blocked is sent as soon as its reason ends. */
export function nextAttemptAt({
  state,
  due_at: dueAt,
}: Pick<Transfer, 'state'> & { due_at: Date }): Date | null {
  return state === 'refused' ? dueAt : null
}

/** Null without an account. */
function textsOf(todo: unknown): string[] {
  return Array.isArray(todo) ? todo.filter((one) => typeof one === 'string') : []
}
