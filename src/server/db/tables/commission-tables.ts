import type { Generated, GeneratedAlways } from 'kysely'
import type { CommissionStatus } from '#rules/commission-process.ts'
import type { CommissionReason } from '#rules/commissions/step-table.ts'
import type { DeliveryStatus } from '#rules/commissions/delivery-process.ts'
import type { DisputeOutcome, DisputeStatus } from '#rules/commissions/dispute-process.ts'
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
    /** Of an approval for a part of the price. */
    approved_artist_pence: number | null
    frozen_at: Date | null
    frozen_by: 'ban' | 'admin' | 'late_change' | null
    freeze_reason: string | null
    /** The words of the names, for admins. */
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
    /** Of a file that arrived in several requests, until its name is final. */
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
}
