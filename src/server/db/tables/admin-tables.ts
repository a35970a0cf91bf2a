import type { Generated, GeneratedAlways } from 'kysely'
import type { AdminAction, SubjectKind } from '#rules/admin/admin-actions.ts'
import type { Timestamp } from './column-types.ts'

export type AdminTables = {
  /** Append-only. */
  admin_actions: {
    id: GeneratedAlways<string>
    acted_at: Timestamp
    admin_id: string
    action: AdminAction
    subject_kind: SubjectKind
    subject_id: string
    reason: string
    details: Generated<Record<string, unknown>>
  }
}
