// The one way in which a row takes a step of its process: one UPDATE checks the status and moves it.

import {
  sql,
  type Expression,
  type Kysely,
  type Selectable,
  type SqlBool,
  type UpdateObject,
} from 'kysely'
import type { Process } from '#rules/process.ts'
import type { Db } from './client.ts'
import type { Tables } from './tables.ts'

/** Tables whose rows have the status of a process. */
type ProcessTable = {
  [Name in keyof Tables]: Tables[Name] extends { status: unknown } ? Name : never
}[keyof Tables]

/** Names one row: by its id, and a rendition by what is rendered. */
type RowKey<Table extends ProcessTable> = Table extends 'renditions'
  ? Pick<Selectable<Tables['renditions']>, 'recording_id' | 'format'>
  : { id: string }

type Move<Table extends ProcessTable, StepName extends string> = RowKey<Table> & {
  step: StepName
  /** Written with the new status. */
  changes?: UpdateObject<Tables, Table, Table>
  /** A further condition. */
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
  { step, changes, where, ...key }: Move<Table, NoInfer<StepName>>,
): Promise<boolean> {
  const { from, to } = process.steps[step]
  // Kysely has no type for a table that is a parameter; `ProcessTable` and `RowKey` say that each has these columns.
  const rows = tx as unknown as Kysely<{ orders: Record<string, string> }>
  const moved = await rows
    .updateTable(table as 'orders')
    .set({ ...changes, status: to })
    .where((row) => row.and(key as Record<string, string>))
    .where('status', 'in', from)
    .where(where ?? sql<SqlBool>`true`)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}
