// Lists the pages that are the same for all visitors, and computes the cache key of each.

const paramsOfPage: [RegExp, string[]][] = [
  [/^\/$/, []],
  [/^\/tracks$/, ['query', 'artistId', 'orderBy', 'page']],
  [/^\/tracks\/[0-9a-f-]{36}$/, ['from']],
]

/** Values of `from` that change a track's page; any other is ignored. */
const knownFrom = new Set(['artist-dashboard', 'my-tracks'])

/** Null for personal pages. Unknown parameters are dropped, so they cannot fill the cache. */
export function publicPageKey(url: URL): string | null {
  const page = url.pathname.replace(/^\/_root\.data$/, '/').replace(/\.data$/, '')
  const known = paramsOfPage.find(([path]) => path.test(page))?.[1]
  if (!known) return null
  const params = new URLSearchParams()
  for (const name of known) {
    const value = url.searchParams.get(name)
    if (value !== null && value.length <= 200 && (name !== 'from' || knownFrom.has(value))) {
      params.set(name, value)
    }
  }
  // React Router may fetch the data of some routes only: that response differs, so its key does.
  const routes = url.searchParams.get('_routes')
  if (routes !== null && url.pathname.endsWith('.data')) params.set('_routes', routes.slice(0, 200))
  return params.size === 0 ? url.pathname : `${url.pathname}?${params.toString()}`
}
