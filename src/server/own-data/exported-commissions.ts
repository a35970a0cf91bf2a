// The commissions in an export: those that the user has asked for, and those that the user was asked for.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { ExportedUser } from './exported-artist-data.ts'

/** Both parties have agreed on all of it. */
export function findCommissions(db: Db, user: ExportedUser) {
  return ownCommissions(db, user)
    .select(['commissions.id', 'commissions.status', 'status_reason', 'name', 'requirements'])
    .select(['guide_track_url', 'wants_guide_track', 'track_id', 'offer_title'])
    .select([
      'customer_name',
      'artist_name',
      'artist_pence',
      'customer_pence',
      'delivery_days',
      'max_revisions',
    ])
    .select(['revision_count', 'revision_feedback', 'artist_message', 'commissions.created_at'])
    .select(['answered_at', 'paid_at', 'delivered_at', 'ended_at', 'completed_at'])
    .orderBy('commissions.created_at')
    .execute()
}

/** Who has taken a step, without a name. */
export function findSteps(db: Db, user: ExportedUser) {
  return ownCommissions(db, user)
    .innerJoin('commission_steps', 'commission_steps.commission_id', 'commissions.id')
    .select(['commission_id', 'step', 'actor', 'at', 'from_status', 'to_status', 'text'])
    .orderBy('commission_steps.id')
    .execute()
}

/** Those that an artist sent: a customer owns the approved one, and has heard the others. */
export function findDeliveries(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('commission_deliveries')
    .innerJoin('commissions', 'commissions.id', 'commission_id')
    .select(['commission_deliveries.id', 'commission_id', 'number', 'commission_deliveries.status'])
    .select(['file_name', 'guide_name', 'refusal_code', 'arrived_at', 'ready_at'])
    .where('artist_id', '=', id)
    .orderBy('commission_deliveries.created_at')
    .execute()
}

export function findDisputes(db: Db, user: ExportedUser) {
  return ownCommissions(db, user)
    .innerJoin('commission_disputes', 'commission_disputes.commission_id', 'commissions.id')
    .select(['commission_disputes.id', 'commission_id', 'commission_disputes.status'])
    .select(['description', 'opened_at', 'answer', 'commission_disputes.answered_at'])
    .select(['outcome', 'decision', 'resolved_at'])
    .orderBy('opened_at')
    .execute()
}

/** Of both parties, at the second of the preview that was heard: where it lies in the recording is the artist's. */
export function findNotes(db: Db, user: ExportedUser) {
  return ownCommissions(db, user)
    .innerJoin('commission_notes', 'commission_notes.commission_id', 'commissions.id')
    .innerJoin('commission_deliveries', 'commission_deliveries.id', 'delivery_id')
    .select(['commission_notes.id', 'commission_notes.commission_id', 'number as delivery'])
    .select(
      sql<number>`((at_tenths - round(preview_start_ms / 100.0)) / 10.0)::float8`.as('seconds'),
    )
    .select(['author', 'text', 'commission_notes.created_at', 'edited_at', 'done_at'])
    .select(['commission_notes.answer', 'commission_notes.answered_at'])
    .orderBy('commission_notes.created_at')
    .orderBy('commission_notes.id')
    .execute()
}

/** Those that the user has written: what the other party wrote is theirs. */
export function findMessages(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('commission_messages')
    .select(['id', 'commission_id', 'text', 'created_at', 'taken_down_at'])
    .where('author_id', '=', id)
    .orderBy('created_at')
    .execute()
}

export function findAttachments(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('commission_attachments')
    .innerJoin('commission_messages', 'commission_messages.id', 'message_id')
    .select(['commission_attachments.id', 'message_id', 'kind', 'file_name', 'bytes', 'status'])
    .where('author_id', '=', id)
    .orderBy('created_at')
    .orderBy('position')
    .execute()
}

function ownCommissions(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('commissions')
    .where((eb) => eb.or([eb('customer_id', '=', id), eb('artist_id', '=', id)]))
}
