import type { Comment, Review } from '#contracts/review-schemas.ts'
import { FlagButton } from '#web/moderation/flag-button.tsx'
import { authorName } from './author-name.ts'

type ReportButtonProps = {
  kind: 'comment' | 'review'
  review: Comment | Review
  /** The path to come back to after logging in. */
  path: string
}

/** For everyone but its author. */
export function ReportButton({ kind, review, path }: ReportButtonProps) {
  const what = kind === 'comment' ? 'Comment' : 'Review'
  const title = `${what} by ${authorName(review.user)}`
  return <FlagButton kind={kind} subjectId={review.id} title={title} path={path} />
}
