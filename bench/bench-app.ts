// The app as it is measured: two of them on one durable PostgreSQL, one with a page cache and one without.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { buildApp, type AppDeps } from '../src/server/app.ts'
import { connect } from '../src/server/db/client.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { openAudioEngine } from '../src/server/gateways/audio/audio-engine.ts'
import { openAudioRenderer } from '../src/server/gateways/audio/renditions/render-audio.ts'
import { openStripePayments } from '../src/server/gateways/payments/stripe-payments.ts'
import { openFileStorage } from '../src/server/gateways/storage/file-storage.ts'
import { openPageCache } from '../src/server/pages/page-cache.ts'
import { startEmbeddedPostgres } from '../src/server/start/embedded-postgres.ts'
import { loadBuiltWeb } from '../src/server/start/web-build.ts'

export async function openBenchApp(folder: string) {
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    password: randomUUID(),
    durable: true,
  })
  const database = connect(postgres.url, { onIdleError: () => undefined })
  await migrate(database.pool)
  const { db, requestDb, search } = database
  const parts = {
    databaseUrl: postgres.url,
    db,
    requestDb,
    search,
    storage: await openFileStorage(join(folder, 'files')),
  }
  const loadRender = await loadBuiltWeb()
  const uncached = await listen({ ...parts, loadRender, pageCache: null })
  const cached = await listen({ ...parts, loadRender, pageCache: openPageCache() })
  return {
    db,
    uncachedUrl: uncached.url,
    cachedUrl: cached.url,
    async close() {
      await uncached.close()
      await cached.close()
      await database.close()
      await postgres.stop()
    },
  }
}

export async function listen(
  parts: Pick<
    AppDeps,
    'databaseUrl' | 'db' | 'requestDb' | 'search' | 'storage' | 'pageCache' | 'loadRender'
  >,
) {
  const { http } = await buildApp({
    ...parts,
    payments: openStripePayments({
      secretKey: 'sk_test_unused',
      webhookSecret: 'whsec_unused',
      thinWebhookSecret: 'whsec_unused',
    }),
    audio: openAudioEngine({}),
    renderer: openAudioRenderer({}),
    mail: { name: 'folder', send: async () => {}, check: async () => {} },
    publicUrl: 'http://127.0.0.1',
    contactEmail: null,
    seller: { name: 'Undersong', address: [], vatNumber: null },
    secrets: { auth: randomUUID() + randomUUID(), revalidate: randomUUID() },
    testPayments: true,
    outboxFolder: null,
    readiness: { needed: {}, useful: {} },
    trustedProxies: 1,
    ratingsNeedPurchase: false,
    reviewsNeedEmail: false,
    logLevel: 'silent',
  })
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => http.close() }
}
