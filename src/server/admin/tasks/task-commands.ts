// An admin takes care of something that waits for a person, or hands it back.

import { sql } from 'kysely'
import { handedBackNote, takenNote, type AdminAction } from '#rules/admin/admin-actions.ts'
import { taskNames, type TaskKind } from '#rules/admin/admin-tasks.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { recordAdminAction } from '../audit-log.ts'
import { openTasks } from './open-tasks.ts'

type Deps = { db: Db; clock: Clock }
type OwnTask = { kind: TaskKind; id: string; adminId: string }

/**
 * Repeated, it changes nothing.
 *
 * @param task `from`: another admin's is taken over; what nobody took care of is taken only if that is so still
 * @throws Refusal task_ended, task_taken
 */
export async function takeTask(
  { db, clock }: Deps,
  { from, ...task }: OwnTask & { from: 'nobody' | 'another' },
): Promise<void> {
  const { kind, id, adminId } = task
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const subjectId = await findSubject(tx, task, now)
    const taken = await tx
      .insertInto('task_owners')
      .values({ kind, subject_id: id, owner_id: adminId, since: now })
      .onConflict((conflict) =>
        from === 'nobody'
          ? conflict.doNothing()
          : conflict
              .columns(['kind', 'subject_id'])
              .doUpdateSet({ owner_id: adminId, since: now })
              .where('task_owners.owner_id', '<>', adminId),
      )
      .returning('owner_id')
      .executeTakeFirst()
    if (taken) await record(tx, task, { action: 'take_task', subjectId, noteOf: takenNote })
    else if (!(await isOwn(tx, task))) throw new Refusal('task_taken')
  })
}

/** Repeated, and of a task that is another admin's, it changes nothing. @throws Refusal task_ended */
export async function handBackTask({ db, clock }: Deps, task: OwnTask): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const subjectId = await findSubject(tx, task, clock.now())
    const handedBack = await tx
      .deleteFrom('task_owners')
      .where('kind', '=', task.kind)
      .where('subject_id', '=', task.id)
      .where('owner_id', '=', task.adminId)
      .executeTakeFirst()
    if (handedBack.numDeletedRows > 0n)
      await record(tx, task, { action: 'hand_back_task', subjectId, noteOf: handedBackNote })
  })
}

/** Of the audit log. @throws Refusal task_ended also if there never was one */
async function findSubject(tx: Db, { kind, id }: OwnTask, now: Date): Promise<string> {
  const { rows } = await sql<{ subject: string }>`
    select subject from (${openTasks[kind].rows(now)}) as task where id = ${id}
  `.execute(tx)
  const [task] = rows
  if (!task) throw new Refusal('task_ended')
  return task.subject
}

async function isOwn(tx: Db, { kind, id, adminId }: OwnTask): Promise<boolean> {
  const own = await tx
    .selectFrom('task_owners')
    .select('owner_id')
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('owner_id', '=', adminId)
    .executeTakeFirst()
  return own !== undefined
}

type Entry = { action: AdminAction; subjectId: string; noteOf: (task: string) => string }

async function record(
  tx: Db,
  { kind, id, adminId }: OwnTask,
  { action, subjectId, noteOf }: Entry,
): Promise<void> {
  await recordAdminAction(tx, {
    adminId,
    action,
    subjectKind: openTasks[kind].subject,
    subjectId,
    note: noteOf(`${taskNames[kind]} ${id}`),
    details: { task: kind, id },
  })
}
