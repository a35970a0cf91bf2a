import { starsShown } from '#rules/star-rating.ts'

type StarsProps = { average: number | null; ratings: number }

/** Renders nothing without ratings. */
export function Stars({ average, ratings }: StarsProps) {
  const shown = starsShown(average, ratings)
  if (shown === null || average === null) return null
  const exact = Math.min(5, Math.max(0, average)).toFixed(1)
  return (
    <span className="stars">
      <span aria-hidden="true" className="stars-row" data-stars={shown} />
      <span aria-hidden="true">{`${exact} (${ratings})`}</span>
      <span className="sr-only">
        {`${exact} out of 5 from ${ratings} ${ratings === 1 ? 'rating' : 'ratings'}`}
      </span>
    </span>
  )
}
