// Starts database → card provider → app → listen → jobs, and stops them in the opposite order.

import { join } from 'node:path'
import { fillUsernameKeys } from './accounts/username-keys.ts'
import { buildApp, type App } from './app.ts'
import { systemClock, type Clock } from './clock-and-failpoints/clock.ts'
import type { Config } from './start/config.ts'
import type { Database } from './db/client.ts'
import { openAudioEngine, type AudioEngine } from './gateways/audio/audio-engine.ts'
import { openAudioRenderer } from './gateways/audio/renditions/render-audio.ts'
import type { Mail } from './gateways/mail/mail.ts'
import type { Payments } from './gateways/payments/payments.ts'

import type { Storage } from './gateways/storage/storage.ts'
import type { ReadinessChecks } from './http/health.ts'
import { openPageCache } from './pages/page-cache.ts'
import { releaseAbandonedJobs } from './jobs/abandoned-jobs.ts'
import { addJob, refuseLateJobs } from './jobs/add-job.ts'
import { reconcile } from './jobs/job-names.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { readSecrets, type Secrets } from './start/data-dir.ts'
import { refuseForeignDatabase } from './start/foreign-database.ts'
import { listenProblem } from './start/listen.ts'
import {
  bringUpToDate,
  failpointsOf,
  openDatabase,
  openDatabaseServer,
  openMail,
  openPayments,
  openStorage,
  outboxFolderOf,
  warnOfSilentMail,
  type Log,
} from './start/open-parts.ts'
import { openTrialClock, type TrialClock } from './start/trial-clock.ts'
import { developWeb, loadBuiltWeb, serveBuiltFiles } from './start/web-build.ts'
import { startWebProcesses } from './start/web-processes.ts'

export type OpenApp = {
  app: App
  database: Database
  storage: Storage
  payments: Payments
  /** The test card provider, to be controlled; null beside a real one. */
  sandbox: { url: string; key: string } | null
  audio: AudioEngine
  /** The time of commissions and payments. */
  clock: Clock
  publicUrl: string
  stop: () => Promise<void>
}

type Options = {
  develop?: boolean
  log: Log
  /** The environment of further web processes. */
  variables: Record<string, string>
  /** Interrupts the start: the parts started so far are stopped again. */
  signal?: AbortSignal
}

type Parts = Omit<OpenApp, 'app' | 'stop'> & {
  databaseUrl: string
  secrets: Secrets
  trialClock: TrialClock | null
}

/** Starts the whole app on a data folder that the caller has taken. @throws StartProblem: one sentence for the operator; the parts started so far are stopped again. Or the signal's reason. */
export async function startApp(config: Config, options: Options): Promise<OpenApp> {
  const { signal } = options
  let report = options.log
  // After the start, lines go to the app's own log as errors.
  const log: Log = (line) => report(line)
  return stoppingOnFailure(signal, async (parts) => {
    const opened = await openParts(config, { ...options, log }, parts, async (database) => {
      await bringUpToDate(database)
      await fillUsernameKeys(database.db)
      await refuseForeignDatabase(database.db, config)
    })
    let jobsRun = () => false
    const app = await startHttp(config, opened, parts, {
      ...options,
      log,
      jobsRun: () => jobsRun(),
    })

    signal?.throwIfAborted()
    await releaseAbandonedJobs(opened.database.pool)
    // Finds payments that were made while no process ran.
    await addJob(opened.database.db, 'reconcile_payments', {}, reconcile)
    const runner = await startJobs({ database: opened.database, jobs: app.jobs, log: app.http.log })
    jobsRun = runner.isRunning
    report = (line) => app.http.log.error(line)
    parts.defer(runner.stop)

    if (config.webProcesses > 1) {
      const variables = { ...options.variables }
      if (opened.sandbox !== null) variables['SANDBOX_URL'] = opened.sandbox.url
      const webProcesses = startWebProcesses(config.webProcesses - 1, { variables, log })
      parts.defer(webProcesses.stop)
    }
    return { app, ...opened, stop: () => parts.disposeAsync() }
  })
}

/** Starts one more web process of an app that already runs. */
export async function startWebProcess(config: Config, options: Options): Promise<OpenApp> {
  return stoppingOnFailure(options.signal, async (parts) => {
    const opened = await openParts(config, options, parts)
    const app = await startHttp(config, opened, parts, options)
    return { app, ...opened, stop: () => parts.disposeAsync() }
  })
}

