// The requests that are measured. What the app caches is requested under another address each time, so that it is rendered.

import type { Db } from '../src/server/db/client.ts'
import { genres, trackSorts } from '../src/rules/tracks/track-options.ts'
import { vocalRanges } from '../src/rules/music/vocal-range.ts'
import { createCustomers } from './measuring/create-customers.ts'
import { colours, keySignatures, things } from './measuring/fill-catalogue.ts'
import type { LoadRequest } from './load.ts'

export type Row = {
  name: string
  /** The most that it may cost, in multiples of the bare server. */
  goal: number
  /** The least requests per second, as a share of the bare server's. */
  goalOfRate?: number
  requests: LoadRequest[]
  /** In one measurement. */
  count: number
  /** Every request is sent once only: from the next address on in each measurement. */
  isUncached: boolean
  /** Before each measurement, not measured. */
  prepare?: () => Promise<unknown>
  /** Before the bare server takes the response to the first request as its own: where responses differ in size. */
  prepareExample?: () => Promise<unknown>
}

export async function rowsOf(app: { url: string; db: Db }, trackIds: string[]): Promise<Row[]> {
  const uncached = (name: string, goal: number, paths: string[], count: number): Row => ({
    name,
    goal,
    requests: inMixedOrder(paths).map((path) => ({ method: 'GET', path })),
    count,
    isUncached: true,
  })
  const cached = (name: string, path: string): Row => ({
    name: `${name}, from the cache`,
    goal: 2,
    goalOfRate: 0.5,
    requests: [{ method: 'GET', path }],
    count: 8_000,
    isUncached: false,
  })
  return [
    uncached('list of ten with its total', 15, lists(), 700),
    uncached('search by two words', 20, searches(), 300),
    uncached(
      'detail of a track, JSON',
      11,
      trackIds.map((id) => `/api/proxy/tracks/${id}`),
      1_000,
    ),
    await cartRow(app, trackIds),
    uncached('page /tracks, rendered', 80, pages(), 300),
    uncached(
      'page /tracks/{id}, rendered',
      80,
      trackIds.map((id) => `/tracks/${id}`),
      300,
    ),
    cached('page /tracks', '/tracks'),
    cached('list of ten with its total', '/public/tracks/query'),
  ]
}

/** Any order, genre and key, and their first twenty pages: each is full. */
function lists(): string[] {
  return trackSorts.flatMap((sort) =>
    [null, ...genres].flatMap((genre) =>
      [null, ...keySignatures].flatMap((keySig) =>
        addresses('/public/tracks/query', 20, { orderBy: sort, genre, keySig }),
      ),
    ),
  )
}

/** Of other lists than the row before, whose responses are cached. */
function pages(): string[] {
  return trackSorts.flatMap((sort) =>
    vocalRanges.flatMap((range) =>
      addresses('/tracks', 60, { orderBy: sort, 'vocal-range': range }),
    ),
  )
}

function searches(): string[] {
  return trackSorts.flatMap((sort) =>
    colours.flatMap((colour) =>
      things.flatMap((thing) =>
        addresses('/public/tracks/query', 1, {
          orderBy: sort,
          query: `${colour} ${thing}`.toLowerCase(),
        }),
      ),
    ),
  )
}

function addresses(path: string, pageCount: number, params: Record<string, string | null>) {
  const known = Object.entries(params).filter((one): one is [string, string] => one[1] !== null)
  return Array.from({ length: pageCount }, (_, at) => {
    const search = new URLSearchParams([...known, ['page', String(at + 1)]])
    return `${path}?${search.toString()}`
  })
}

/** Always the same order, in which neighbours differ: each measurement gets some of every kind. */
function inMixedOrder(paths: string[]): string[] {
  const step = 7_919
  return paths.map((_, at) => paths[(at * step) % paths.length] ?? '')
}

/** Every request puts a track into a cart where it is not yet. */
async function cartRow(app: { url: string; db: Db }, trackIds: string[]): Promise<Row> {
  const cookies = await createCustomers(app.db, app.url, 40)
  const path = '/api/proxy/auth/cart/add'
  const requests = trackIds.slice(0, 25).flatMap((trackId) =>
    cookies.map((cookie): LoadRequest => ({
      method: 'POST',
      path,
      cookie,
      body: JSON.stringify({ trackId }),
    })),
  )
  /** Each response is the whole cart: the bare server sends one of average size, with 13 of 25 tracks. */
  const fillFirstCart = async () => {
    for (const trackId of trackIds.slice(13, 25)) {
      const headers = { 'content-type': 'application/json', cookie: cookies[0] ?? '' }
      const body = JSON.stringify({ trackId })
      await fetch(new URL(path, app.url), { method: 'POST', headers, body })
    }
  }
  return {
    name: 'cart add, durable',
    goal: 20,
    requests,
    count: requests.length,
    isUncached: false,
    prepare: () => app.db.deleteFrom('cart_items').execute(),
    prepareExample: fillFirstCart,
  }
}
