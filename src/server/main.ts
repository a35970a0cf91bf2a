// Start and stop: config → data folder → database → card provider → app → listen → jobs, and all of it back again.

import { createServer } from 'node:net'
import { join } from 'node:path'
import { buildApp, type App } from './app.ts'
import type { Config } from './config.ts'
import { connect, type Database } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { openAudioEngine } from './gateways/audio/audio-engine.ts'
import { openFolderMail, openSmtpMail } from './gateways/mail/mail.ts'
import type { Payments } from './gateways/payments/payments.ts'
import { openStripePayments } from './gateways/payments/stripe-payments.ts'
import { openFileStorage } from './gateways/storage/file-storage.ts'
import { openS3Storage } from './gateways/storage/s3-storage.ts'
import type { Storage } from './gateways/storage/storage.ts'
import { openPageCache } from './http/page-cache.ts'
import { listenForStalePages } from './http/stale-pages.ts'
import { releaseAbandonedJobs } from './jobs/abandoned-jobs.ts'
import { addJob } from './jobs/add-job.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { readSecrets, takeDataDir, type Secrets } from './start/data-dir.ts'
import { startEmbeddedPostgres } from './start/embedded-postgres.ts'
import { startSandbox } from './start/sandbox-process.ts'
import { StartProblem } from './start/start-problem.ts'
import { developWeb, loadBuiltWeb, serveBuiltFiles } from './start/web-build.ts'

export type Shop = {
  app: App
  database: Database
  storage: Storage
  payments: Payments
  publicUrl: string
  stop: () => Promise<void>
}

type Options = { develop?: boolean; say: (line: string) => void }

/** @throws StartProblem: one sentence for the operator. What had been started by then is stopped again. */
export async function startShop(config: Config, options: Options): Promise<Shop> {
  const parts = new AsyncDisposableStack()
  try {
    return await assemble(config, options, parts)
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
}

async function assemble(
  config: Config,
  { develop = false, say }: Options,
  parts: AsyncDisposableStack,
): Promise<Shop> {
  const dataDir = await takeDataDir(config.dataDir)
  parts.defer(dataDir.release)
  const secrets = await readSecrets(dataDir.path)

  const databaseUrl = config.databaseUrl ?? (await embedDatabase(config, secrets, parts, say))
  const database = await openDatabase(databaseUrl, parts)
  const storage = await openStorage(config)
  const { payments, sandboxIsRunning } = await openPayments(config, secrets, parts, say)
  const outboxFolder = config.smtpUrl === null ? join(dataDir.path, 'outbox') : null
  const mail =
    config.smtpUrl === null
      ? await openFolderMail({ folder: join(dataDir.path, 'outbox'), from: config.mailFrom })
      : openSmtpMail({ url: config.smtpUrl, from: config.mailFrom })

  const pageCache = develop ? null : openPageCache()
  const web: { load?: Awaited<ReturnType<typeof loadBuiltWeb>> } = develop
    ? {}
    : { load: await loadBuiltWeb() }
  let jobsAreRunning = () => false
  const app = await buildApp({
    db: database.db,
    storage,
    payments,
    audio: openAudioEngine({ ffmpegPath: config.ffmpegPath }),
    mail,
    publicUrl: config.publicUrl,
    secrets: {
      auth: config.authSecret ?? secrets.auth,
      revalidate: config.revalidateSecret ?? secrets.revalidate,
    },
    testPayments: config.stripe === null,
    outboxFolder,
    pageCache,
    loadRender: async () => {
      if (!web.load) throw new Error('The web is not loaded yet.')
      return web.load()
    },
    readiness: {
      database: () => database.pool.query('select 1'),
      storage: () => storage.check(),
      jobs: async () => {
        if (!jobsAreRunning()) throw new Error('The job runner does not run.')
      },
      ...(sandboxIsRunning ? { sandbox: () => payments.check() } : {}),
    },
    trustedProxies: config.trustedProxies,
    logLevel: config.logLevel,
  })
  if (develop) web.load = await developWeb(app.http)
  else await serveBuiltFiles(app.http)

  if (pageCache) {
    const news = listenForStalePages(databaseUrl, pageCache, app.http.log)
    parts.defer(news.stop)
  }
  await app.http.listen({ host: config.host, port: config.port })
  parts.defer(() => app.http.close())

  await releaseAbandonedJobs(database.pool)
  // What was paid while nobody was here to hear of it.
  await addJob(database.db, 'reconcile_payments', {}, { key: 'reconcile_at_start' })
  const runner = await startJobs({ database, jobs: app.jobs, log: app.http.log })
  jobsAreRunning = runner.isRunning
  parts.defer(runner.stop)

  return {
    app,
    database,
    storage,
    payments,
    publicUrl: config.publicUrl,
    stop: () => parts.disposeAsync(),
  }
}

/** Asked before anything is built or started: otherwise the answer would come half a minute late. @throws StartProblem */
export async function refuseTakenPort({ host, port }: Config): Promise<void> {
  if (port === 0) return
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (cause: NodeJS.ErrnoException) => reject(listenProblem(cause, host, port)))
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })
}

