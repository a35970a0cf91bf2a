import type { TrackSummaryList } from '#contracts/catalogue.ts'
import { wholeNumber } from '#web/ui/whole-number.ts'

/** '1,400+ tracks' while only a lower bound is known. */
export function trackCount({
  totalTracks,
  totalIsExact,
}: Pick<TrackSummaryList, 'totalTracks' | 'totalIsExact'>): string {
  if (totalTracks === 1 && totalIsExact) return '1 track'
  return `${wholeNumber(totalTracks)}${totalIsExact ? '' : '+'} tracks`
}
