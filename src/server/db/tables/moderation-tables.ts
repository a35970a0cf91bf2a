import type { FlagStatus } from '#rules/moderation/flag-process.ts'
import type { AnyFlagType, FlagSubjectKind } from '#rules/moderation/flag-limits.ts'
import type { Generated } from 'kysely'
import type { Timestamp } from './column-types.ts'

export type ModerationTables = {
  flags: {
    id: string
    subject_kind: FlagSubjectKind
    /** Exactly the one of its kind; null once a review or a comment is deleted. */
    track_id: string | null
    review_id: string | null
    comment_id: string | null
    profile_id: string | null
    message_id: string | null
    /** The same, also of words that are deleted. */
    subject_id: string
    /** Whose it is; null once the account is deleted. */
    author_id: string | null
    /** It is null once the account is deleted. */
    reporter_id: string | null
    type: AnyFlagType
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
