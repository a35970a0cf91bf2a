// A transfer pays its artist's debts before it is sent, the oldest first. Each netting names the debt and the transfer. Both
// are locked, and their sums are checks of the database.

import { sql, type SqlBool } from 'kysely'
import { debtStatus, reversalProcess } from '#rules/payments/reversal-process.ts'
import { endedTransferStatuses } from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { book } from '#server/ledger/ledger.ts'
import type { OwedFrom } from '#server/ledger/settlement-postings.ts'
import { postingOfNetting } from '#server/ledger/reversal-postings.ts'
import { tellOfNetting } from './debt-notices.ts'
import { refuseReversalsOf } from './reversal-records.ts'

type Payer = { id: string; artist_id: string; payable_pence: number }

/**
 * In a transaction that has locked the transfer, of which nothing was sent: its own reversals are paid first, so that nothing
 * is sent only to be taken back, then the oldest debt. Returns what is left to send.
 */
export async function netDebts(tx: Db, transfer: Payer, now: Date): Promise<number> {
  let left = transfer.payable_pence
  for (const debt of await lockDebts(tx, transfer)) {
    const pence = Math.min(left, debt.amount_pence - debt.netted_pence)
    if (pence === 0) break
    await net(tx, { debt, transfer, pence, now })
    left -= pence
  }
  // Those of its own that it could not pay: other debts have taken it before.
  if (left === 0) await refuseReversalsOf(tx, transfer.id, now)
  await tellOfNetting(tx, transfer, { nettedPence: transfer.payable_pence - left })
  return left
}

type Debt = Awaited<ReturnType<typeof lockDebts>>[number]

function lockDebts(tx: Db, { id, artist_id: artistId }: Payer) {
  return tx
    .selectFrom('reversals')
    .select(['id', 'amount_pence', 'netted_pence', 'status'])
    .where('artist_id', '=', artistId)
    .where((eb) =>
      eb.or([
        eb('status', '=', debtStatus),
        eb('transfer_id', '=', id).and('status', 'in', reversalProcess.steps.send.from),
      ]),
    )
    .orderBy(sql`transfer_id <> ${id}`)
    .orderBy(sql`coalesce(refused_at, created_at)`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

type Netting = { debt: Debt; transfer: Payer; pence: number; now: Date }

async function net(tx: Db, { debt, transfer, pence, now }: Netting): Promise<void> {
  const { id, amount_pence: owedPence, status } = debt
  await tx
    .insertInto('nettings')
    .values({ reversal_id: id, transfer_id: transfer.id, amount_pence: pence, created_at: now })
    .execute()
  await tx
    .updateTable('transfers')
    .set((eb) => ({ netted_pence: eb('netted_pence', '+', pence) }))
    .where('id', '=', transfer.id)
    .execute()
  const changes = { netted_pence: debt.netted_pence + pence }
  if (changes.netted_pence === owedPence) {
    await move(tx, 'reversals', reversalProcess, { id, step: 'net', changes })
  } else if (status === debtStatus) {
    await tx.updateTable('reversals').set(changes).where('id', '=', id).execute()
  } else {
    const refused = { ...changes, refused_at: now }
    await move(tx, 'reversals', reversalProcess, { id, step: 'refuse', changes: refused })
  }
}

/** With the transfer that pays: once nothing sends it any more. Those that are booked already are not booked again. */
export async function bookNettings(
  tx: Db,
  transferId: string,
  now: Date,
  from: OwedFrom = 'artist_payable',
): Promise<void> {
  const nettings = await tx
    .selectFrom('nettings')
    .innerJoin('transfers', 'transfers.id', 'nettings.transfer_id')
    .select(['nettings.id', 'nettings.amount_pence', 'payment_id', 'artist_id'])
    .where('transfer_id', '=', transferId)
    .where('status', 'in', endedTransferStatuses)
    .where(
      sql<SqlBool>`not exists (select from ledger_transactions where fact = 'netted:' || nettings.id)`,
    )
    .orderBy('nettings.id')
    .execute()
  for (const netting of nettings) {
    const posting = postingOfNetting({
      nettingId: netting.id,
      paymentId: netting.payment_id,
      artistId: netting.artist_id,
      pence: netting.amount_pence,
      from,
    })
    await book(tx, posting, now)
  }
}

/** What is kept for an artist pays what the artist owes, like a transfer before it is sent. */
export async function netUnclaimed(tx: Db, transfer: Payer, now: Date): Promise<void> {
  await netDebts(tx, transfer, now)
  await bookNettings(tx, transfer.id, now, 'unclaimed')
}
