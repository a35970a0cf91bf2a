// Refunds that were made at the card provider, and of which it is not clear what they were for, as admins read them: what the
// payment has sold, and what a division would do.

import { sql } from 'kysely'
import type { FoundRefund } from '#contracts/admin/found-refunds.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import { sumOfParts, type RefundPart } from '#rules/payments/divided-refund.ts'
import { isRefundable } from '#rules/payments/refund-shares.ts'
import {
  isOwnedAsAsked,
  ownerOf,
  presentTask,
  type ListReader,
  type Reader,
} from '#server/admin/owner-of-task.ts'
import { pageOf } from '#server/admin/page-of.ts'
import { reaching } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import type { ListedRefund } from '#server/gateways/payments/payments.ts'
import { postingOfArrivedRefund, postingOfLeavingRefund } from '#server/ledger/ledger-postings.ts'
import { sumByAccount } from '#server/ledger/preview-postings.ts'
import type { Payment } from '#server/payments/payment-subjects.ts'
import { withProviderErrors } from '#server/payments/provider-errors.ts'
import type { RefundDeps } from '#server/payments/refund-records.ts'
import { refundsWithoutRow } from '#server/payments/refused-refunds.ts'
import { consequencesOf, presentSold } from './refund-preview.ts'
import { findSalesOfPayment, sharesLeft, type RefundableSale } from './refundable-sale.ts'

const rowsOfTasks = { kind: 'found_refund', id: sql.ref('found_problems.subject') } as const

/** The oldest first. */
export async function findUnassigned(db: Db, { page, ...reader }: ListReader) {
  const found = tasks(db).where(isOwnedAsAsked(rowsOfTasks, reader))
  const { rows, paging } = await pageOf(found, {
    page,
    shown: found
      .select(['found_problems.subject as id', 'found_at', 'payments.id as payment_id'])
      .select(ownerOf(rowsOfTasks).as('task_owner'))
      .orderBy('found_at')
      .orderBy('subject'),
  })
  const refunds = []
  for (const { id, found_at: since, payment_id: paymentId, task_owner: owner } of rows) {
    const payment = await readPayment(db, paymentId)
    const task = presentTask({ owner, since }, reader)
    refunds.push({ ...(await summaryOf(db, id, payment)), task })
  }
  return { refunds, ...paging }
}

/** @throws Refusal not_found, refund_not_divided, refund_out_of_range, provider_unavailable */
export async function findFoundRefund(
  deps: RefundDeps,
  { id, division, ...reader }: Reader & { id: string; division?: RefundPart[] | undefined },
): Promise<FoundRefund> {
  const { db } = deps
  const payment = await findPaymentOfFound(db, id)
  const sales = await findSalesOfPayment(db, payment.id)
  const known = { ...(await summaryOf(db, id, payment)), sales: sales.map(presentSold) }
  const assignedPence = await findAssignedPence(db, id)
  if (assignedPence !== null) {
    const assigned = { isAssigned: true, madeTwice: null, division: null, task: null }
    return { ...known, ...assigned, pence: assignedPence }
  }
  const made = await readFound(deps, payment, id)
  const isUnknown = (await refundsWithoutRow(db, [made])).length === 1
  return {
    ...known,
    pence: made.pence,
    isAssigned: false,
    madeTwice: isUnknown ? null : made.refundId,
    task: await findTask(db, id, reader),
    division: division ? await divide(db, { payment, sales, made }, division) : null,
  }
}

/** @throws Refusal not_found */
export async function findPaymentOfFound(db: Db, providerId: string): Promise<Payment> {
  const task = await tasks(db)
    .where('subject', '=', providerId)
    .select('payments.id')
    .executeTakeFirst()
  const assigned = await db
    .selectFrom('refunds')
    .select('payment_id as id')
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  const found = task ?? assigned
  if (!found) throw new Refusal('not_found')
  return readPayment(db, found.id)
}

/** @throws Refusal not_found if it has come back meanwhile, provider_unavailable */
export async function readFound(
  { payments, failpoints }: Pick<RefundDeps, 'payments' | 'failpoints'>,
  { charge_id: chargeId }: Payment,
  providerId: string,
): Promise<ListedRefund> {
  if (chargeId === null) throw new Refusal('not_found')
  const { refunds } = await withProviderErrors(
    () => reaching(failpoints, 'charge.read', () => payments.readCharge(chargeId)),
    'provider_unavailable',
  )
  const made = refunds.find((refund) => refund.providerId === providerId)
  if (!made) throw new Refusal('not_found')
  return made
}

