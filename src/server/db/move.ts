// The one way in which a row takes a step of its process: one UPDATE checks the status and moves it.

import { sql, type Expression, type Kysely, type SqlBool, type Updateable } from 'kysely'
import type { Process } from '#rules/process.ts'
import type { Db } from './client.ts'
import type { Tables } from './tables.ts'

/** Tables whose rows have an id and the status of a process. */
type ProcessTable = {
  [Name in keyof Tables]: Tables[Name] extends { id: unknown; status: unknown } ? Name : never
}[keyof Tables]

type Move<Table extends ProcessTable, StepName extends string> = {
  id: string
  step: StepName
  /** Written with the new status. */
  changes?: Updateable<Tables[Table]>
  /** What else must hold. */
  where?: Expression<SqlBool>
}

/** Returns false when the row is in another status than the step starts from, or `where` does not hold. */
export async function move<
  Table extends ProcessTable,
  Status extends string,
  StepName extends string,
>(
  tx: Db,
  table: Table,
  process: Process<Status, StepName>,
  { id, step, changes, where }: Move<Table, NoInfer<StepName>>,
): Promise<boolean> {
  const { from, to } = process.steps[step]
  // Kysely has no type for a table that is a parameter; `ProcessTable` says that each has these columns.
  const rows = tx as unknown as Kysely<{ orders: { id: string; status: string } }>
  const moved = await rows
    .updateTable(table as 'orders')
    .set({ ...changes, status: to })
    .where('id', '=', id)
    .where('status', 'in', from)
    .where(where ?? sql<SqlBool>`true`)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}
