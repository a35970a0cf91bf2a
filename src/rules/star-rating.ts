// Converts an average rating to stars.

/** Clamped to 0–5; a half star for a fraction of 0.5 or more; null (no stars at all) without ratings. */
export function starsShown(average: number | null | undefined, ratings: number): number | null {
  if (typeof average !== 'number' || !Number.isFinite(average) || ratings === 0) return null
  const clamped = Math.min(5, Math.max(0, average))
  const whole = Math.floor(clamped)
  return clamped - whole >= 0.5 ? whole + 0.5 : whole
}