/** @throws Refusal refund_out_of_range, refund_not_divided */
export function salesOfParts(
  sales: readonly RefundableSale[],
  made: Pick<ListedRefund, 'pence'>,
  parts: readonly RefundPart[],
): { sale: RefundableSale; pence: number }[] {
  const divided = parts.map(({ saleId, pence }) => {
    const sale = sales.find(({ id }) => id === saleId)
    if (!sale || !isRefundable(pence, sharesLeft(sale))) throw new Refusal('refund_out_of_range')
    return { sale, pence }
  })
  if (sumOfParts(parts) !== made.pence) throw new Refusal('refund_not_divided')
  return divided
}

type Found = { payment: Payment; sales: RefundableSale[]; made: ListedRefund }

async function divide(db: Db, { payment, sales, made }: Found, parts: RefundPart[]) {
  const divided = []
  const promised = new Map<string, number>()
  for (const { sale, pence } of salesOfParts(sales, made, parts)) {
    const { id: saleId, artist_id: artistId } = sale
    const promisedPence = promised.get(artistId) ?? 0
    const part = await consequencesOf(db, sale, { left: sharesLeft(sale), pence, promisedPence })
    promised.set(artistId, promisedPence + part.artistPence)
    divided.push({ saleId, ...part })
  }
  const entries = [
    ...divided.flatMap(({ postings }) => postings),
    ...(await entriesOfMovement(db, payment, made)),
  ]
  return {
    parts: divided.map(({ postings: _postings, ...part }) => part),
    postings: sumByAccount(entries),
  }
}

/** It has left the balance already, and is unexplained once two hours have passed. */
async function entriesOfMovement(db: Db, { id: paymentId }: Payment, made: ListedRefund) {
  const { left, pence, providerId, state } = made
  const leaving = left === null ? [] : postingOfLeavingRefund({ paymentId, balance: left }).entries
  const arriving =
    state === 'succeeded' ? postingOfArrivedRefund({ providerId, paymentId, pence }).entries : []
  const from = left === null ? null : await findUnexplainedAccount(db, left.id)
  return [...leaving, ...arriving].map(({ account, pence: change }) => ({
    account: account === 'stripe_pending' && from !== null ? from : account,
    pence: change,
  }))
}

/** The account that it was booked on while nobody knew what it was. */
async function findUnexplainedAccount(db: Db, balanceTransactionId: string) {
  const row = await db
    .selectFrom('unexplained_transactions')
    .select('assigned_to')
    .where('balance_transaction_id', '=', balanceTransactionId)
    .executeTakeFirst()
  return row ? (row.assigned_to ?? ('unexplained' as const)) : null
}

function tasks(db: Db) {
  return db
    .selectFrom('found_problems')
    .innerJoin('payments', 'payments.id', 'found_problems.payment_id')
    .where('kind', '=', 'refund_without_row')
}

/** Null once it is found no more. */
async function findTask(db: Db, id: string, reader: Reader) {
  const row = await tasks(db)
    .where('subject', '=', id)
    .select(['found_at', ownerOf(rowsOfTasks).as('task_owner')])
    .executeTakeFirst()
  return row ? presentTask({ owner: row.task_owner, since: row.found_at }, reader) : null
}

function readPayment(db: Db, id: string): Promise<Payment> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function findAssignedPence(db: Db, providerId: string): Promise<number | null> {
  const { pence } = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<string | null>('amount_pence').as('pence'))
    .where('provider_id', '=', providerId)
    .executeTakeFirstOrThrow()
  return pence === null ? null : Number(pence)
}

async function summaryOf(db: Db, id: string, payment: Payment) {
  const { name, serial } = await db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.customer_id')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .select([nameOf().as('name'), 'receipts.serial'])
    .where('payments.id', '=', payment.id)
    .executeTakeFirstOrThrow()
  return {
    id,
    customer: { id: payment.customer_id, name },
    receiptNumber: serial === null ? null : receiptNumber(serial),
    paidPence: payment.amount_pence,
  }
}
