// A whole app on its own database, removed when the test ends: `await using app = await createTestApp()`.

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import { usualPayoutSchedule } from '#rules/payments/payout-schedule.ts'
import { noVatSettings } from '#rules/vat/vat-terms.ts'
import { buildApp } from '#server/app.ts'
import type { AppDeps } from '#server/app-deps.ts'
import { openAudioEngine } from '#server/gateways/audio/audio-engine.ts'
import { openAudioRenderer } from '#server/gateways/audio/renditions/render-audio.ts'
import type { Email } from '#server/gateways/mail/mail.ts'
import { openStripePayments } from '#server/gateways/payments/stripe-payments.ts'
import { openFileStorage } from '#server/gateways/storage/file-storage.ts'
import type { JobDeps } from '#server/jobs/job-tasks.ts'
import { runDueJobs } from '#server/jobs/start-jobs.ts'
import { failpointNames } from '#server/clock-and-failpoints/failpoints.ts'
import { openArmedFailpoints } from '#server/start/armed-failpoints.ts'
import { cachedPasswordHashing } from './cached-password-hashing.ts'
import { openTestDatabase, type DatabaseOptions } from './databases/test-database.ts'
import { eventsArrived } from './events-arrived.ts'
import { rescheduleJobs, someJobRuns } from './queued-jobs.ts'
import { openTestClock } from './test-clock.ts'

export { createTrack, plainAudio, plainDescription } from './catalogue/stored-track.ts'

export const webhookSecret = 'whsec_test_snapshot'
export const thinWebhookSecret = 'whsec_test_thin'

/** A URL that the card provider sends events to. */
type WebhookEndpoint = { name: 'snapshot' | 'thin'; url: string; secret: string }

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
type CallOptions = {
  as?: TestUser
  send?: object
  headers?: Record<string, string>
  remoteAddress?: string
}
export type TestUser = { id: string; email: string; username: string; cookie: string }

