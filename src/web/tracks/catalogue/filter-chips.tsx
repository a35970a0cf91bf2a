import type { RefObject } from 'react'
import { trackFilterNames, type TrackSearch } from '#rules/search/track-search.ts'
import { FilterChips } from '#web/forms/search/filter-chips.tsx'
import { isFiltered, searchAddress } from '#web/tracks/catalogue-search.ts'
import { activeFilters } from './filter-labels.ts'

type TrackFilterChipsProps = {
  search: TrackSearch
  /** The name of the artist that is filtered by, where the page knows it. */
  artist: string | null
  form: RefObject<HTMLFormElement | null>
}

const noFilters = Object.fromEntries(trackFilterNames.map((name) => [name, undefined]))

/** The filters of the catalogue that are set, and the artist. */
export function TrackFilterChips({ search, artist, form }: TrackFilterChipsProps) {
  const filters = activeFilters(search).map(({ name, text }) => ({
    key: name,
    text,
    address: searchAddress(search, { [name]: undefined }),
  }))
  const ofArtist = search.artistId
    ? [
        {
          key: 'artistId',
          text: artist === null ? 'One artist' : `Artist: ${artist}`,
          address: searchAddress(search, { artistId: undefined }),
        },
      ]
    : []
  return (
    <FilterChips
      filters={[...ofArtist, ...filters]}
      clearAddress={isFiltered(search) ? searchAddress(search, noFilters) : null}
      form={form}
    />
  )
}
