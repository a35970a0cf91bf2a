// One class of requests, sent one after the other over one connection: how long each took, and what it cost PostgreSQL.

import { Agent, request } from 'node:http'
import { readPostgresCpuTime } from '../cpu-time.ts'

export type QueryClass = {
  name: string
  /** The most that the slowest 1 % may take, at the largest size. */
  goalMs: number
  /** The most that the median may be in multiples of the smallest size's. */
  goalGrowth?: number
  paths: string[]
}

/** In milliseconds; `inexact` totals were lower bounds. */
export type Measured = {
  p50: number
  p95: number
  p99: number
  slowest: string
  cpuMs: number
  inexact: number
}

export type Connection = {
  get: (path: string) => Promise<unknown>
  close: () => void
}

/** Keeps one connection open, as `-- catalogue` says its figures are for one. */
export function openConnection(origin: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    get: (path) => getJson(agent, new URL(path, origin)),
    close: () => agent.destroy(),
  }
}

function getJson(agent: Agent, url: URL): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString()
        if (response.statusCode === 200) resolve(JSON.parse(text))
        else
          reject(
            new Error(`${url.pathname}${url.search} responded ${response.statusCode}: ${text}`),
          )
      })
    })
    call.on('error', reject)
    call.end()
  })
}

/** Warm: some of the requests are sent before they are measured. */
export async function measureClass(
  connection: Connection,
  { paths }: QueryClass,
): Promise<Measured> {
  for (const path of paths.slice(0, warmUps)) await connection.get(path)
  const times: { path: string; ms: number }[] = []
  let inexact = 0
  const cpuBefore = readPostgresCpuTime()
  for (const path of paths) {
    const startedAt = performance.now()
    const found = await connection.get(path)
    if (isInexact(found)) inexact++
    times.push({ path, ms: performance.now() - startedAt })
  }
  const cpuMs = (readPostgresCpuTime() - cpuBefore) / paths.length
  times.sort((one, other) => one.ms - other.ms)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1]
  return {
    p50: at(0.5)?.ms ?? Number.NaN,
    p95: at(0.95)?.ms ?? Number.NaN,
    p99: at(0.99)?.ms ?? Number.NaN,
    slowest: times.at(-1)?.path ?? '',
    cpuMs,
    inexact,
  }
}

function isInexact(found: unknown): boolean {
  return (
    typeof found === 'object' && found !== null && 'totalIsExact' in found && !found.totalIsExact
  )
}

const warmUps = 20
