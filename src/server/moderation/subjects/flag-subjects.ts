// The subjects of flags: one row of functions for each kind.

import type { FlagSubjectKind } from '#rules/moderation/flag-limits.ts'
import { artistReviews, trackComments } from '#server/reviews/review-kinds.ts'
import type { FlagSubject } from './flag-subject.ts'
import { flaggedMessages } from './flagged-messages.ts'
import { flaggedProfiles } from './flagged-profiles.ts'
import { flaggedReview } from './flagged-reviews.ts'
import { flaggedTracks } from './flagged-tracks.ts'

export const flagSubjects: Record<FlagSubjectKind, FlagSubject> = {
  track: flaggedTracks,
  review: flaggedReview(artistReviews),
  comment: flaggedReview(trackComments),
  profile: flaggedProfiles,
  message: flaggedMessages,
}

/** The column of `flags` that refers to it. */
export const subjectColumns = {
  track: 'track_id',
  review: 'review_id',
  comment: 'comment_id',
  profile: 'profile_id',
  message: 'message_id',
} as const satisfies Record<FlagSubjectKind, string>
