// Double entry: every fact is booked once, in integer pence, and sums to zero (the database checks it at commit).

import type { LedgerAccount } from '#rules/payments/ledger-accounts.ts'
import type { Db } from '#server/db/client.ts'
import type { BankPayout } from '#server/gateways/payments/bank-payouts.ts'
import type { BalanceTransaction, MadeRefund } from '#server/gateways/payments/payments.ts'
import {
  factOfArrivedPayout,
  postingOfExplained,
  postingOfReturnedPayout,
  postingOfType,
} from './balance-postings.ts'
import {
  postingOfArrivedRefund,
  postingOfGivenBack,
  postingOfHeldRefund,
  postingOfLeavingRefund,
  postingOfPayment,
  postingOfRelease,
  postingOfReturnedRefund,
  postingOfTransfer,
  type BookedGivenBack,
  type BookedRefund,
  type BookedRelease,
  type BookedTransfer,
  type MovedPosting,
  type PaidPayment,
  type Posting,
} from './ledger-postings.ts'
import {
  postingOfSettledRefund,
  postingOfSettledTransfer,
  postingOfWrittenOffTransfer,
  type BookedOwed,
  type BookedSettledRefund,
  type BookedSettledTransfer,
} from './settlement-postings.ts'

export async function bookPayment(tx: Db, payment: PaidPayment, at: Date): Promise<void> {
  await bookMoved(tx, postingOfPayment(payment), at)
}

export async function bookRelease(tx: Db, release: BookedRelease, at: Date): Promise<void> {
  await book(tx, postingOfRelease(release), at)
}

export async function bookHeldRefund(
  tx: Db,
  refund: { paymentId: string; pence: number },
  at: Date,
): Promise<void> {
  await book(tx, postingOfHeldRefund(refund), at)
}

export async function bookGivenBack(tx: Db, refund: BookedGivenBack, at: Date): Promise<void> {
  await book(tx, postingOfGivenBack(refund), at)
}

export async function bookTransfer(tx: Db, transfer: BookedTransfer, at: Date): Promise<void> {
  await bookMoved(tx, postingOfTransfer(transfer), at)
}

/** How it has left our balance and come back, as far as that is not booked yet. */
export async function bookMovedRefund(
  tx: Db,
  { paymentId, hadArrived, made }: { paymentId: string; hadArrived: boolean; made: MadeRefund },
  at: Date,
): Promise<void> {
  const { providerId, left, returned } = made
  if (left !== null && !(await isBooked(tx, left))) {
    const posting = postingOfLeavingRefund({ paymentId, balance: left })
    await bookMoved(tx, posting, at, `refund:${providerId}`)
  }
  if (returned !== null && !(await isBooked(tx, returned))) {
    const posting = postingOfReturnedRefund({ paymentId, balance: returned, hadArrived })
    await bookMoved(tx, posting, at, `refund_returned:${providerId}`)
  }
}

/** How a payout of the platform has left the balance and come back, as far as that is not booked yet. */
export async function bookMovedPayout(
  tx: Db,
  { left, returned, payoutId }: Pick<BankPayout, 'left' | 'returned' | 'payoutId'>,
  at: Date,
): Promise<void> {
  if (left !== null && !(await isBooked(tx, left))) await bookMoved(tx, requirePosting(left), at)
  if (returned === null || (await isBooked(tx, returned))) return
  const hadArrived = await isFactBooked(tx, factOfArrivedPayout(payoutId))
  const posting = hadArrived ? postingOfReturnedPayout(returned) : requirePosting(returned)
  await bookMoved(tx, posting, at)
}

function requirePosting(balance: BalanceTransaction): MovedPosting {
  const posting = postingOfType(balance)
  if (posting === null) throw new Error(`${balance.type} is no movement of a payout.`)
  return posting
}

export async function bookArrivedRefund(tx: Db, refund: BookedRefund, at: Date): Promise<void> {
  await book(tx, postingOfArrivedRefund(refund), at)
}

export async function bookSettledRefund(
  tx: Db,
  refund: BookedSettledRefund,
  at: Date,
): Promise<void> {
  const { fact, ...posting } = postingOfSettledRefund(refund)
  // It may have been settled before, by a dispute that the bank has decided for us after all.
  let again = fact
  for (let times = 2; await isFactBooked(tx, again); times++) again = `${fact}:${times}`
  await book(tx, { ...posting, fact: again }, at)
}

