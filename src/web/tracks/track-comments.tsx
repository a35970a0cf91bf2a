import type { Comment } from '#contracts/tracks.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { trackMessages } from './track-messages.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** In the server's order: newest first. */
export function TrackComments({ comments }: { comments: Comment[] }) {
  return (
    <section aria-labelledby="comments">
      <h2 id="comments">Comments</h2>
      {comments.length === 0 ? (
        <p className="text-ink-2">
          {trackMessages.commentsEmpty} {trackMessages.commentsInvitation}
        </p>
      ) : (
        <ul className="comments">
          {comments.map((comment) => (
            <OneComment key={comment.id} comment={comment} />
          ))}
        </ul>
      )}
    </section>
  )
}

function OneComment({ comment }: { comment: Comment }) {
  const name = comment.user?.username || trackMessages.commentAuthorUnknown
  return (
    <li>
      <p className="comment-head">
        <Avatar name={name} image={comment.user?.avatar ?? null} />
        <b>
          <bdi>{name}</bdi>
        </b>
        <DateText iso={comment.createdAt} />
      </p>
      <p className="user-text" dir="auto">
        {comment.text}
      </p>
    </li>
  )
}
