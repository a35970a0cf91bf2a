// By which admins remove what users wrote, where it stands.

import { ActionButton } from './action-button.tsx'
import { adminMessages } from './admin-messages.ts'

type RemoveProps = {
  /** The title of the track, or the name of the artist, that it is about. */
  of: string
  id: string
  /** Who wrote it, for a screen reader. */
  author: string
  /** With the sentence to show. */
  onRemoved: (sentence: string) => void
}

export function RemoveCommentButton({ id, author, of, onRemoved }: RemoveProps) {
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
      told={toldAuthor({ author, kind: 'comment_removed', of })}
      done={adminMessages.commentRemoved}
      onDone={onRemoved}
    >
      <Effect />
    </ActionButton>
  )
}

export function RemoveReviewButton({ id, author, of, onRemoved }: RemoveProps) {
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
      told={toldAuthor({ author, kind: 'review_removed', of })}
      done={adminMessages.reviewRemoved}
      onDone={onRemoved}
    >
      <Effect />
    </ActionButton>
  )
}

type ToldAuthor = { author: string; kind: 'comment_removed' | 'review_removed'; of: string }

function toldAuthor({ author, kind, of }: ToldAuthor) {
  return {
    label: `What ${author} is told`,
    notices: [{ to: author, kind, details: { titles: [of] } }],
  }
}

function Effect() {
  return <p>It is gone for everyone at once and cannot be put back; the audit log has a copy.</p>
}
