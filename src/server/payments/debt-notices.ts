// Tells an artist of what is taken back of their sales, before and after: what goes back, what they owe, what has paid it.

import type { Db } from '#server/db/client.ts'
import { debtStatus } from '#rules/payments/reversal-process.ts'
import { notify } from '#server/notifications/notify.ts'

type Reversal = { id: string; artist_id: string; amount_pence: number }

/** It will be taken back from the artist's account. */
export async function tellOfOwedReversal(tx: Db, { id, ...reversal }: Reversal): Promise<void> {
  await notify(tx, { ...about(reversal), event: 'announced', key: `reversal:${id}:announced` })
}

/** It was taken back. */
export async function tellOfReversal(tx: Db, { id, ...reversal }: Reversal): Promise<void> {
  await notify(tx, { ...about(reversal), event: 'taken', key: `reversal:${id}:taken` })
}

/** It could not be taken back: new sales will pay it. */
export async function tellOfDebt(tx: Db, id: string): Promise<void> {
  const reversal = await tx
    .selectFrom('reversals')
    .select(['artist_id', 'amount_pence'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await notify(tx, { ...about(reversal), event: 'owed', key: `reversal:${id}:owed` })
}

function about({ artist_id: to, amount_pence: pence }: Omit<Reversal, 'id'>) {
  return { kind: 'reversal', to, pence } as const
}

type Netted = { id: string; artist_id: string }

/** A transfer has paid the artist's debts, wholly or in part. */
export async function tellOfNetting(
  tx: Db,
  { id, artist_id: to }: Netted,
  { nettedPence }: { nettedPence: number },
): Promise<void> {
  if (nettedPence === 0) return
  const owedPence = await findOwedPence(tx, to)
  const key = `netted:${id}:${nettedPence}:${owedPence}`
  await notify(tx, { kind: 'reversal', event: 'netted', to, pence: nettedPence, owedPence, key })
}

/** Sums the artist's debts; reversals that the provider may still make are none. */
export async function findOwedPence(db: Db, artistId: string): Promise<number> {
  const { pence } = await db
    .selectFrom('reversals')
    .select((eb) =>
      eb.fn.sum<string | null>(eb('amount_pence', '-', eb.ref('netted_pence'))).as('pence'),
    )
    .where('artist_id', '=', artistId)
    .where('status', '=', debtStatus)
    .executeTakeFirstOrThrow()
  return Number(pence ?? 0)
}

type SentAgain = { transferId: string; artistId: string; pence: number }

/** The artist gets money after all that had been taken back. */
export async function tellOfSentAgain(tx: Db, again: SentAgain): Promise<void> {
  const { transferId, artistId: to, pence } = again
  const key = `sent_again:${transferId}`
  await notify(tx, { kind: 'reversal', event: 'sent_again', to, pence, key })
}

type Decided = {
  artistId: string
  leftPence: number
  event: 'asked' | 'written_off' | 'repaid'
  reason: string
  key: string
}

/** An admin has decided about a debt. */
export async function tellOfDecidedDebt(tx: Db, decided: Decided): Promise<void> {
  const { artistId: to, leftPence: pence, event, reason, key } = decided
  await notify(tx, { kind: 'reversal', event, to, pence, reason, key })
}

type Kept = { transferId: string; artistId: string; pence: number; reason: string }

/** What the artist has earned can never be sent: an admin has written the transfer off. */
export async function tellOfKept(tx: Db, kept: Kept): Promise<void> {
  const { transferId, artistId: to, pence, reason } = kept
  await notify(tx, {
    kind: 'reversal',
    event: 'kept',
    to,
    pence,
    reason,
    key: `transfer_written_off:${transferId}`,
  })
}
