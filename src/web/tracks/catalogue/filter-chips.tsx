import type { RefObject } from 'react'
import { choiceLabel, filterLabels } from '#rules/search/facets.ts'
import {
  trackFilterNames,
  type TrackFilterName,
  type TrackSearch,
} from '#rules/search/track-search.ts'
import { FilterChips } from '#web/forms/search/filter-chips.tsx'
import { isFiltered, searchAddress } from '#web/tracks/catalogue-search.ts'

type TrackFilterChipsProps = {
  search: TrackSearch
  /** The name of the artist that is filtered by, where the page knows it. */
  artist: string | null
  form: RefObject<HTMLFormElement | null>
}

const noFilters = Object.fromEntries(trackFilterNames.map((name) => [name, undefined]))

/** The filters of the catalogue that are set, and the artist. */
export function TrackFilterChips({ search, artist, form }: TrackFilterChipsProps) {
  const filters = trackFilterNames.flatMap((name) => {
    const value = search[name]
    if (value === undefined) return []
    return [
      {
        key: name,
        text: chipText(name, value),
        address: searchAddress(search, { [name]: undefined }),
      },
    ]
  })
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

/** 'Genre: Folk', 'Key: E♭', 'Higher key than original' */
function chipText(name: TrackFilterName, value: string | true): string {
  return value === true ? filterLabels[name] : `${filterLabels[name]}: ${choiceLabel(name, value)}`
}
