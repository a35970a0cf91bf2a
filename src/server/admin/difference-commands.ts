// What an admin does about a difference: explains it, or marks it as mended.

import { Refusal } from '#rules/errors/refusal.ts'
import { differenceProcess, type differenceEnds } from '#rules/payments/difference-process.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { recordAdminAction } from './audit-log.ts'

type Deps = { db: Db; clock: Clock }

type Ending = {
  id: string
  adminId: string
  status: (typeof differenceEnds)[number]
  note: string
}

const steps = {
  explained: { step: 'explain', action: 'explain_difference' },
  mended: { step: 'mend', action: 'mend_difference' },
} as const satisfies Record<Ending['status'], object>

/** @throws Refusal not_found, difference_ended */
export async function endDifference(
  { db, clock }: Deps,
  { id, adminId, status, note }: Ending,
): Promise<void> {
  const { step, action } = steps[status]
  const changes = { reason: note, ended_at: clock.now() }
  await db.transaction().execute(async (tx) => {
    const moved = { id, step, changes }
    if (!(await move(tx, 'reconciliation_differences', differenceProcess, moved)))
      throw await refusalOf(tx, id)
    await recordAdminAction(tx, { adminId, action, subjectId: id, note })
  })
}

async function refusalOf(tx: Db, id: string): Promise<Refusal> {
  const found = await tx
    .selectFrom('reconciliation_differences')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return new Refusal(found ? 'difference_ended' : 'not_found')
}
