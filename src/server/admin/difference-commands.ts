// What an admin does about a difference: takes care of it, explains it, or marks it as mended.

import { takenNote } from '#rules/admin/admin-actions.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { differenceProcess, type differenceEnds } from '#rules/payments/difference-process.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { recordAdminAction } from './audit-log.ts'

type Deps = { db: Db; clock: Clock }
type Taking = { id: string; adminId: string }

/** @throws Refusal not_found, difference_ended */
export async function takeDifference({ db }: Deps, { id, adminId }: Taking): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const taken = await tx
      .updateTable('reconciliation_differences')
      .set({ owner_id: adminId })
      .where('id', '=', id)
      .where('status', '=', 'open')
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) throw await refusalOf(tx, id)
    const entry = { adminId, subjectId: id, note: takenNote }
    await recordAdminAction(tx, { ...entry, action: 'take_difference' })
  })
}

type Ending = Taking & { status: (typeof differenceEnds)[number]; note: string }

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
  const changes = { owner_id: adminId, reason: note, ended_at: clock.now() }
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
