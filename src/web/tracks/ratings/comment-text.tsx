import type { Comment } from '#contracts/tracks.ts'

/** Without links: nobody can advertise with them, and a search engine finds none. */
export function CommentText({ comment }: { comment: Comment }) {
  return (
    <p className="user-text" dir="auto">
      {comment.text}
    </p>
  )
}
