// What a page costs the server: CPU milliseconds a request, beside a constant route of the same process in the same run.

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureWebIsBuilt } from '../scripts/build-web.ts'
import { buildApp, type AppDeps } from '../src/server/app.ts'
import { connect } from '../src/server/db/client.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { openAudioEngine } from '../src/server/gateways/audio/audio-engine.ts'
import { openStripePayments } from '../src/server/gateways/payments/stripe-payments.ts'
import { openFileStorage } from '../src/server/gateways/storage/file-storage.ts'
import { openPageCache } from '../src/server/pages/page-cache.ts'
import { startEmbeddedPostgres } from '../src/server/start/embedded-postgres.ts'
import { loadBuiltWeb } from '../src/server/start/web-build.ts'
import { fillCatalogue } from './fill-catalogue.ts'

const warmUpRequests = 1500
const measuredRequests = 3000
const rounds = 3

/** CPU counts, not time: what else the machine does then matters little. */
export async function benchHttp(): Promise<void> {
  await ensureWebIsBuilt((line) => console.log(line))
  const folder = await mkdtemp(join(tmpdir(), 'undersong-bench-'))
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    password: randomUUID(),
    durable: false,
  })
  const database = connect(postgres.url, { onIdleError: () => undefined })
  try {
    await migrate(database.pool)
    const trackId = await fillCatalogue(database.db, 40)
    const { db, requestDb } = database
    const storage = await openFileStorage(join(folder, 'files'))
    const deps = { db, requestDb, databaseUrl: postgres.url, storage }
    const uncached = await listen({ ...deps, pageCache: null })
    const cached = await listen({ ...deps, pageCache: openPageCache() })
    console.log('CPU ms a request, median of 3 rounds, 8 connections:')
    await report('constant route (/healthz)', `${uncached.url}/healthz`)
    await report(
      '/public/tracks/query (JSON, 10 tracks, 1 SQL)',
      `${uncached.url}/public/tracks/query`,
    )
    await report('/ rendered', `${uncached.url}/`)
    await report('/tracks rendered (goal 1.5)', `${uncached.url}/tracks`)
    await report('/tracks/{id} rendered', `${uncached.url}/tracks/${trackId}`)
    await report('/tracks from the page cache', `${cached.url}/tracks`)
    await uncached.close()
    await cached.close()
  } finally {
    await database.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function listen(
  parts: Pick<AppDeps, 'db' | 'requestDb' | 'databaseUrl' | 'storage' | 'pageCache'>,
) {
  const { http } = await buildApp({
    ...parts,
    payments: openStripePayments({
      secretKey: 'sk_test_unused',
      webhookSecret: 'whsec_unused',
      thinWebhookSecret: 'whsec_unused',
    }),
    audio: openAudioEngine({}),
    mail: { name: 'folder', send: async () => {}, check: async () => {} },
    publicUrl: 'http://127.0.0.1',
    secrets: { auth: randomUUID() + randomUUID(), revalidate: randomUUID() },
    testPayments: true,
    outboxFolder: null,
    loadRender: await loadBuiltWeb(),
    readiness: { needed: {}, useful: {} },
    trustedProxies: 0,
    logLevel: 'silent',
  })
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => http.close() }
}

async function report(name: string, url: string): Promise<void> {
  await load(url, warmUpRequests)
  const costs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    await load(url, measuredRequests)
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / 1000 / measuredRequests)
  }
  const median = costs.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? Number.NaN
  console.log(`  ${median.toFixed(3).padStart(7)}  ${name}`)
}

/** Asked by another process, so that asking is not counted. */
async function load(url: string, requests: number): Promise<void> {
  const program = fileURLToPath(new URL('./load.ts', import.meta.url))
  const child = spawn(process.execPath, [program, url, String(requests)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`Asking for ${url} failed.`)
}