export async function bookSettledTransfer(
  tx: Db,
  transfer: BookedSettledTransfer,
  at: Date,
): Promise<void> {
  await book(tx, postingOfSettledTransfer(transfer), at)
}

export async function bookWrittenOffTransfer(
  tx: Db,
  transfer: BookedOwed,
  at: Date,
): Promise<void> {
  await book(tx, postingOfWrittenOffTransfer(transfer), at)
}

/** A transaction that the app did not know is not booked until it does, also if an admin has assigned it. */
async function isBooked(tx: Db, { id }: BalanceTransaction): Promise<boolean> {
  const found = await tx
    .selectFrom('balance_transactions')
    .leftJoin('unexplained_transactions', 'balance_transaction_id', 'balance_transactions.id')
    .select(['found_at', 'explained_at', 'assigned_to'])
    .where('balance_transactions.id', '=', id)
    .executeTakeFirst()
  if (!found) return false
  return found.found_at === null || (found.explained_at !== null && found.assigned_to === null)
}

/**
 * Books what has moved on our balance. What was unexplained is explained by it.
 *
 * @param formerFact under which a former version has booked the same, without a word of its balance transaction
 */
export async function bookMoved(
  tx: Db,
  posting: MovedPosting,
  at: Date,
  formerFact?: string,
): Promise<void> {
  const { balance } = posting
  const from = await explain(tx, balance, at)
  if (from !== null) {
    await book(tx, postingOfExplained(posting, from), at)
    return
  }
  if (formerFact !== undefined && (await nameFormer(tx, balance, formerFact))) return
  await insertBalance(tx, balance, await book(tx, posting, at))
}

/** Names the balance transaction of what a former version has booked under this fact. Returns whether there is such a fact. */
export async function nameFormer(
  tx: Db,
  balance: BalanceTransaction,
  fact: string,
): Promise<boolean> {
  const former = await findTransaction(tx, fact)
  if (former === null) return false
  await insertBalance(tx, balance, former)
  return true
}

/** Returns the account that it was booked on while the app did not know it; null if the app has always known it. */
async function explain(
  tx: Db,
  { id }: BalanceTransaction,
  at: Date,
): Promise<LedgerAccount | null> {
  const former = await tx
    .selectFrom('unexplained_transactions')
    .select(['id', 'assigned_to'])
    .where('balance_transaction_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!former) return null
  await tx
    .updateTable('unexplained_transactions')
    .set({ assigned_to: null, explained_at: at })
    .where('id', '=', former.id)
    .execute()
  return former.assigned_to ?? 'unexplained'
}

async function insertBalance(
  tx: Db,
  balance: BalanceTransaction,
  ledgerTransactionId: string | null,
): Promise<void> {
  await tx
    .insertInto('balance_transactions')
    .values({
      id: balance.id,
      type: balance.type,
      amount_pence: balance.amountPence,
      fee_pence: balance.feePence,
      source_id: balance.sourceId,
      description: balance.description,
      created_at: balance.createdAt,
      available_at: balance.availableAt,
      ledger_transaction_id: ledgerTransactionId,
    })
    .execute()
}

export async function isFactBooked(tx: Db, fact: string): Promise<boolean> {
  return (await findTransaction(tx, fact)) !== null
}

async function findTransaction(tx: Db, fact: string): Promise<string | null> {
  const found = await tx
    .selectFrom('ledger_transactions')
    .select('id')
    .where('fact', '=', fact)
    .executeTakeFirst()
  return found?.id ?? null
}

/**
 * A fact that is already booked violates the unique index and rolls back the whole transaction. Returns the id of the
 * transaction; null if nothing moves.
 */
export async function book(
  tx: Db,
  { fact, paymentId, entries }: Posting,
  bookedAt: Date,
): Promise<string | null> {
  if (entries.length === 0) return null
  const { id } = await tx
    .insertInto('ledger_transactions')
    .values({
      fact,
      payment_id: paymentId,
      entry_count: entries.length,
      booked_at: bookedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('ledger_entries')
    .values(
      entries.map(({ account, artistId, pence }) => ({
        transaction_id: id,
        account,
        artist_id: artistId ?? null,
        amount_pence: pence,
      })),
    )
    .execute()
  return id
}
