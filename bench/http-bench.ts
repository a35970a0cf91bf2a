// What a request costs: CPU time of the app and PostgreSQL, as a multiple of what a bare HTTP server needs for the same bytes.

import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { ensureWebIsBuilt } from '../scripts/build-web.ts'
import type { Db } from '../src/server/db/client.ts'
import { openBenchApp } from './bench-app.ts'
import { readCpuTime } from './cpu-time.ts'
import { createCustomers } from './create-customers.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import type { Load, LoadRequest } from './load.ts'
import { serveRaw } from './raw-server.ts'

const rounds = 5

type Row = {
  name: string
  /** The most that it may cost, in multiples of the bare server. */
  goal: number
  /** The least requests per second, as a share of the bare server's. */
  goalOfRate?: number
  origin: string
  requests: LoadRequest[]
  /** In one measurement. */
  count: number
  /** Before each measurement, not measured. */
  prepare?: () => Promise<unknown>
}

/** CPU time is compared instead of duration, because it depends little on other load of the machine. */
export async function benchHttp(): Promise<void> {
  await ensureWebIsBuilt((line) => console.log(line))
  const folder = await mkdtemp(join(tmpdir(), 'undersong-bench-'))
  const app = await openBenchApp(folder)
  try {
    console.log('Filling the catalogue: the demo, and 10,000 tracks of 1,000 artists')
    const { trackIds } = await fillCatalogue(app.db)
    await sql`vacuum (analyze)`.execute(app.db)
    console.log(`CPU ms a request (app and PostgreSQL), median of ${rounds} rounds, 8 connections:`)
    for (const row of await rowsOf(app, trackIds)) await report(row, join(folder, 'load.json'))
  } finally {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
}

type BenchApp = Awaited<ReturnType<typeof openBenchApp>>

async function rowsOf(app: BenchApp, trackIds: string[]): Promise<Row[]> {
  const some = Array.from({ length: 50 }, (_, at) => trackIds[at * 199] ?? '')
  const reads = (paths: string[]): LoadRequest[] => paths.map((path) => ({ method: 'GET', path }))
  const row = (name: string, goal: number, paths: string[], count = 2_000): Row => ({
    name,
    goal,
    origin: app.uncachedUrl,
    requests: reads(paths),
    count,
  })
  const page = (name: string, paths: string[]) => row(`page ${name}, rendered`, 120, paths, 400)
  const cached = (name: string, path: string): Row => ({
    ...row(`${name}, from the cache`, 2, [path], 8_000),
    goalOfRate: 0.5,
    origin: app.cachedUrl,
  })
  return [
    row('list of tracks, JSON', 20, ['/public/tracks/query']),
    row('search of tracks, JSON', 20, ['/public/tracks/query?query=golden+lantern']),
    row(
      'detail of a track, JSON',
      20,
      some.map((id) => `/api/proxy/tracks/${id}`),
    ),
    await cartRow(app, some),
    page('/', ['/']),
    page('/tracks', ['/tracks']),
    page(
      '/tracks/{id}',
      some.map((id) => `/tracks/${id}`),
    ),
    cached('page /tracks', '/tracks'),
    cached('list of tracks, JSON', '/public/tracks/query'),
  ]
}

/** Every request puts a track into a cart where it is not yet. */
async function cartRow(app: BenchApp, trackIds: string[]): Promise<Row> {
  const cookies = await createCustomers(app.db, app.uncachedUrl, 40)
  const requests = trackIds.slice(0, 25).flatMap((trackId) =>
    cookies.map((cookie): LoadRequest => ({
      method: 'POST',
      path: '/api/proxy/auth/cart/add',
      cookie,
      body: JSON.stringify({ trackId }),
    })),
  )
  return {
    name: 'cart add, durable',
    goal: 30,
    origin: app.uncachedUrl,
    requests,
    count: requests.length,
    prepare: () => emptyCarts(app.db),
  }
}

function emptyCarts(db: Db): Promise<unknown> {
  return db.deleteFrom('cart_items').execute()
}

/** The app and the bare server are measured in turns, so that a change of the machine's speed affects both. */
async function report(row: Row, file: string): Promise<void> {
  const { prepare = () => Promise.resolve() } = row
  await prepare()
  const raw = await serveRaw(row.origin, row.requests[0])
  const appLoad: Load = { origin: row.origin, requests: row.requests, count: row.count }
  // A bare server is so cheap that more requests are needed to measure it.
  const rawLoad: Load = { ...appLoad, origin: raw.url, count: Math.max(4_000, row.count) }
  await prepare()
  await measure(appLoad, file)
  await measure(rawLoad, file)
  const costs: { app: Cost; raw: Cost }[] = []
  for (let round = 0; round < rounds; round++) {
    await prepare()
    costs.push({ app: await measure(appLoad, file), raw: await measure(rawLoad, file) })
  }
  await raw.close()
  print(row, raw.bytes, {
    appMs: median(costs.map((cost) => cost.app.cpuMs)),
    rawMs: median(costs.map((cost) => cost.raw.cpuMs)),
    times: median(costs.map((cost) => cost.app.cpuMs / cost.raw.cpuMs)),
    rate: median(costs.map((cost) => cost.raw.durationMs / cost.app.durationMs)),
  })
}

type Medians = { appMs: number; rawMs: number; times: number; rate: number }

function print({ name, goal, goalOfRate = 0 }: Row, bytes: number, cost: Medians): void {
  const isMet = cost.times <= goal && cost.rate >= goalOfRate
  if (!isMet) process.exitCode = 1
  console.log(
    [
      isMet ? '  ok    ' : '  MISSED',
      name.padEnd(36),
      `${cost.appMs.toFixed(3).padStart(7)} ms`,
      `raw ${cost.rawMs.toFixed(3)} ms`,
      `${cost.times.toFixed(1).padStart(6)} times`,
      `goal ${goal}`.padEnd(9),
      ...(goalOfRate > 0 ? [`${cost.rate.toFixed(2)} of its requests/s, goal ${goalOfRate}`] : []),
      `${bytes} bytes`,
    ].join('  '),
  )
}

/** For each request. */
type Cost = { cpuMs: number; durationMs: number }

/** The load runs in another process, which does not count. */
async function measure(load: Load, file: string): Promise<Cost> {
  await writeFile(file, JSON.stringify(load))
  const before = readCpuTime()
  const program = fileURLToPath(new URL('load.ts', import.meta.url))
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`Requests to ${load.origin} failed.`)
  const cpuMs = (readCpuTime() - before) / load.count
  return { cpuMs, durationMs: Number(output) / load.count }
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
