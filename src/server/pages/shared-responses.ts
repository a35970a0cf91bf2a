// Responses of endpoints that are the same for all callers: from the cache of public pages, invalidated like them.

import type { FastifyBaseLogger } from 'fastify'
import { listFeaturedArtists } from '#contracts/artists/artists.ts'
import { listFeaturedTracks, queryTracks } from '#contracts/catalogue.ts'
import type { Respond } from '#server/http/serve.ts'
import { cachePage, type CachedPage } from './finished-page.ts'
import { freshMs, staleMs, type PageCache } from './page-cache.ts'
import { sharedResponseKey } from './public-pages.ts'
import { sendCached } from './send-page.ts'

/** Requests are the same if their known parameters are. Without a cache every response is produced. */
export function openSharedResponses(cache: PageCache | null): Respond {
  return async ({ request, reply, path, query, produce }) => {
    const key = sharedResponseKey(path, query)
    // From the key only: nothing else in one request may reach the responses to others.
    const params = paramsOf(key)
    const cacheControl = cacheControlFor(path, params)
    if (cache === null) {
      const output = await produce(params)
      return reply.header('cache-control', cacheControl).send(output)
    }
    const render = async () => asPage(await produce(params), cacheControl)
    const { page, from } = await cache.read(key, render, reportTo(request.log))
    reply.header('x-cache', from)
    return sendCached(request, reply, page)
  }
}

function paramsOf(key: string): Record<string, string> {
  const start = key.indexOf('?')
  return start === -1 ? {} : Object.fromEntries(new URLSearchParams(key.slice(start)))
}

/** Other caches may store the most popular tracks and artists, which are requested most, as long as ours does (API-15). */
function cacheControlFor(path: string, params: Record<string, string>): string {
  const isFeatured =
    path === listFeaturedTracks.path ||
    path === listFeaturedArtists.path ||
    (path === queryTracks.path && Object.keys(params).every((name) => name === 'limit'))
  return isFeatured
    ? `public, max-age=${freshMs / 1000}, stale-while-revalidate=${staleMs / 1000}`
    : 'no-cache'
}

function asPage(output: unknown, cacheControl: string): CachedPage {
  const headers: [string, string][] = [
    ['content-type', 'application/json; charset=utf-8'],
    ['cache-control', cacheControl],
  ]
  return cachePage({ status: 200, headers, body: JSON.stringify(output) })
}

function reportTo(log: FastifyBaseLogger) {
  return (error: unknown) => log.error({ err: error }, 'a cached response could not be made anew')
}
