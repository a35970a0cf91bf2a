// What a request costs: processor time of everything that `npm start` runs, PostgreSQL included, as a multiple of what a
// bare HTTP server needs for the same bytes.

import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { readCpuTime, whenIdle } from './measuring/cpu-time.ts'
import { startCustomerApp } from './customer-app.ts'
import { fillCatalogue } from './measuring/fill-catalogue.ts'
import { rowsOf, type Row } from './http-requests.ts'
import type { Load, LoadRequest } from './load.ts'
import { startRawServer } from './raw-server.ts'

const rounds = 5

/** CPU time is compared instead of duration, because it depends little on other load of the machine. */
export async function benchHttp(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-bench-'))
  const app = await startCustomerApp(join(folder, 'data'))
  try {
    console.log('Filling the catalogue: the demo, and 10,000 tracks of 1,000 artists')
    const { trackIds } = await fillCatalogue(app.db)
    await sql`vacuum (analyze)`.execute(app.db)
    await whenIdle(app.pid)
    console.log(`CPU ms a request of npm start and all below it, ${rounds} rounds, 8 connections:`)
    for (const row of await rowsOf(app, trackIds)) await report(app, row, folder)
  } finally {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
}

type Server = { url: string; pid: number }
/** For each request. */
type Cost = { cpuMs: number; durationMs: number }

/** The app and the bare server are measured in turns, so that a change of the machine's speed affects both. */
async function report(app: Server, row: Row, folder: string): Promise<void> {
  const { prepare = () => Promise.resolve() } = row
  const file = join(folder, 'load.json')
  const take = takerOf(row)
  await prepare()
  await row.prepareExample?.()
  const raw = await startRawServer(app.url, take(1)[0] ?? fail(), join(folder, 'raw.json'))
  const measureBoth = async () => {
    await prepare()
    const requests = take(row.count)
    // A bare server is so cheap that more requests are needed to measure it.
    const rawCount = Math.max(4_000, row.count)
    return {
      app: await measure(app, { requests, count: row.count }, file),
      raw: await measure(raw, { requests, count: rawCount }, file),
    }
  }
  await measureBoth()
  const costs: { app: Cost; raw: Cost }[] = []
  for (let round = 0; round < rounds; round++) costs.push(await measureBoth())
  await raw.close()
  print(row, raw.bytes, costs)
}

/** Takes requests that have not been taken before, or the same again if they may be cached. */
function takerOf({ name, requests, isUncached }: Row): (count: number) => LoadRequest[] {
  let taken = 0
  return (count) => {
    if (!isUncached) return requests
    const next = requests.slice(taken, taken + count)
    taken += count
    if (next.length < count) throw new Error(`${name}: only ${requests.length} addresses.`)
    return next
  }
}

function print({ name, goal, goalOfRate = 0 }: Row, bytes: number, costs: Both[]): void {
  const times = costs.map((cost) => cost.app.cpuMs / cost.raw.cpuMs).toSorted((a, b) => a - b)
  const rate = median(costs.map((cost) => cost.raw.durationMs / cost.app.durationMs))
  const isMet = median(times) <= goal && rate >= goalOfRate
  if (!isMet) process.exitCode = 1
  console.log(
    [
      isMet ? '  ok    ' : '  MISSED',
      name.padEnd(42),
      `${median(costs.map(({ app }) => app.cpuMs))
        .toFixed(3)
        .padStart(7)} ms`,
      `raw ${median(costs.map(({ raw }) => raw.cpuMs)).toFixed(3)} ms`,
      `${median(times).toFixed(1).padStart(6)} times (${times[0]?.toFixed(1)} to ${times.at(-1)?.toFixed(1)})`,
      `goal ${goal}`.padEnd(9),
      ...(goalOfRate > 0 ? [`${rate.toFixed(2)} of its requests/s, goal ${goalOfRate}`] : []),
      `${bytes} bytes`,
    ].join('  '),
  )
}

type Both = { app: Cost; raw: Cost }

/** The load runs in another process, which does not count. */
async function measure(
  server: Server,
  load: Pick<Load, 'requests' | 'count'>,
  file: string,
): Promise<Cost> {
  await writeFile(file, JSON.stringify({ origin: server.url, ...load } satisfies Load))
  const before = readCpuTime(server.pid)
  const program = fileURLToPath(new URL('load.ts', import.meta.url))
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`Requests to ${server.url} failed.`)
  const cpuMs = (readCpuTime(server.pid) - before) / load.count
  return { cpuMs, durationMs: Number(output) / load.count }
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function fail(): never {
  throw new Error('There is no request to imitate.')
}
