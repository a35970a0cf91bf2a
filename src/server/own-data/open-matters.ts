// The matters that must be finished before an account can be deleted: money on its way, commissions, and recordings in
// preparation.

import { sql } from 'kysely'
import { commissionListStatuses } from '#rules/commissions/commission-lists.ts'
import { formatPence } from '#rules/price.ts'
import { uploadProcess } from '#rules/uploads/upload-process.ts'
import { decidingStatuses } from '#rules/payments/bank-dispute-process.ts'
import {
  endedTransferStatuses,
  paidStatuses,
  unmadeRefundStatuses,
} from '#rules/payments/payment-process.ts'
import { openReversalStatuses } from '#rules/payments/reversal-process.ts'
import type { Db } from '#server/db/client.ts'
import { isShareTaken } from '#server/payments/taken-shares.ts'

/** A sentence each; none if the account can be deleted. */
export async function findOpenMatters(db: Db, userId: string): Promise<string[]> {
  const matters = await Promise.all([
    openPayments(db, userId),
    unsettledPayments(db, userId),
    owedRefunds(db, userId),
    owedTransfers(db, userId),
    promisedShares(db, userId),
    owedReversals(db, userId),
    unclearMovements(db, userId),
    disputedPayments(db, userId),
    openCommissions(db, userId),
    unlistedUploads(db, userId),
  ])
  return matters.filter((matter) => matter !== null)
}

type Matter = Promise<string | null>

async function openPayments(db: Db, userId: string): Matter {
  const open = await db
    .selectFrom('payments')
    .select('id')
    .where('customer_id', '=', userId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return open ? 'A payment of yours is open: finish it, or wait until it expires.' : null
}

/** What was paid did not match, and the operator has not decided yet: docs/operations.md. */
async function unsettledPayments(db: Db, userId: string): Matter {
  const unsettled = await db
    .selectFrom('payments')
    .select('id')
    .where('customer_id', '=', userId)
    .where('problem', 'is not', null)
    .executeTakeFirst()
  return unsettled
    ? 'A payment of yours does not match what you bought: we have to settle it first.'
    : null
}

/** Also those that a person has to look at. */
async function owedRefunds(db: Db, userId: string): Matter {
  const { pence } = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select((eb) =>
      eb.fn.coalesce(eb.fn.sum<string>('refunds.amount_pence'), eb.lit(0)).as('pence'),
    )
    .where('customer_id', '=', userId)
    .where('refunds.status', 'not in', paidStatuses)
    .executeTakeFirstOrThrow()
  return asAmount(pence, (amount) => `A refund to you of ${amount} has not arrived yet.`)
}

async function owedTransfers(db: Db, userId: string): Matter {
  const { pence } = await db
    .selectFrom('transfers')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('payable_pence'), eb.lit(0)).as('pence'))
    .where('artist_id', '=', userId)
    .where('status', 'not in', endedTransferStatuses)
    .executeTakeFirstOrThrow()
  return asAmount(pence, (amount) => `${amount} from your sales has not been sent to you yet.`)
}

/** An artist's shares of refunds that are decided and not made yet: each is taken back once the customer has the money. */
async function promisedShares(db: Db, userId: string): Matter {
  const { pence } = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('sales', (join) =>
      join.on('sales.id', '=', sql<string>`coalesce(refunds.order_line_id, payments.subject_id)`),
    )
    .select((eb) =>
      eb.fn.coalesce(eb.fn.sum<string>('refunds.artist_pence'), eb.lit(0)).as('pence'),
    )
    .where('sales.artist_id', '=', userId)
    .where('refunds.status', 'in', unmadeRefundStatuses)
    // One that has come back took its share before.
    .where(({ not }) => not(isShareTaken))
    .executeTakeFirstOrThrow()
  return asAmount(
    pence,
    (amount) =>
      `${amount} from your sales goes back to customers, and is taken back from you then.`,
  )
}

/** What is taken back from an artist, and their debts. */
async function owedReversals(db: Db, userId: string): Matter {
  const { pence } = await db
    .selectFrom('reversals')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>(left), eb.lit(0)).as('pence'))
    .where('artist_id', '=', userId)
    .where('status', 'in', openReversalStatuses)
    .executeTakeFirstOrThrow()
  return asAmount(
    pence,
    (amount) => `${amount} from your sales went back to customers, and you owe it.`,
  )
}

const left = sql<number>`amount_pence - netted_pence`

/** Made at the provider, and waiting for a person: the artist may have to give a share back, or may have paid one twice. */
async function unclearMovements(db: Db, userId: string): Matter {
  const found = await db
    .selectFrom('found_problems')
    .innerJoin('sales', 'sales.payment_id', 'found_problems.payment_id')
    .select('subject')
    .where('found_problems.kind', 'in', ['refund_without_row', 'reversal_without_row'])
    .where('sales.artist_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return found
    ? 'Money of your sales was moved at the card provider: we have to find out what for first.'
    : null
}

function asAmount(pence: string | number, sentence: (amount: string) => string): string | null {
  return Number(pence) > 0 ? sentence(formatPence(Number(pence))) : null
}

/** While the bank decides: as a customer, whose data is evidence, and as an artist, who may have to give the share back. */
async function disputedPayments(db: Db, userId: string): Matter {
  const disputed = await db
    .selectFrom('bank_disputes')
    .innerJoin('payments', 'payments.id', 'bank_disputes.payment_id')
    .leftJoin('sales', 'sales.payment_id', 'payments.id')
    .select('payments.id')
    .where('bank_disputes.status', 'in', decidingStatuses)
    .where((eb) =>
      eb.or([eb('payments.customer_id', '=', userId), eb('sales.artist_id', '=', userId)]),
    )
    .limit(1)
    .executeTakeFirst()
  return disputed ? 'A payment is disputed at the bank.' : null
}

/** As a customer and as an artist. */
async function openCommissions(db: Db, userId: string): Matter {
  const open = await db
    .selectFrom('commissions')
    .select('name')
    .where((eb) => eb.or([eb('customer_id', '=', userId), eb('artist_id', '=', userId)]))
    .where('status', 'in', commissionListStatuses.open)
    .orderBy('created_at')
    .execute()
  if (open.length === 0) return null
  const names = new Intl.ListFormat('en-GB').format(open.map(({ name }) => `“${name}”`))
  return open.length === 1
    ? `A commission of yours is open: ${names}. Finish or cancel it first.`
    : `${open.length} commissions of yours are open: ${names}. Finish or cancel them first.`
}

async function unlistedUploads(db: Db, userId: string): Matter {
  const { uploads } = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<string>().as('uploads'))
    .where('artist_id', '=', userId)
    .where('purpose', '=', 'track')
    .where('status', 'in', uploadProcess.steps.refuse.from)
    .executeTakeFirstOrThrow()
  if (uploads === '0') return null
  return `${uploads === '1' ? 'A recording is' : `${uploads} recordings are`} still being prepared: finish or remove the upload first.`
}
