// The night of the benchmark, in a process of its own: its memory is that of an app that does nothing else. Prints the time
// and the most memory.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../src/server/db/client.ts'
import { openFileStorage } from '../src/server/gateways/storage/file-storage.ts'
import { openStripePayments } from '../src/server/gateways/payments/stripe-payments.ts'
import { listen } from './measuring/bench-app.ts'

const memoryEveryMs = 200
const [databaseUrl = '', apiUrl = '', secretKey = ''] = process.argv.slice(2)

const database = connect(databaseUrl, { onIdleError: () => undefined })
const folder = await mkdtemp(join(tmpdir(), 'undersong-bench-night-'))
const { jobs, log, close } = await listen({
  databaseUrl,
  db: database.db,
  requestDb: database.requestDb,
  search: database.search,
  storage: await openFileStorage(folder),
  pageCache: null,
  payments: openStripePayments({
    secretKey,
    webhookSecret: 'whsec_unused',
    thinWebhookSecret: 'whsec_unused',
    apiUrl,
  }),
})
let bytes = 0
const look = () => {
  bytes = Math.max(bytes, process.memoryUsage().rss)
}
const watch = setInterval(look, memoryEveryMs)
look()
const idleBytes = bytes
const startedAt = performance.now()
const cpuBefore = process.cpuUsage()
const { signal } = new AbortController()
await jobs.reconcile_days?.({}, { isLastAttempt: false, log, signal })
const ms = performance.now() - startedAt
const { user, system } = process.cpuUsage(cpuBefore)
const cpuMs = (user + system) / 1000
look()
clearInterval(watch)
console.log(JSON.stringify({ ms, cpuMs, bytes, idleBytes }))
await close()
await database.close()
await rm(folder, { recursive: true, force: true })
