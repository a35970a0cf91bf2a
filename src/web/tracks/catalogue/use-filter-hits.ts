import { useEffect, useState } from 'react'
import type { countFilterHits, FilterHits } from '#contracts/catalogue.ts'
import { trackFilterNames, type TrackFilterName, type TrackFilters } from '#rules/track-search.ts'
import { request } from '#web/api/browser.ts'

/** The number of tracks that a choice leaves; undefined where it is not known. */
export type HitsOf = (name: TrackFilterName, value: string) => number | undefined

/**
 * Counted by a call of its own, so that the list never waits for it; when it fails, no numbers are shown.
 * @param isCounted false for a search with text or an artist: the call ignores both, so that its numbers would promise
 * tracks that the list does not have
 */
export function useFilterHits(search: TrackFilters, isCounted: boolean): HitsOf {
  const [hits, setHits] = useState<FilterHits>([])
  const filters = JSON.stringify(trackFilterNames.map((name) => [name, search[name]]))
  useEffect(() => {
    if (!isCounted) return
    const newer = new AbortController()
    const show = async () => {
      const found = await findHits(filters, newer.signal)
      if (!newer.signal.aborted) setHits(found)
    }
    void show()
    return () => newer.abort()
  }, [filters, isCounted])
  if (!isCounted) return () => undefined
  return (name, value) =>
    hits.find((filter) => filter.name === name)?.choices.find((choice) => choice.value === value)
      ?.hits
}

async function findHits(filters: string, signal: AbortSignal): Promise<FilterHits> {
  const input = Object.fromEntries(JSON.parse(filters))
  const result = await request<typeof countFilterHits>('GET /public/tracks/filters', input, {
    signal,
  })
  return result.ok ? result.value.filters : []
}
