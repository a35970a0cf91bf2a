// What a user adds to a track's page: a rating and comments. Loaded once the user is known.

import type { OwnOpinion, OwnRating } from '#contracts/ratings.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { CommentForm } from './comment-form.tsx'
import { RatingButtons } from './rating-buttons.tsx'

export type OpinionFormProps = {
  trackId: string
  path: string
  opinion: OwnOpinion
  onRated: (rating: OwnRating) => void
  onCommented: () => void
}

export default function OpinionForm(props: OpinionFormProps) {
  const { trackId, path, opinion, onRated, onCommented } = props
  if (opinion.refusal !== null)
    return <p className="opinion-refusal">{refusalMessage(opinion.refusal)}</p>
  return (
    <>
      <RatingButtons trackId={trackId} path={path} rating={opinion.rating} onRated={onRated} />
      <CommentForm trackId={trackId} path={path} onAdded={onCommented} />
    </>
  )
}
