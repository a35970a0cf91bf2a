// The app on a catalogue of one size. Its data folder may be used again, because filling a million tracks takes minutes.

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { connect, type Db } from '../../src/server/db/client.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import type { Payments } from '../../src/server/gateways/payments/payments.ts'
import { openFileStorage } from '../../src/server/gateways/storage/file-storage.ts'
import { startEmbeddedPostgres } from '../../src/server/start/embedded-postgres.ts'
import { listen } from './bench-app.ts'

export type CatalogueApp = Awaited<ReturnType<typeof openCatalogueApp>>

/** The same at every run, as the data folder may be. The server listens on this machine only. */
const password = 'benchmark'

type Parts = { payments?: Payments | undefined; hasPages?: boolean | undefined }

/** @param parts `hasPages`: not only endpoints; the web is built */
export async function openCatalogueApp(folder: string, parts: Parts = {}) {
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    password,
    durable: true,
  })
  const database = connect(postgres.url, { onIdleError: () => undefined })
  await migrate(database.pool)
  const app = await listen({
    databaseUrl: postgres.url,
    db: database.db,
    requestDb: database.requestDb,
    search: database.search,
    storage: await openFileStorage(join(folder, 'files')),
    pageCache: null,
    ...parts,
  })
  const unlimited = new pg.Pool({ connectionString: postgres.url, max: 2 })
  // PostgreSQL may stop before its last connection has been closed.
  unlimited.on('error', () => undefined)
  const slowDb = new Kysely({ dialect: new PostgresDialect({ pool: unlimited }) }) as Db
  return {
    url: app.url,
    databaseUrl: postgres.url,
    jobs: app.jobs,
    payments: app.payments,
    log: app.log,
    db: database.db,
    /** With the app's settings and timeouts. */
    pool: database.pool,
    /** Without the app's timeouts: for filling, and for scans of all tracks. */
    slowDb,
    async close() {
      await app.close()
      await unlimited.end()
      await database.close()
      await postgres.stop()
    },
  }
}

/** Without `keptIn`, the data are deleted afterwards. */
export async function withCatalogueApp(
  { name, keptIn, ...parts }: Parts & { name: string; keptIn: string | undefined },
  use: (app: CatalogueApp) => Promise<void>,
): Promise<void> {
  const parent = keptIn ?? (await mkdtemp(join(tmpdir(), 'undersong-bench-')))
  const folder = join(parent, name)
  await mkdir(folder, { recursive: true })
  const app = await openCatalogueApp(folder, parts)
  try {
    await use(app)
  } finally {
    await app.close()
    if (keptIn === undefined) await rm(parent, { recursive: true, force: true })
  }
}
