import type { TrackSummaryList } from '#contracts/catalogue.ts'

// Made once: `toLocaleString` makes a new one each time, which takes longer than a card takes to render.
const whole = new Intl.NumberFormat('en-GB')

/** '1,400+ tracks' while only a lower bound is known. */
export function trackCount({
  totalTracks,
  totalIsExact,
}: Pick<TrackSummaryList, 'totalTracks' | 'totalIsExact'>): string {
  if (totalTracks === 1 && totalIsExact) return '1 track'
  return `${wholeNumber(totalTracks)}${totalIsExact ? '' : '+'} tracks`
}

export function wholeNumber(count: number): string {
  return whole.format(count)
}
