// Writes the search for artists as a URL, and names its parts.

import {
  artistFilterNames,
  readArtistSearch,
  type ArtistFilters,
  type ArtistSearch,
  type ArtistSort,
  artistsPath,
} from '#rules/artists/artist-search.ts'
import { pageRoutes } from '#rules/page-paths.ts'

export const artistSortLabels: Record<ArtistSort, string> = {
  popularity: 'Popularity',
  rating: 'Highest Rated',
  'commission-price': 'Price Low to High',
  'num-of-commissions': 'Most Commissions',
  'num-of-commissions/ascending': 'Fewest Commissions',
  'num-of-uploaded-tracks': 'Most Tracks',
  'num-of-uploaded-tracks/ascending': 'Fewest Tracks',
  'Num of Followers': 'Most Followers',
  'Num of Followers/ascending': 'Fewest Followers',
  'Num of Reviews': 'Most Reviews',
  'Num of Reviews/ascending': 'Fewest Reviews',
  'date-joined': 'Newest First',
  'date-joined/ascending': 'Oldest First',
}

/** As the page without parameters has them. */
export const defaultFilters: ArtistFilters = {
  availableForCommission: true,
  lastOnlineWithin: undefined,
  minCommissions: undefined,
}

export const artistPage = {
  path: pageRoutes.artists,
  read: readArtistSearch,
  addressOf: artistAddress,
}

/** Every change starts at page 1, except a change of the page. */
export function artistAddress(search: ArtistSearch, changes: Partial<ArtistSearch> = {}): string {
  return artistsPath({ ...search, page: 1, ...changes })
}

export function isFiltered(filters: ArtistFilters): boolean {
  return artistFilterNames.some((name) => filters[name] !== defaultFilters[name])
}

/** The filters that differ from the page's own, each as its chip names it. */
export function activeFilters(filters: ArtistFilters) {
  return artistFilterNames
    .filter((name) => filters[name] !== defaultFilters[name])
    .map((name) => ({ name, text: `${filterLabels[name]}: ${choiceText(name, filters)}` }))
}

export const filterLabels = {
  availableForCommission: 'Availability',
  lastOnlineWithin: 'Online within',
  minCommissions: 'Commissions',
} satisfies Record<keyof ArtistFilters, string>

function choiceText(name: keyof ArtistFilters, filters: ArtistFilters): string {
  if (name === 'availableForCommission') return availabilityText(filters.availableForCommission)
  if (name === 'lastOnlineWithin') return daysText(filters.lastOnlineWithin ?? 0)
  return atLeastText(filters.minCommissions ?? 0)
}

export function availabilityText(isAvailable: boolean | undefined): string {
  if (isAvailable === undefined) return 'All'
  return isAvailable ? 'Available' : 'Not available'
}

export const daysText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

export const atLeastText = (commissions: number) => `${commissions} or more`
