// The parameters that the URL of the list of artists may contain. Each is read here only: for the page, its cache key and
// the endpoint; and the URL is written here.

import { laterPage, pageRoutes, withQuery } from '../page-paths.ts'
import { queryIn } from '../search/track-search.ts'

export const artistPageSize = 10
export const lastArtistPage = 100_000

/** The specification's spellings; the first one is the default (D-061). */
export const artistSorts = [
  'popularity',
  'rating',
  'commission-price',
  'num-of-commissions',
  'num-of-commissions/ascending',
  'num-of-uploaded-tracks',
  'num-of-uploaded-tracks/ascending',
  'Num of Followers',
  'Num of Followers/ascending',
  'Num of Reviews',
  'Num of Reviews/ascending',
  'date-joined',
  'date-joined/ascending',
] as const
export type ArtistSort = (typeof artistSorts)[number]

/** Days since an artist was last online. */
export const onlineWithinDays = [1, 7, 30, 90] as const
export type OnlineWithinDays = (typeof onlineWithinDays)[number]

export const commissionCounts = [1, 5, 10, 25, 50] as const
export type CommissionCount = (typeof commissionCounts)[number]

export type ArtistFilters = {
  lastOnlineWithin?: OnlineWithinDays
  minCommissions?: CommissionCount
  /** Without it, both those who take commissions and those who do not (D-113). */
  availableForCommission?: boolean
}

export type ArtistSearch = ArtistFilters & {
  query?: string
  orderBy: ArtistSort
  page: number
}

type Readers = { [Name in keyof Required<ArtistSearch>]: (value: unknown) => ArtistSearch[Name] }

/** How each parameter is read. An invalid value is read as none. */
export const artistSearchFields: Readers = {
  query: queryIn,
  orderBy: (value) =>
    artistSorts.find((sort) => sort === value || hyphenated(sort) === value) ?? 'popularity',
  lastOnlineWithin: (value) => onlineWithinDays.find((days) => String(days) === String(value)),
  minCommissions: (value) => commissionCounts.find((count) => String(count) === String(value)),
  availableForCommission(value) {
    if (value === true || value === 'true') return true
    return value === false || value === 'false' ? false : undefined
  },
  page(value) {
    const page = Number(value)
    return Number.isInteger(page) && page >= 1 && page <= lastArtistPage ? page : 1
  },
}

/** In the page's URL only: the call to the server leaves it out (D-113). */
export const everyAvailability = 'all'

/** How the page of artists reads its URL: it shows those who take commissions until `all` is chosen. */
export const artistPageFields = {
  ...artistSearchFields,
  availableForCommission: (value: unknown) =>
    value === everyAvailability
      ? everyAvailability
      : (artistSearchFields.availableForCommission(value) ?? true),
}

export const artistFilterNames = [
  'availableForCommission',
  'lastOnlineWithin',
  'minCommissions',
] as const satisfies readonly (keyof ArtistFilters)[]

export function readArtistSearch(params: URLSearchParams): ArtistSearch {
  const fields = artistPageFields
  const availability = fields.availableForCommission(valueIn(params, 'availableForCommission'))
  return {
    query: fields.query(valueIn(params, 'query')),
    orderBy: fields.orderBy(valueIn(params, 'orderBy')),
    lastOnlineWithin: fields.lastOnlineWithin(valueIn(params, 'lastOnlineWithin')),
    minCommissions: fields.minCommissions(valueIn(params, 'minCommissions')),
    availableForCommission: availability === everyAvailability ? undefined : availability,
    page: fields.page(valueIn(params, 'page')),
  }
}

function valueIn(params: URLSearchParams, name: keyof ArtistSearch): string | string[] | undefined {
  const values = params.getAll(name)
  return values.length > 1 ? values : values[0]
}

/** 'Num of Followers' is also understood as 'num-of-followers'. */
function hyphenated(sort: string): string {
  return sort.toLowerCase().replaceAll(' ', '-')
}

/** Default values are left out. The page without a search shows the artists who take commissions. */
export function artistsPath(search?: ArtistSearch): string {
  if (search === undefined) return pageRoutes.artists
  const { availableForCommission: isAvailable, orderBy, page } = search
  return withQuery(pageRoutes.artists, {
    query: search.query,
    availableForCommission:
      isAvailable === true ? undefined : (isAvailable?.toString() ?? everyAvailability),
    lastOnlineWithin: search.lastOnlineWithin?.toString(),
    minCommissions: search.minCommissions?.toString(),
    orderBy: orderBy === artistSorts[0] ? undefined : orderBy,
    page: laterPage(page),
  })
}
