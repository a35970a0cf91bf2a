// The tracks of an artist as the profile lists them: searched, sorted and paged in the browser.

import { useEffect, useState } from 'react'
import type { queryTracks, TrackSummaryList } from '#contracts/catalogue.ts'
import type { TrackSort } from '#rules/track-options.ts'
import { request } from '#web/api/browser.ts'
import type { Refused } from '#web/api/result.ts'
import { trackPageSize } from '#rules/track-options.ts'

type TracksWanted = { query: string; orderBy: TrackSort; page: number }

/** Recently uploaded, without a search (D-114). */
export const firstTracks: TracksWanted = { query: '', orderBy: 'date-uploaded', page: 1 }

/** @param initial the first tracks, if the page has them; another list is fetched */
export function useArtistTracks(artistId: string, initial: TrackSummaryList | null) {
  // A new object fetches again, also with the same values.
  const [wanted, setWanted] = useState<TracksWanted | null>(initial ? null : firstTracks)
  const [list, setList] = useState(initial)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isLoading, setIsLoading] = useState(initial === null)

  useEffect(() => {
    if (wanted === null) return undefined
    const outdated = new AbortController()
    const { signal } = outdated
    const load = async () => {
      const { query, ...rest } = wanted
      const input = { artistId, ...rest, limit: trackPageSize, ...(query && { query }) }
      const result = await request<typeof queryTracks>('GET /public/tracks/query', input, {
        signal,
      })
      if (signal.aborted) return
      setIsLoading(false)
      if (result.ok) setList(result.value)
      setRefused(result.ok ? null : result)
    }
    void load()
    return () => outdated.abort()
  }, [artistId, wanted])

  const shown = wanted ?? firstTracks
  const show = (changes: Partial<TracksWanted>) => {
    setIsLoading(true)
    setWanted({ ...shown, ...changes })
  }
  return { list, refused, isLoading, shown, show }
}
