type StarsProps = { average: number | null; ratings: number }

/** Renders nothing without ratings. */
export function Stars({ average, ratings }: StarsProps) {
  const shown = starsShown(average, ratings)
  if (shown === null || average === null) return null
  const exact = averageText(average)
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

/** '4.4' for 4.46: rounded down like the stars, so that 4.5 is never beside four stars. */
export function averageText(average: number): string {
  const clamped = Math.min(5, Math.max(0, average))
  // 4.1 × 10 may be a little less than 41.
  return (Math.floor(clamped * 10 + 1e-6) / 10).toFixed(1)
}

/** Clamped to 0–5; a half star for a fraction of 0.5 or more; null (no stars at all) without ratings. */
export function starsShown(average: number | null | undefined, ratings: number): number | null {
  if (typeof average !== 'number' || !Number.isFinite(average) || ratings === 0) return null
  const clamped = Math.min(5, Math.max(0, average))
  const whole = Math.floor(clamped)
  return clamped - whole >= 0.5 ? whole + 0.5 : whole
}
