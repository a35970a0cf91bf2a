// Whether a customer's bank decides about a payment: nothing of it is given back, and nothing sent to artists meanwhile.

import { sql, type Expression, type RawBuilder } from 'kysely'
import {
  bankDisputeProcess,
  decidingStatuses,
  unrefundableStatuses,
} from '#rules/payments/bank-dispute-process.ts'
import type { Db } from '#server/db/client.ts'

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

/** Whether the bank has given all of it back to the customer: then it buys nothing any more. */
export async function isPaymentLost(tx: Db, paymentId: string): Promise<boolean> {
  const lost = await tx
    .selectFrom('bank_disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', '=', bankDisputeProcess.steps.lose.to)
    .where('is_whole', '=', true)
    .executeTakeFirst()
  return lost !== undefined
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
