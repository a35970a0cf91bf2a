// For queries of what may wait for a person: who takes care of each, and only those of one admin or of nobody.

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Task } from '#contracts/admin/tasks.ts'
import type { TaskKind, TaskOwners } from '#rules/admin/admin-tasks.ts'
import { nameOf } from '#server/db/user-name.ts'
import { daysBetween } from './days-between.ts'

/** The admin who reads; null for a command of the operator's. */
export type Reader = { adminId: string | null; now: Date }

/** Who reads a list, and whose tasks they ask for. */
export type ListReader = Reader & { page: number; owner?: TaskOwners | undefined }

type Owner = { id: string; name: string | null }
type Rows = { kind: TaskKind; id: RawBuilder<unknown> }

const ownerOfRow = ({ kind, id }: Rows) =>
  sql`task_owners.kind = ${sql.lit(kind)} and task_owners.subject_id = ${id}::text`

/** @param rows their kind, and the column of their ids */
export function ownerOf(rows: Rows): RawBuilder<Owner | null> {
  return sql<Owner | null>`(
    select jsonb_build_object('id', owners.id, 'name', ${nameOf('owners')})
    from task_owners join users as owners on owners.id = task_owners.owner_id
    where ${ownerOfRow(rows)}
  )`
}

export function isOwnedAsAsked(
  rows: Rows,
  { adminId, owner }: Pick<ListReader, 'adminId' | 'owner'>,
): RawBuilder<SqlBool> {
  if (owner === undefined) return sql<SqlBool>`true`
  const owned = sql`select from task_owners where ${ownerOfRow(rows)}`
  return owner === 'mine'
    ? sql<SqlBool>`exists (${owned} and task_owners.owner_id = ${adminId}::uuid)`
    : sql<SqlBool>`not exists (${owned})`
}

type Row = { owner: Owner | null; since: Date; endedAt?: Date | null }

export function presentTask({ owner, since, endedAt }: Row, { adminId, now }: Reader): Task {
  return {
    owner: owner && { ...owner, isYou: owner.id === adminId },
    ageDays: daysBetween(since, endedAt ?? now),
  }
}
