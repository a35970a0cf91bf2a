// One class of requests, sent one after the other over one connection: how long each took, and what it cost PostgreSQL.

import { Agent, request } from 'node:http'
import { readPostgresCpuTime } from './cpu-time.ts'

export type QueryClass = {
  name: string
  /** The most that the slowest 1 % may take, at the largest size. */
  goalMs: number
  /** The goal is for the first time of each request, before its result is remembered. */
  isFirst?: boolean
  paths: string[]
}

/** In milliseconds; `inexact` totals were estimates. */
export type Measured = {
  p50: number
  p95: number
  p99: number
  first: number
  slowest: string
  cpuMs: number
  inexact: number
  /** Requests without a list as response, each once: the class has missed its goal. */
  refused: string[]
}

export type Connection = {
  /** @throws RefusedRequest for any response but 200. */
  get: (path: string) => Promise<unknown>
  close: () => void
}

export class RefusedRequest extends Error {
  constructor(path: string, status: number | undefined, text: string) {
    super(`${path} responded ${status}: ${text}`)
  }
}

/**
 * Keeps one connection open, as `-- catalogue` says its figures are for one.
 * @param cookies of users by their id: a path's fragment, which is not sent, says who asks
 */
export function openConnection(
  origin: string,
  cookies: ReadonlyMap<string, string> = new Map(),
): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    get(path) {
      const url = new URL(path, origin)
      return read(agent, url, cookies.get(url.hash.slice(1)))
    },
    close: () => agent.destroy(),
  }
}

/** A page is its text. */
function read(agent: Agent, url: URL, cookie: string | undefined): Promise<unknown> {
  const headers = cookie === undefined ? {} : { cookie }
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString()
        const isPage = response.headers['content-type']?.startsWith('text/html')
        if (response.statusCode === 200) resolve(isPage ? text : JSON.parse(text))
        else reject(new RefusedRequest(`${url.pathname}${url.search}`, response.statusCode, text))
      })
    })
    call.on('error', reject)
    call.end()
  })
}

/**
 * Every request is sent three times, all others between: its time is the median of these, because other work on the machine
 * disturbs single requests. `first` is the slowest 1 % of the first times, before anything about a search is remembered.
 */
export async function measureClass(
  connection: Connection,
  { paths }: QueryClass,
): Promise<Measured> {
  await timesOf(connection, paths.slice(0, warmUps))
  const cpuBefore = readPostgresCpuTime()
  const first = await timesOf(connection, paths)
  const cpuMs = (readPostgresCpuTime() - cpuBefore) / paths.length
  const [second, third] = [await timesOf(connection, paths), await timesOf(connection, paths)]
  const medians = first
    .map((one, at) => medianOf([one, second[at] ?? one, third[at] ?? one]))
    .toSorted(byDuration)
  return {
    p50: shareOf(medians, 0.5),
    p95: shareOf(medians, 0.95),
    p99: shareOf(medians, 0.99),
    first: shareOf(first.toSorted(byDuration), 0.99),
    slowest: medians.at(-1)?.path ?? '',
    cpuMs,
    inexact: first.filter((one) => one.isInexact).length,
    refused: [
      ...new Set([...first, ...second, ...third].flatMap((one) => (one.isRefused ? one.path : []))),
    ],
  }
}

const warmUps = 20

type Timed = { path: string; ms: number; isInexact: boolean; isRefused: boolean }

async function timesOf(connection: Connection, paths: string[]): Promise<Timed[]> {
  const times: Timed[] = []
  for (const path of paths) {
    const startedAt = performance.now()
    const found = await connection.get(path).catch(refusalOf)
    times.push({
      path,
      ms: performance.now() - startedAt,
      isInexact: isInexact(found),
      isRefused: found instanceof RefusedRequest,
    })
  }
  return times
}

/** For `catch`: a refused request is a result of the benchmark, anything else ends it. */
export function refusalOf(error: unknown): RefusedRequest {
  if (error instanceof RefusedRequest) return error
  throw error
}

const byDuration = (one: Timed, other: Timed) => one.ms - other.ms

function medianOf(three: [Timed, Timed, Timed]): Timed {
  return three.toSorted(byDuration)[1] ?? three[0]
}

function shareOf(sorted: Timed[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1]?.ms ?? Number.NaN
}

function isInexact(found: unknown): boolean {
  return (
    typeof found === 'object' && found !== null && 'totalIsExact' in found && !found.totalIsExact
  )
}
