// How long other requests take while 256 connections send the most expensive searches.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Attack } from './attack.ts'
import type { CatalogueApp } from './measuring/catalogue-app.ts'
import {
  openConnection,
  refusalOf,
  RefusedRequest,
  type QueryClass,
} from './measuring/measure-class.ts'
import type { CatalogueFacts } from './catalogue/query-classes.ts'
import { print, printVerdict } from './measuring/verdicts.ts'

const connections = 256
const durationMs = 15_000
const goalMs = 250

/** Searches with words: those by filters only cost less. */
export async function measureUnderAttack(
  { url }: CatalogueApp,
  { tracks }: CatalogueFacts,
  classes: QueryClass[],
): Promise<void> {
  const paths = classes.flatMap((one) => one.paths).filter((path) => path.includes('query='))
  const attacking = attack({ origin: url, paths, connections, durationMs })
  const endsAt = performance.now() + durationMs
  const connection = openConnection(url)
  const times: number[] = []
  let refused = 0
  while (performance.now() < endsAt) {
    const track = tracks[times.length % tracks.length]
    const startedAt = performance.now()
    const found = await connection.get(`/api/proxy/tracks/${track?.id}`).catch(refusalOf)
    times.push(performance.now() - startedAt)
    if (found instanceof RefusedRequest) refused++
  }
  connection.close()
  const p99 = times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1]
  printVerdict(
    (p99 ?? 0) < goalMs && refused === 0,
    `a track beside ${connections} searches`,
    p99 ?? 0,
    goalMs,
  )
  const statuses = await attacking
  const others = Object.keys(statuses).filter((status) => status !== '200' && status !== '503')
  print(others.length === 0, [
    `${times.length} tracks, ${refused} refused; the searches: ${JSON.stringify(statuses)}`,
  ])
}

/** In a process of its own, so that it takes no time of the app's. */
async function attack(wanted: Attack): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-attack-'))
  try {
    const file = join(folder, 'attack.json')
    await writeFile(file, JSON.stringify(wanted))
    const program = fileURLToPath(new URL('attack.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [program, file])
    return JSON.parse(stdout) as Record<string, number>
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