export async function createTestApp(
  overrides: Partial<AppDeps> = {},
  databaseOptions: DatabaseOptions = {},
) {
  const { sandboxUrl } = inject('services')
  const database = await openTestDatabase(databaseOptions)
  const sandbox = await openSandboxKey(sandboxUrl)
  const folder = await mkdtemp(join(tmpdir(), 'undersong-test-'))
  const files = join(folder, 'files')
  const storage = await openFileStorage(files)
  const openPayments = () =>
    openStripePayments({
      secretKey: sandbox.key,
      webhookSecret,
      thinWebhookSecret,
      apiUrl: sandboxUrl,
    })
  const payments = openPayments()
  const emails: Email[] = []
  const clock = openTestClock(sandbox)
  const failpoints = openArmedFailpoints()
  const { http, jobs, events } = await buildApp({
    db: database.db,
    requestDb: database.requestDb,
    search: database.search,
    databaseUrl: database.reachedUrl,
    storage,
    payments,
    audio: openAudioEngine({}),
    renderer: openAudioRenderer({}),
    mail: {
      name: 'folder',
      send: async (email) => void emails.push(email),
      check: async () => {},
    },
    clock,
    moveClock: null,
    failpoints,
    spans: commissionSpans,
    disputesChargedTo: 'platform',
    payoutSchedule: usualPayoutSchedule,
    platformReservePence: 20_000,
    vat: noVatSettings,
    publicUrl: 'http://undersong.test',
    contactEmail: 'operator@undersong.test',
    seller: { name: 'Undersong', address: ['1 Green Lane', 'Leeds LS1 1AA'], vatNumber: null },
    secrets: { auth: randomBytes(32).toString('hex'), revalidate: 'the-revalidate-secret' },
    passwordHashing: cachedPasswordHashing,
    testPayments: true,
    outboxFolder: null,
    pageCache: null,
    loadRender: null,
    readiness: { needed: {}, useful: {} },
    trustedProxies: 0,
    ratingsNeedPurchase: false,
    reviewsNeedEmail: false,
    failOnUndeclaredRefusals: true,
    logLevel: 'silent',
    ...overrides,
  })

  /** What waits there goes on: after a failed test nothing else ends it, and neither closing nor emptying would. */
  function disarmAll() {
    for (const name of failpointNames) failpoints.disarm(name)
  }

  async function close() {
    disarmAll()
    await http.close()
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  }

  return {
    http,
    db: database.db,
    /** The app's connection for requests, for tests that break it. */
    requestDb: database.requestDb,
    pool: database.pool,
    databaseUrl: database.url,
    storage,
    payments,
    sandbox,
    clock,
    failpoints,
    /** To run one at once, whatever else is due. */
    jobs,
    emails,
    folder,
    events,
    /** `call('POST /api/…', { as, send })`: sends a request as a browser on our own site would. */
    call(route: string, { as, send, headers = {}, remoteAddress }: CallOptions = {}) {
      const [method, path] = route.split(' ')
      return http.inject({
        method: method as 'GET',
        url: path ?? '/',
        headers: { host: 'undersong.test', ...(as ? { cookie: as.cookie } : {}), ...headers },
        ...(send === undefined ? {} : { payload: send }),
        ...(remoteAddress === undefined ? {} : { remoteAddress }),
      })
    },
    /** Runs all jobs that are due. */
    work: (deadlinesMs: JobDeps['deadlinesMs'] = {}) =>
      runDueJobs({ database, jobs, log: http.log, deadlinesMs }),
    /** Makes all scheduled jobs and retries due now. */
    async letTimePass() {
      // The worker unlocks a failed job shortly after it reports completion.
      while (await someJobRuns(database.db)) await setTimeout(10)
      await rescheduleJobs(database.db, sql`run_at => now()`)
    },
    /** Waits until this process has received the events published so far. */
    eventsArrived: () => eventsArrived(database.db, events),
    /**
     * As a new app: with the rows of a new database, no files, no emails, another key at the card provider, real time, and
     * no failpoint armed. False when its database cannot be as before.
     */
    async empty(): Promise<boolean> {
      disarmAll()
      if (!(await database.empty())) return false
      await Promise.all([sandbox.renew(), rm(files, { recursive: true })])
      await mkdir(files)
      Object.assign(payments, openPayments())
      clock.reset()
      emails.length = 0
      return true
    },
    /** Closes the app but keeps its database, as the template of other apps, until it is dropped. */
    async keepDatabase() {
      await close()
      return database.keep()
    },
    async [Symbol.asyncDispose]() {
      await close()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** The platform's own money at the card provider: the provider keeps its fee, so a whole refund costs more than was paid. */
const toppedUpPence = 100_000

/** At the card provider, too, every test app is isolated: a key has its own objects, clock and injected faults. */
export async function openSandboxKey(url: string, endpoints: WebhookEndpoint[] = []) {
  const open = async () => {
    const opened = fetch(`${url}/_control/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoints, toppedUpPence }),
    })
    return ((await expectOk(opened)) as { secretKey: string }).secretKey
  }
  const sandbox = {
    url,
    key: await open(),
    /** Calls the control API for this key. */
    control(route: string, body?: object) {
      const [method = '', path = ''] = route.split(' ')
      return expectOk(
        fetch(`${url}/_control/${path}`, {
          method,
          headers: {
            authorization: `Bearer ${sandbox.key}`,
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        }),
      )
    },
    close: () => sandbox.control('DELETE keys'),
    async renew() {
      await sandbox.close()
      sandbox.key = await open()
    },
  }
  return sandbox
}

async function expectOk(pending: Promise<Response>): Promise<unknown> {
  const response = await pending
  if (!response.ok)
    throw new Error(`The sandbox responded ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Registers a user through the API, whose email is confirmed. */
export async function createUser(app: TestApp, options: NewUser = {}): Promise<TestUser> {
  const user = await registerUser(app, options)
  // Without the email of the registration: a test sees the emails that it is about.
  await app.db.deleteFrom('mails').where('recipient', '=', user.email).execute()
  await app.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', user.id)
    .execute()
  return user
}

type NewUser = { role?: 'customer' | 'artist'; name?: string }

/** Registers a user through the API, as the first visit of a person does. */
export async function registerUser(
  app: TestApp,
  { role = 'customer', name = `mia ${randomUUID().slice(0, 8)}` }: NewUser = {},
): Promise<TestUser> {
  const email = `${randomUUID()}@example.com`
  const response = await app.call('POST /api/accounts/register', {
    send: { email, username: name, password: 'sing it to me', role },
  })
  if (response.statusCode !== 200) throw new Error(`Registering failed: ${response.body}`)
  const cookie = response.cookies.map((one) => `${one.name}=${one.value}`).join('; ')
  return { id: response.json<{ id: string }>().id, email, username: name, cookie }
}
