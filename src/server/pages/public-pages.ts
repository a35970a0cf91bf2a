// Lists what is the same for all visitors, with the cache key of each: pages, the list they are made from, filter counts.

import { LRUCache } from 'lru-cache'
import { listFeaturedArtists, queryArtists } from '#contracts/artists/artists.ts'
import { countFilterHits, listFeaturedTracks, queryTracks } from '#contracts/catalogue.ts'
import { artistPageFields, artistSearchFields } from '#rules/artists/artist-search.ts'
import { pageRoutes, policyRoutes, trackPageOrigin } from '#rules/page-paths.ts'
import { readCommentPage, readReviewPage } from '#rules/reviews/review-limits.ts'
import { trackFilterNames, trackSearchFields } from '#rules/search/track-search.ts'

type Readers = Record<string, (value: unknown) => unknown>

/** How each parameter of a page is read; any other is ignored. */
const paramsOfPage: [RegExp, Readers][] = [
  [pathPattern(pageRoutes.home), {}],
  [pathPattern(pageRoutes.tracks), trackSearchFields],
  [pathPattern(pageRoutes.track), { from: trackPageOrigin, comments: readCommentPage }],
  [pathPattern(pageRoutes.artist), { reviewPage: readReviewPage }],
  [pathPattern(pageRoutes.artists), artistPageFields],
  [pathPattern(queryTracks.path), { ...trackSearchFields, limit: limitReader(queryTracks) }],
  [pathPattern(queryArtists.path), { ...artistSearchFields, limit: limitReader(queryArtists) }],
  [pathPattern(listFeaturedTracks.path), {}],
  [pathPattern(listFeaturedArtists.path), {}],
  [pathPattern(countFilterHits.path), filterFields()],
  ...policyRoutes.map((route): [RegExp, Readers] => [pathPattern(route), {}]),
]

function filterFields(): Readers {
  return Object.fromEntries(trackFilterNames.map((name) => [name, trackSearchFields[name]]))
}

function limitReader({ input }: typeof queryTracks | typeof queryArtists) {
  return (value: unknown): number => input.shape.limit.parse(value)
}

/** Computed keys; a long address is rarely requested twice. */
const maxKnown = 2_000
const maxKnownLength = 300

/** Remembers the keys of the latest addresses. */
export function openPublicKeys(origin: string) {
  const known = new LRUCache<string, { key: string | null }>({ max: maxKnown })
  return (address: string): string | null => {
    const found = known.get(address)
    if (found) return found.key
    // Concatenated, because a path that starts with two slashes, resolved as a URL, names another host.
    const key = publicPageKey(new URL(origin + address))
    if (address.length <= maxKnownLength) known.set(address, { key })
    return key
  }
}

/** What pages show comes from shared responses, which are produced again before them. */
const responsesOfPage: Partial<Record<string, string[]>> = {
  [pageRoutes.home]: [listFeaturedTracks.path, listFeaturedArtists.path],
  [pageRoutes.tracks]: [queryTracks.path, countFilterHits.path],
  [pageRoutes.artists]: [queryArtists.path, listFeaturedArtists.path],
}

export function cachedPathsOf(pages: string[]): string[] {
  return [...new Set([...pages, ...pages.flatMap((page) => responsesOfPage[page] ?? [])])]
}

/** Null for personal pages. Unknown parameters and invalid values are dropped, so they cannot fill the cache. */
export function publicPageKey(url: URL): string | null {
  const params = knownParams(pagePathOf(url.pathname), (name) => {
    const values = url.searchParams.getAll(name)
    return values.length > 1 ? values : values[0]
  })
  if (params === null) return null
  // React Router may fetch the data of some routes only: that response differs, so its key does.
  const routes = url.searchParams.get('_routes')
  if (routes !== null && url.pathname.endsWith('.data')) params.set('_routes', routes.slice(0, 200))
  return keyOf(url.pathname, params)
}

/** The key of an endpoint's response. `query` has several values of the same name as an array. */
export function sharedResponseKey(path: string, query: object): string {
  const values = new Map<string, unknown>(Object.entries(query))
  const params = knownParams(path, (name) => values.get(name))
  if (params === null) throw new Error(`${path} is not listed in public-pages.ts.`)
  return keyOf(path, params)
}

/** Null for a path that is not listed. */
function knownParams(page: string, valueOf: (name: string) => unknown): URLSearchParams | null {
  const known = paramsOfPage.find(([path]) => path.test(page))?.[1]
  if (!known) return null
  const params = new URLSearchParams()
  for (const [name, read] of Object.entries(known)) {
    const value = read(valueOf(name))
    if (value !== read(undefined)) params.set(name, String(value))
  }
  return params
}

function keyOf(path: string, params: URLSearchParams): string {
  return params.size === 0 ? path : `${path}?${params.toString()}`
}

/** The path of the page whose data React Router fetches with this path. */
export function pagePathOf(path: string): string {
  return path.replace(/^\/_root\.data$/, pageRoutes.home).replace(/\.data$/, '')
}

/** Matches a path, or with a route such as `/tracks/:id` every path of it: an id is a UUID. */
export function pathPattern(route: string): RegExp {
  const parts = route.split(':id').map((part) => RegExp.escape(part))
  return new RegExp(`^${parts.join('[0-9a-f-]{36}')}$`)
}