function listenProblem(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  if (cause.code === 'EADDRINUSE') {
    return new StartProblem(`Port ${port} is taken by another program: free it, or set PORT.`, {
      cause,
    })
  }
  return new StartProblem(`Cannot listen on ${host}:${port} (${cause.code}): set HOST and PORT.`, {
    cause,
  })
}

async function embedDatabase(
  config: Config,
  secrets: Secrets,
  parts: AsyncDisposableStack,
  say: Options['say'],
): Promise<string> {
  say('Starting the database')
  const postgres = await startEmbeddedPostgres({
    folder: join(config.dataDir, 'postgres'),
    password: secrets.database,
    durable: true,
  })
  parts.defer(postgres.stop)
  return postgres.url
}

async function openDatabase(url: string, parts: AsyncDisposableStack): Promise<Database> {
  const database = connect(url, { onIdleError: () => undefined })
  parts.defer(database.close)
  try {
    await database.pool.query('select 1')
  } catch (cause) {
    throw new StartProblem(
      `The database does not answer: ${cause instanceof Error ? cause.message : ''}`,
      { cause },
    )
  }
  await migrate(database.pool)
  return database
}

function openStorage(config: Config): Promise<Storage> {
  return config.s3 ? openS3Storage(config.s3) : openFileStorage(join(config.dataDir, 'files'))
}

async function openPayments(
  config: Config,
  secrets: Secrets,
  parts: AsyncDisposableStack,
  say: Options['say'],
): Promise<{ payments: Payments; sandboxIsRunning: boolean }> {
  if (config.stripe) return { payments: openStripePayments(config.stripe), sandboxIsRunning: false }
  say('Starting the test card provider')
  const inside = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${config.port}`
  const sandbox = await startSandbox({
    variables: {
      NODE_ENV: config.production ? 'production' : 'development',
      SANDBOX_HOST: config.host,
      SANDBOX_PORT: String(config.sandboxPort),
      SANDBOX_DATA_DIR: join(config.dataDir, 'sandbox'),
      SANDBOX_CONTRACT_FILE: join(config.dataDir, 'sandbox', 'contract.json'),
      SANDBOX_SECRET_KEY: secrets.sandboxKey,
      SANDBOX_WEBHOOK_URL: `${inside}/api/stripe/webhook`,
      SANDBOX_WEBHOOK_SECRET: secrets.webhook,
      SANDBOX_THIN_WEBHOOK_URL: `${inside}/api/stripe/webhook/thin`,
      SANDBOX_THIN_WEBHOOK_SECRET: secrets.thinWebhook,
      ...(config.paymentsSandbox ? { PAYMENTS_SANDBOX: config.paymentsSandbox } : {}),
    },
    onEnd: (code) =>
      say(`The test card provider ended (${code}): payments fail until the next start.`),
  })
  parts.defer(sandbox.stop)
  const payments = openStripePayments({
    secretKey: secrets.sandboxKey,
    webhookSecret: secrets.webhook,
    thinWebhookSecret: secrets.thinWebhook,
    apiUrl: sandbox.url,
  })
  return { payments, sandboxIsRunning: true }
}
