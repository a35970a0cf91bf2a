import type { countFilterHits } from '#contracts/catalogue.ts'
import {
  trackFilterNames,
  type TrackFilterName,
  type TrackFilters,
} from '#rules/search/track-search.ts'
import { request } from '#web/api/browser.ts'
import { useFetched } from '#web/api/use-fetched.ts'

/** The number of tracks that a choice leaves; undefined where it is not known. */
export type HitsOf = (name: TrackFilterName, value: string) => number | undefined

/**
 * Counted by a call of its own, so that the list never waits for it; when it fails, no numbers are shown.
 * @param isCounted false for a search with text or an artist: the call ignores both, so that its numbers would promise
 * tracks that the list does not have
 */
export function useFilterHits(search: TrackFilters, isCounted: boolean): HitsOf {
  const filters = JSON.stringify(trackFilterNames.map((name) => [name, search[name]]))
  const { value: hits, refused } = useFetched(isCounted ? filters : null, (wanted, signal) => {
    const input = Object.fromEntries(JSON.parse(wanted))
    return request<typeof countFilterHits>('GET /public/tracks/filters', input, { signal })
  })
  if (!isCounted || refused) return () => undefined
  return (name, value) =>
    hits?.filters
      .find((filter) => filter.name === name)
      ?.choices.find((choice) => choice.value === value)?.hits
}
