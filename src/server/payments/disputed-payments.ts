// Whether a customer's bank decides about a payment: nothing of it is given back, and nothing sent to artists meanwhile. And
// whether anything of it is left once the bank has decided.

import { sql, type Expression, type RawBuilder } from 'kysely'
import {
  bankDisputeProcess,
  decidingStatuses,
  unrefundableStatuses,
} from '#rules/payments/bank-dispute-process.ts'
import { refundProcess } from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { subjectFunctions, type Payment, type PaymentSubjects } from './payment-subjects.ts'

/**
 * Whether no refund of the payment is possible: the bank has the amount, or has given it back to the customer. Also as far
 * as a refund was refused for it, and nobody has told of the dispute yet.
 */
export async function isPaymentDisputed(tx: Db, paymentId: string): Promise<boolean> {
  const { is_disputed } = await tx
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('bank_disputes')
              .select('id')
              .where('payment_id', '=', paymentId)
              .where('status', 'in', unrefundableStatuses),
          ),
          eb.exists(
            eb
              .selectFrom('refunds')
              .select('id')
              .where('payment_id', '=', paymentId)
              .where('status', '=', 'disputed'),
          ),
        ])
        .as('is_disputed'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(is_disputed)
}

/** For a query: whether the bank has given all of this payment back to the customer. */
export function isLostAtBank(paymentId: Expression<string | null>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from bank_disputes
    where bank_disputes.payment_id = ${paymentId}
      and bank_disputes.status = ${sql.lit(bankDisputeProcess.steps.lose.to)} and bank_disputes.is_whole
  )`
}

/** Whether the bank has given all of it back to the customer: then it buys nothing any more. */
export async function isPaymentLost(tx: Db, paymentId: string): Promise<boolean> {
  const { is_lost } = await tx
    .selectNoFrom(isLostAtBank(sql<string>`${paymentId}::uuid`).as('is_lost'))
    .executeTakeFirstOrThrow()
  return is_lost
}

const deciding = sql.join(decidingStatuses.map((status) => sql.lit(status)))

/** For a query: whether the bank has the amount of this payment, and has not decided. */
export function isBankDeciding(paymentId: Expression<string>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from bank_disputes
    where bank_disputes.payment_id = ${paymentId} and bank_disputes.status in (${deciding})
  )`
}

export async function isBankDecidingAbout(tx: Db, paymentId: string): Promise<boolean> {
  const { is_deciding } = await tx
    .selectNoFrom(isBankDeciding(sql<string>`${paymentId}::uuid`).as('is_deciding'))
    .executeTakeFirstOrThrow()
  return is_deciding
}

/** Whether nothing is left of the payment: each of its lost disputes says so, also if another one is decided later. */
export async function countWhole(
  tx: Db,
  { id: paymentId, amount_pence: paidPence }: Payment,
): Promise<boolean> {
  const lost = bankDisputeProcess.steps.lose.to
  const { pence } = await tx
    .selectFrom('bank_disputes')
    .select((eb) => eb.fn.sum<string | null>('amount_pence').as('pence'))
    .where('payment_id', '=', paymentId)
    .where('status', '=', lost)
    .executeTakeFirstOrThrow()
  const isWhole = Number(pence ?? 0) + (await refundedPence(tx, paymentId)) >= paidPence
  await tx
    .updateTable('bank_disputes')
    .set({ is_whole: isWhole })
    .where('payment_id', '=', paymentId)
    .where('status', '=', lost)
    .execute()
  return isWhole
}

/** By the provider, before the disputes and beside them. */
async function refundedPence(tx: Db, paymentId: string): Promise<number> {
  const { pence } = await tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<string | null>('amount_pence').as('pence'))
    .where('payment_id', '=', paymentId)
    .where('status', 'in', refundProcess.steps.oweAgain.from)
    .executeTakeFirstOrThrow()
  return Number(pence ?? 0)
}

/**
 * What was given back beside a lost dispute can be known only after it: then nothing may be left of the payment, as if the
 * dispute had been lost after that.
 */
export async function countWholeAgain(
  tx: Db,
  subjects: PaymentSubjects,
  payment: Payment,
): Promise<void> {
  const lost = await tx
    .selectFrom('bank_disputes')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('status', '=', bankDisputeProcess.steps.lose.to)
    .where('is_whole', '=', false)
    .orderBy('id')
    .executeTakeFirst()
  if (!lost || !(await countWhole(tx, payment))) return
  const dispute = { id: lost.id, state: 'lost', isWhole: true, keepsShare: true } as const
  // That it was lost its artists have been told.
  await subjectFunctions(subjects, payment).recordBankDispute(tx, payment, dispute)
}
