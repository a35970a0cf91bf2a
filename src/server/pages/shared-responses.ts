// Responses of endpoints that are the same for all callers: from the cache of public pages, invalidated like them.

import type { FastifyBaseLogger } from 'fastify'
import type { Respond } from '#server/http/serve.ts'
import { cachePage, type CachedPage } from './finished-page.ts'
import { freshMs, staleMs, type PageCache } from './page-cache.ts'
import { openPublicKeys } from './public-pages.ts'
import { sendCached } from './send-page.ts'

/** Requests are the same if their known parameters are. Without a cache every response is produced. */
export function openSharedResponses(cache: PageCache | null): Respond {
  const keyOf = openPublicKeys('http://localhost')
  return async ({ request, reply, produce }) => {
    const key = keyOf(request.url)
    if (key === null) throw new Error(`${request.url} is not listed in public-pages.ts.`)
    // From the key only: nothing else in one request may reach the responses to others.
    const params = paramsOf(key)
    reply.header('cache-control', cacheControlFor(params))
    if (cache === null) return reply.send(await produce(params))
    const render = async () => asPage(await produce(params))
    const { page, from } = await cache.read(key, render, reportTo(request.log))
    reply.header('x-cache', from)
    return sendCached(request, reply, page)
  }
}

function paramsOf(key: string): Record<string, string> {
  const start = key.indexOf('?')
  return start === -1 ? {} : Object.fromEntries(new URLSearchParams(key.slice(start)))
}

/** Other caches may store the most popular tracks, which are requested most, as long as ours does (API-15). */
function cacheControlFor(params: Record<string, string>): string {
  const isFeatured = Object.keys(params).every((name) => name === 'limit')
  return isFeatured
    ? `public, max-age=${freshMs / 1000}, stale-while-revalidate=${staleMs / 1000}`
    : 'no-cache'
}

function asPage(output: unknown): CachedPage {
  const headers: [string, string][] = [['content-type', 'application/json; charset=utf-8']]
  return cachePage({ status: 200, headers, body: JSON.stringify(output) })
}

function reportTo(log: FastifyBaseLogger) {
  return (error: unknown) => log.error({ err: error }, 'a cached response could not be made anew')
}
