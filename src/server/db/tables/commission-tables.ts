import type { Generated, GeneratedAlways } from 'kysely'
import type { CommissionStatus } from '#rules/commissions/commission-process.ts'
import type { CommissionReason } from '#rules/commissions/step-table.ts'
import type { AttachmentStatus } from '#rules/commissions/attachment-process.ts'
import type { AttachmentKind } from '#rules/commissions/message-limits.ts'
import type { DeliveryStatus } from '#rules/commissions/delivery-process.ts'
import type { DisputeOutcome, DisputeStatus } from '#rules/commissions/dispute-process.ts'
import type { NoteAuthor } from '#rules/commissions/note-process.ts'
import type { Actor } from '#rules/process.ts'
import type { BigInteger, NullableBigInteger } from './column-types.ts'

export type CommissionTables = {
  commissions: {
    id: string
    customer_id: string
    artist_id: string
    status: CommissionStatus
    status_reason: CommissionReason | null
    name: string
    requirements: string
    guide_track_url: string | null
    wants_guide_track: boolean
    track_id: string | null
    /** It is null when it was removed, too. */
    offer_id: string | null
    offer_title: string | null
    request_key: string | null
    customer_name: string
    artist_name: string
    artist_pence: number
    platform_fee_pence: number
    processing_fee_pence: number
    customer_pence: number
    delivery_days: number
    max_revisions: number
    revision_count: Generated<number>
    revision_feedback: string | null
    artist_message: string | null
    answer_by: Date
    pay_by: Date | null
    due_at: Date | null
    overdue_at: Date | null
    approve_at: Date | null
    end_at: Date | null
    hold_until: Date | null
    remind_at: Date | null
    created_at: Date
    updated_at: Date
    answered_at: Date | null
    paid_at: Date | null
    delivered_at: Date | null
    /** When it was approved, cancelled or declined. */
    ended_at: Date | null
    completed_at: Date | null
    payment_id: string | null
    /** The artist's share where an approval was for a part of the price. */
    approved_artist_pence: number | null
    frozen_at: Date | null
    frozen_by: 'ban' | 'admin' | 'late_change' | 'bank_dispute' | null
    freeze_reason: string | null
    /** The words of its name and of the artist's. */
    name_words: string
    customer_words: string
    /** Both, for admins. */
    searched: GeneratedAlways<string>
  }
  commission_steps: {
    id: GeneratedAlways<string>
    commission_id: string
    /** A step of the process; `request` for the first row. */
    step: string
    actor: Actor
    actor_id: string | null
    at: Date
    from_status: CommissionStatus | null
    to_status: CommissionStatus
    text: string | null
  }
  commission_deliveries: {
    id: string
    commission_id: string
    number: number
    status: DeliveryStatus
    file_name: string
    storage_key: string
    bytes: BigInteger
    /** The name of a file that arrived in several requests, until its name is final. */
    unfinished_file: string | null
    sha256: string | null
    container: string | null
    /** A `StoredAudio`. */
    audio: unknown
    preview_key: string | null
    preview_start_ms: number | null
    preview_ms: number | null
    guide_key: string | null
    guide_name: string | null
    guide_container: string | null
    guide_bytes: NullableBigInteger
    guide_unfinished_file: string | null
    refusal_code: string | null
    created_at: Date
    /** The time of the last byte. */
    arrived_at: Date
    ready_at: Date | null
    files_removed_at: Date | null
  }
  /** Owned by their customers. */
  commission_entitlements: { commission_id: string; granted_at: Date }
  commission_disputes: {
    id: string
    commission_id: string
    status: DisputeStatus
    description: string
    opened_at: Date
    answer_by: Date
    answer: string | null
    answered_at: Date | null
    unanswered_at: Date | null
    outcome: DisputeOutcome | null
    decision: string | null
    resolved_at: Date | null
    resolved_by: string | null
  }
  commission_notes: {
    id: string
    commission_id: string
    delivery_id: string
    author: NoteAuthor
    /** Tenths of a second of the recording. */
    at_tenths: number
    text: string
    request_key: string | null
    created_at: Date
    edited_at: Date | null
    done_at: Date | null
    answer: string | null
    answered_at: Date | null
  }
  commission_messages: {
    id: string
    commission_id: string
    author_id: string
    author_role: 'customer' | 'artist'
    text: string
    request_key: string
    /** Later than that of every message before it in the room. */
    created_at: Date
    /** Since when a report keeps it from both parties. */
    taken_down_at: Date | null
  }
  commission_attachments: {
    id: string
    message_id: string
    commission_id: string
    position: number
    kind: AttachmentKind
    status: AttachmentStatus
    file_name: string
    /** It is null once it is refused. */
    storage_key: string | null
    /** The size of the file as it was sent. */
    bytes: BigInteger
    width: number | null
    height: number | null
    duration_ms: number | null
    peaks: Uint8Array | null
    refusal_code: string | null
  }
  /** What a party has seen of the news in a room, and been told of by email. */
  commission_reads: {
    commission_id: string
    user_id: string
    read_at: Date | null
    notes_read_at: Date | null
    told_to: Date | null
    mailed_at: Date | null
    waiting_since: Date | null
  }
}
