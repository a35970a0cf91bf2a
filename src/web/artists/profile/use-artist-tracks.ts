// The tracks of an artist as the profile lists them: searched, sorted and paged in the browser.

import { useState } from 'react'
import type { queryTracks, TrackSummaryList } from '#contracts/catalogue.ts'
import { trackPageSize, type TrackSort } from '#rules/tracks/track-options.ts'
import { request } from '#web/api/browser.ts'
import { useFetched } from '#web/api/use-fetched.ts'

type TracksWanted = { query: string; orderBy: TrackSort; page: number }

/** Recently uploaded, without a search (D-114). */
export const firstTracks: TracksWanted = { query: '', orderBy: 'date-uploaded', page: 1 }

/** @param initial the first tracks, if the page has them; another list is fetched */
export function useArtistTracks(artistId: string, initial: TrackSummaryList | null) {
  const [wanted, setWanted] = useState<TracksWanted | null>(initial ? null : firstTracks)
  const { value, refused, isLoading } = useFetched(wanted, ({ query, ...rest }, signal) => {
    const input = { artistId, ...rest, limit: trackPageSize, ...(query && { query }) }
    return request<typeof queryTracks>('GET /public/tracks/query', input, { signal })
  })
  const shown = wanted ?? firstTracks
  const show = (changes: Partial<TracksWanted>) => setWanted({ ...shown, ...changes })
  return { list: value ?? initial, refused, isLoading, shown, show }
}
