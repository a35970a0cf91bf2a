import type { Generated, GeneratedAlways } from 'kysely'
import type { AdminAction, SubjectKind } from '#rules/admin/admin-actions.ts'
import type { TaskKind } from '#rules/admin/admin-tasks.ts'
import type { MessageStatus } from '#rules/contact/message-process.ts'
import type { ContactSubject } from '#rules/contact/contact-limits.ts'
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
    /** What the people concerned were told. */
    reason: string | null
    /** For admins only. */
    note: string | null
    details: Generated<Record<string, unknown>>
  }
  contact_messages: {
    id: string
    sent_at: Timestamp
    user_id: string | null
    name: string
    email: string
    subject: ContactSubject
    message: string
    status: Generated<MessageStatus>
  }
  contact_answers: { id: string; message_id: string; text: string; sent_at: Timestamp }
  featured_tracks: { track_id: string; featured_at: Timestamp }
  task_owners: { kind: TaskKind; subject_id: string; owner_id: string; since: Date }
  transfer_holds: { artist_id: string; held_at: Timestamp }
}
