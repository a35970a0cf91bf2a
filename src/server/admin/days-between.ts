const dayMs = 24 * 3_600_000

/** Whole days of 24 hours. */
export function daysBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / dayMs)
}
