// How much of each kind waits for a person.

import { sql } from 'kysely'
import type { TaskCounts } from '#contracts/admin/tasks.ts'
import { taskKinds, type TaskKind } from '#rules/admin/admin-tasks.ts'
import type { Db } from '#server/db/client.ts'
import { daysBetween } from '../days-between.ts'
import { openTasks } from './open-tasks.ts'

type Row = { kind: TaskKind; waiting: number; owned: number; mine: number; oldest: Date | null }

/** In the order of the kinds; those without any as well. */
export async function countTasks(
  db: Db,
  { adminId, now }: { adminId: string; now: Date },
): Promise<TaskCounts[]> {
  const ofKinds = taskKinds.map(
    (kind) => sql`
      select ${sql.lit(kind)} as kind, count(*)::int as waiting, count(task_owners.owner_id)::int as owned,
        (count(*) filter (where task_owners.owner_id = ${adminId}::uuid))::int as mine, min(task.since) as oldest
      from (${openTasks[kind].rows(now)}) as task
      left join task_owners on task_owners.kind = ${sql.lit(kind)} and task_owners.subject_id = task.id
      where task.needs_person`,
  )
  const { rows } = await sql<Row>`${sql.join(ofKinds, sql` union all `)}`.execute(db)
  const byKind = new Map(rows.map((row) => [row.kind, row]))
  return taskKinds.flatMap((kind) => {
    const row = byKind.get(kind)
    return row ? [present(row, now)] : []
  })
}

function present({ kind, waiting, owned, mine, oldest }: Row, now: Date): TaskCounts {
  return {
    kind,
    waiting,
    nobodys: waiting - owned,
    mine,
    oldestDays: oldest === null ? 0 : daysBetween(oldest, now),
  }
}
