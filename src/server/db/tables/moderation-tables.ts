import type { FlagStatus } from '#rules/moderation/flag-process.ts'
import type { FlagType } from '#rules/moderation/flag-limits.ts'
import type { Generated } from 'kysely'
import type { Timestamp } from './column-types.ts'

export type ModerationTables = {
  flags: {
    id: string
    track_id: string
    /** Null once the account is deleted. */
    reporter_id: string | null
    type: FlagType
    reason: string
    status: Generated<FlagStatus>
    /** As the contract lists it. */
    flagged: unknown
    created_at: Timestamp
    /** The admin who began the review. */
    reviewer_id: string | null
    /** The latest decision, as those concerned were told it. */
    decision_reason: string | null
    decided_at: Date | null
    /** What was claimed, as the admin who upheld the flag tells the artist. */
    claim: string | null
    counter_text: string | null
    countered_at: Date | null
  }
}
