// The problems that the last run of the invariants has found, and what was reported since: they stop transfers, and /readyz
// names them.

import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { raiseAlarm } from './payment-alarms.ts'

/** For a query: whether the transfers of this payment must not be sent. A ledger that is unbalanced or was changed stops all. */
export function isStoppedBy(paymentId: Expression<string>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from found_problems
    where found_problems.payment_id = ${paymentId} or found_problems.kind in ('ledger_unbalanced', 'ledger_changed', 'day_changed')
  )`
}

export async function areTransfersStopped(tx: Db, paymentId: string): Promise<boolean> {
  const { is_stopped } = await tx
    .selectNoFrom(isStoppedBy(sql<string>`${paymentId}::uuid`).as('is_stopped'))
    .executeTakeFirstOrThrow()
  return is_stopped
}

export async function findProblemKinds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('found_problems').select('kind').distinct().execute()
  return rows.map(({ kind }) => kind)
}

type WithoutRow = {
  /** As the comparison with the provider names it, which looks at it again each hour. */
  kind: 'transfer_without_row' | 'reversal_without_row' | 'refund_without_row'
  providerId: string
  paymentId: string
  /** For the admins: a sentence or two. */
  problem: string
  now: Date
}

/** Whether it waits for a person already. */
export async function isReported(
  db: Db,
  { kind, providerId }: Pick<WithoutRow, 'kind' | 'providerId'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('found_problems')
    .select('kind')
    .where('kind', '=', kind)
    .where('subject', '=', providerId)
    .executeTakeFirst()
  return found !== undefined
}

/** The first refund that was made at the provider for this payment, and of which an admin has to say what it was for. */
export async function findUnassignedRefund(db: Db, paymentId: string): Promise<string | null> {
  const found = await db
    .selectFrom('found_problems')
    .select('subject')
    .where('kind', '=', 'refund_without_row')
    .where('payment_id', '=', paymentId)
    .orderBy('found_at')
    .orderBy('subject')
    .limit(1)
    .executeTakeFirst()
  return found?.subject ?? null
}

/** A row says so by now. */
export async function removeWithoutRow(
  tx: Db,
  { kind, providerId }: Pick<WithoutRow, 'kind' | 'providerId'>,
): Promise<void> {
  await tx
    .deleteFrom('found_problems')
    .where('kind', '=', kind)
    .where('subject', '=', providerId)
    .execute()
}

/**
 * What the provider has moved, and no row of ours can say so: the admins are told, and it stays found until a person has put it
 * right at the provider.
 */
export async function reportWithoutRow(
  tx: Db,
  { kind, providerId, paymentId, problem, now }: WithoutRow,
): Promise<void> {
  await tx
    .insertInto('found_problems')
    .values({
      kind,
      subject: providerId,
      payment_id: paymentId,
      found_at: now,
      found_by: 'compare_with_provider',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await raiseAlarm(tx, { key: `${kind}:${providerId}`, problem })
}