async function stoppingOnFailure(
  signal: AbortSignal | undefined,
  start: (parts: AsyncDisposableStack) => Promise<OpenApp>,
): Promise<OpenApp> {
  const parts = new AsyncDisposableStack()
  try {
    const instance = await start(parts)
    signal?.throwIfAborted()
    return instance
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
}

async function openParts(
  config: Config,
  { log, signal }: Options,
  parts: AsyncDisposableStack,
  prepare: (database: Database) => Promise<void> = async () => {},
): Promise<Parts> {
  const secrets = await readSecrets(config.dataDir)
  const opening = { config, secrets, parts, log, signal }
  const databaseUrl = await openDatabaseServer(opening)
  const database = await openDatabase(databaseUrl, config, parts)
  await prepare(database)
  const storage = await openStorage(config)
  const { payments, sandboxUrl } = await openPayments(opening)
  const sandbox = sandboxUrl === null ? null : { url: sandboxUrl, key: secrets.sandboxKey }
  const trialClock = await findTrialClock(config, sandbox)
  return {
    secrets,
    databaseUrl,
    database,
    storage,
    payments,
    sandbox,
    audio: openAudioEngine({ ffmpegPath: config.ffmpegPath }),
    trialClock,
    clock: trialClock ?? systemClock,
    publicUrl: config.publicUrl,
  }
}

/** The app, its pages and its port. */
async function startHttp(
  config: Config,
  opened: Parts,
  parts: AsyncDisposableStack,
  { develop = false, log, jobsRun }: Options & { jobsRun?: () => boolean },
): Promise<App> {
  const { database, storage, payments, secrets, trialClock } = opened
  const pageCache = develop ? null : openPageCache()
  const web: { load?: Awaited<ReturnType<typeof loadBuiltWeb>> } = develop
    ? {}
    : { load: await loadBuiltWeb() }
  const mail = await openMail(config)
  // Only the process that runs jobs sends emails. The start does not wait for this check.
  if (jobsRun) void warnOfSilentMail(mail, log)
  const app = await buildApp({
    db: database.db,
    requestDb: database.requestDb,
    search: database.search,
    databaseUrl: opened.databaseUrl,
    storage,
    payments,
    audio: opened.audio,
    renderer: openAudioRenderer({ ffmpegPath: config.ffmpegPath }),
    mail,
    clock: opened.clock,
    moveClock: trialClock?.advance ?? null,
    failpoints: failpointsOf(config),
    spans: config.commissionSpans,
    disputesChargedTo: config.disputesChargedTo,
    payoutSchedule: config.payoutSchedule,
    platformReservePence: config.platformReservePence,
    vat: config.vat,
    publicUrl: config.publicUrl,
    seller: config.seller,
    contactEmail: config.contactEmail,
    secrets: configuredSecrets(config, secrets),
    testPayments: config.stripe === null,
    outboxFolder: outboxFolderOf(config),
    pageCache,
    loadRender: async () => {
      if (!web.load) throw new Error('The web is not loaded yet.')
      return web.load()
    },
    readiness: readinessOf(opened, { mail, jobsRun }),
    trustedProxies: config.trustedProxies,
    ratingsNeedPurchase: config.ratingsNeedPurchase,
    reviewsNeedEmail: config.reviewsNeedEmail,
    logLevel: config.logLevel,
  })
  if (develop) web.load = await developWeb(app.http)
  else await serveBuiltFiles(app.http)

  const { host, port } = config
  parts.defer(() => app.http.close())
  const address = { host, port, ...(config.webProcesses > 1 ? { reusePort: true } : {}) }
  await app.http.listen(address).catch((cause: unknown) => {
    throw listenProblem(cause, config)
  })
  return app
}

/** Under the conditions of /dev/outbox. Only one process would know that it was moved. */
async function findTrialClock(
  config: Config,
  sandbox: OpenApp['sandbox'],
): Promise<TrialClock | null> {
  if (outboxFolderOf(config) === null || sandbox === null || config.webProcesses > 1) return null
  return openTrialClock(join(config.dataDir, 'clock.json'), sandbox)
}

function readinessOf(
  { database, storage, payments, sandbox }: Parts,
  { mail, jobsRun }: { mail: Mail; jobsRun: (() => boolean) | undefined },
): ReadinessChecks {
  return {
    needed: {
      database: () => database.pool.query('select 1'),
      storage: () => storage.check(),
      ...(jobsRun ? { jobs: async () => refuseUnless(jobsRun()) } : {}),
      ...(sandbox === null ? {} : { sandbox: () => payments.check() }),
    },
    useful: { mail: mail.check, jobs_in_time: () => refuseLateJobs(database.db) },
  }
}

function configuredSecrets(config: Config, generated: Parts['secrets']) {
  return {
    auth: config.authSecret ?? generated.auth,
    revalidate: config.revalidateSecret ?? generated.revalidate,
  }
}

function refuseUnless(running: boolean): void {
  if (!running) throw new Error('The job runner does not run.')
}
