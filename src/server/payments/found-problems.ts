// The problems that the last run of the invariants has found: they stop transfers, and /readyz names them.

import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** For a query: whether the transfers of this payment must not be sent. An unbalanced ledger stops those of every payment. */
export function isStoppedBy(paymentId: Expression<string>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from found_problems
    where found_problems.payment_id = ${paymentId} or found_problems.kind = 'ledger_unbalanced'
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
