// Records on the row of a reversal that the card provider has taken the money back, or that it is the artist's debt.

import type { Selectable } from 'kysely'
import { sql, type SqlBool } from 'kysely'
import { reversalProcess } from '#rules/payments/reversal-process.ts'
import { inTransaction } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import type { Tables } from '#server/db/tables.ts'
import type { SentReversal } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { bookMoved } from '#server/ledger/ledger.ts'
import { postingOfReversal } from '#server/ledger/reversal-postings.ts'
import { tellOfDebt, tellOfReversal } from './debt-notices.ts'
import { reportWithoutRow } from './found-problems.ts'
import type { AttemptDeps } from './provider-attempts.ts'

type Recording = Pick<AttemptDeps, 'clock'>
type Reversal = Pick<Selectable<Tables['reversals']>, 'id' | 'artist_id' | 'amount_pence'> & {
  /** The payment of the transfer. */
  payment_id: string
}

/** Returns false for one that cannot be recorded: the row has ended already. The admins are told. */
export async function recordReversed(
  tx: Db,
  deps: Recording,
  reversal: Reversal,
  made: SentReversal,
): Promise<boolean> {
  return recordReversedParts(tx, deps, [reversal], made)
}

/** As recordReversed: somebody has taken back all of these by one reversal of the same transfer. */
export async function recordReversedParts(
  tx: Db,
  { clock }: Recording,
  reversals: readonly Reversal[],
  { providerId, balance }: SentReversal,
): Promise<boolean> {
  const now = clock.now()
  const changes = {
    provider_id: providerId,
    sent_at: now,
    refused_at: null,
    last_problem: null,
    ...(reversals.length > 1 ? { is_part: true, cause_kind: 'provider' as const } : {}),
  }
  // Transfers that have paid a part of the debt do not get it back: a person has to look.
  const where = sql<SqlBool>`netted_pence = 0`
  for (const reversal of reversals) {
    const { id } = reversal
    const isMoved =
      (await move(tx, 'reversals', reversalProcess, { id, step: 'send', changes })) ||
      (await move(tx, 'reversals', reversalProcess, { id, step: 'adopt', changes, where }))
    if (!isMoved) return reportIfUnknown(tx, reversal, { providerId, now })
    await tellOfReversal(tx, reversal)
  }
  const [first] = reversals
  if (!first) throw new Error(`${providerId} has taken nothing back.`)
  const { payment_id: paymentId, artist_id: artistId } = first
  await bookMoved(tx, postingOfReversal({ paymentId, artistId, balance }), now)
  return true
}

/** Another run may have recorded the same: returns whether. */
async function reportIfUnknown(
  tx: Db,
  { id, payment_id: paymentId }: Reversal,
  { providerId, now }: { providerId: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('reversals')
    .select(['provider_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.provider_id === providerId) return true
  await reportWithoutRow(tx, {
    kind: 'reversal_without_row',
    providerId,
    paymentId,
    problem: `The reversal ${providerId} was made at the card provider, but ours (${id}) is ${row.status} already: the artist may have paid it twice.`,
    now,
  })
  return false
}

/** One that the provider has made, and whose answer was lost. Returns false if it cannot be recorded: see recordReversed. */
export async function recordMadeReversal(
  deps: Recording & Pick<AttemptDeps, 'db' | 'failpoints'>,
  id: string,
  made: SentReversal,
): Promise<boolean> {
  const reversal = await deps.db
    .selectFrom('reversals')
    .innerJoin('transfers', 'transfers.id', 'transfer_id')
    .select(['reversals.id', 'reversals.artist_id', 'reversals.amount_pence', 'payment_id'])
    .where('reversals.id', '=', id)
    .executeTakeFirstOrThrow()
  return inTransaction(deps, 'reversal.record', (tx) => recordReversed(tx, deps, reversal, made))
}

/** From now on it is a debt. Returns false when another run has moved the row meanwhile. */
export async function refuseReversal(
  tx: Db,
  { id, now, changes }: { id: string; now: Date; changes: { last_problem: string } & object },
): Promise<boolean> {
  const refused = { ...changes, refused_at: now }
  if (!(await move(tx, 'reversals', reversalProcess, { id, step: 'refuse', changes: refused })))
    return false
  await tellOfDebt(tx, id)
  return true
}

/** Those of a transfer that has ended, of which the provider has sent nothing that could be taken back. */
export async function refuseReversalsOf(tx: Db, transferId: string, now: Date): Promise<void> {
  const waiting = await tx
    .selectFrom('reversals')
    .select('id')
    .where('transfer_id', '=', transferId)
    .where('status', 'in', reversalProcess.steps.refuse.from)
    .orderBy('id')
    .execute()
  const changes = { last_problem: 'The card provider has not sent what would be taken back.' }
  for (const { id } of waiting) await refuseReversal(tx, { id, now, changes })
}

/** Those of a transfer that was sent by now. */
export async function queueReversalsOf(tx: Db, transferId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('reversals')
    .select('id')
    .where('transfer_id', '=', transferId)
    .where('status', 'in', reversalProcess.steps.send.from)
    .execute()
  for (const { id } of waiting) await queueReversal(tx, id)
}

export async function queueReversal(tx: Db, id: string, runAt?: Date): Promise<void> {
  await addJob(
    tx,
    'send_reversal',
    { reversalId: id },
    { key: `send_reversal:${id}`, ...(runAt ? { runAt } : {}) },
  )
}
