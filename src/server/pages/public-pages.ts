// Lists the pages that are the same for all visitors, and computes the cache key of each.

import { trackSearchFields } from '#rules/track-search.ts'

/** How each parameter of a page is read; any other is ignored. */
const paramsOfPage: [RegExp, Record<string, (value: unknown) => unknown>][] = [
  [/^\/$/, {}],
  [/^\/tracks$/, trackSearchFields],
  [/^\/tracks\/[0-9a-f-]{36}$/, { from: readFrom }],
]

/** Other values of `from` do not change a track's page. */
function readFrom(value: unknown): string | undefined {
  return ['artist-dashboard', 'my-tracks'].find((known) => known === value)
}

/** Null for personal pages. Unknown parameters and invalid values are dropped, so they cannot fill the cache. */
export function publicPageKey(url: URL): string | null {
  const page = url.pathname.replace(/^\/_root\.data$/, '/').replace(/\.data$/, '')
  const known = paramsOfPage.find(([path]) => path.test(page))?.[1]
  if (!known) return null
  const params = new URLSearchParams()
  for (const [name, read] of Object.entries(known)) {
    const value = read(url.searchParams.get(name))
    if (value !== read(null)) params.set(name, String(value))
  }
  // React Router may fetch the data of some routes only: that response differs, so its key does.
  const routes = url.searchParams.get('_routes')
  if (routes !== null && url.pathname.endsWith('.data')) params.set('_routes', routes.slice(0, 200))
  return params.size === 0 ? url.pathname : `${url.pathname}?${params.toString()}`
}
