// By which admins remove what users wrote, where it stands.

import { ActionButton } from './action-button.tsx'
import { adminMessages } from './admin-messages.ts'

type RemoveProps = {
  id: string
  /** Who wrote it, for a screen reader. */
  author: string
  /** With the sentence to show. */
  onRemoved: (sentence: string) => void
}

export function RemoveCommentButton({ id, author, onRemoved }: RemoveProps) {
  return (
    <ActionButton
      label="Remove"
      isDangerous
      about={`the comment by ${author}`}
      title={`Remove the comment by ${author}?`}
      submitting="Removing…"
      contract={async () => (await import('#contracts/admin/removals.ts')).removeComment}
      route="POST /api/proxy/admin/comments/{commentId}/remove"
      constants={{ commentId: id }}
      done={adminMessages.commentRemoved}
      onDone={onRemoved}
    >
      <Effect />
    </ActionButton>
  )
}

export function RemoveReviewButton({ id, author, onRemoved }: RemoveProps) {
  return (
    <ActionButton
      label="Remove"
      isDangerous
      about={`the review by ${author}`}
      title={`Remove the review by ${author}?`}
      submitting="Removing…"
      contract={async () => (await import('#contracts/admin/removals.ts')).removeReview}
      route="POST /api/proxy/admin/reviews/{reviewId}/remove"
      constants={{ reviewId: id }}
      done={adminMessages.reviewRemoved}
      onDone={onRemoved}
    >
      <Effect />
    </ActionButton>
  )
}

function Effect() {
  return (
    <p>
      It is gone for everyone at once and cannot be put back; the audit log has a copy. Its author
      is sent the reason.
    </p>
  )
}
