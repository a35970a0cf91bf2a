import type { TrackSummaryList } from '#contracts/catalogue.ts'
import { wholeNumber } from '#web/ui/whole-number.ts'

type Total = Pick<TrackSummaryList, 'totalTracks' | 'totalIsExact'>

/** 'about 12,000 tracks' where the total is an estimate. */
export function trackCount(total: Total): string {
  if (total.totalTracks === 1 && total.totalIsExact) return '1 track'
  return `${totalText(total)} tracks`
}

export function totalText({ totalTracks, totalIsExact }: Total): string {
  return totalIsExact
    ? wholeNumber(totalTracks)
    : `about ${wholeNumber(Number(totalTracks.toPrecision(2)))}`
}
