// Assembles the app: the routes and jobs of every feature.

import type { FastifyInstance } from 'fastify'
import type { RenderPage } from '#contracts/page-seam.ts'
import type { CommissionSpans } from '#rules/commissions/commission-spans.ts'
import type { PayoutSchedule } from '#rules/payments/payout-schedule.ts'
import type { VatSettings } from '#rules/vat/vat-terms.ts'
import { openAuth, type Auth, type PasswordHashing } from './accounts/auth.ts'
import { openSessions } from './accounts/sessions.ts'
import { openUseNotes } from './accounts/use-notes.ts'
import { cartRoutes } from './cart/cart-routes.ts'
import { serveClock } from './commissions/clock-routes.ts'
import { effectsOfBans } from './commissions/commission-bans.ts'
import { serveFailpoints } from './commissions/failpoint-routes.ts'
import { contactRoutes } from './contact/contact-routes.ts'
import { hasOldDifferences, oldDifferences } from './daily-reconciliation/told-differences.ts'
import type { Db, Search } from './db/client.ts'
import { eventRoutes } from './events/event-routes.ts'
import { openEventStreams } from './events/event-streams.ts'
import { listenForEvents, type SiteEvents } from './events/listen-for-events.ts'
import { accountsFeature } from './features/accounts-feature.ts'
import { adminFeature } from './features/admin-feature.ts'
import { artistsFeature } from './features/artists-feature.ts'
import { commissionsFeature } from './features/commissions-feature.ts'
import { notificationsFeature } from './features/notifications-feature.ts'
import { ordersFeature } from './features/orders-feature.ts'
import { paymentsFeature } from './features/payments-feature.ts'
import { tracksFeature } from './features/tracks-feature.ts'
import { uploadsFeature } from './features/uploads-feature.ts'
import { followJobs } from './follows/follow-jobs.ts'
import { followRoutes } from './follows/follow-routes.ts'
import type { AudioEngine } from './gateways/audio/audio-engine.ts'
import type { AudioRenderer } from './gateways/audio/renditions/render-audio.ts'
import type { Mail } from './gateways/mail/mail.ts'
import type { Payments } from './gateways/payments/payments.ts'
import type { Storage } from './gateways/storage/storage.ts'
import { serveApiDocument } from './http/api-document.ts'
import { serveHealth, type ReadinessChecks } from './http/health.ts'
import { openHttp } from './http/open-http.ts'
import { foreignOriginRefuser } from './http/origin.ts'
import { serveOn, type Serving } from './http/serve.ts'
import type { Sessions } from './http/session.ts'
import type { Jobs } from './jobs/job-names.ts'
import { licenceJobs } from './licences/licence-jobs.ts'
import { licenceRoutes } from './licences/licence-routes.ts'
import { mailJobs } from './mail/mail-jobs.ts'
import { serveOutbox } from './mail/outbox-routes.ts'
import { flagRoutes } from './moderation/flag-routes.ts'
import { openUnsubscribeTokens } from './notifications/unsubscribe-tokens.ts'
import type { Seller } from './orders/receipt-presenter.ts'
import { ownDataRoutes } from './own-data/own-data-routes.ts'
import { operatorRoutes } from './pages/operator-routes.ts'
import type { PageCache } from './pages/page-cache.ts'
import { refreshStalePages } from './pages/stale-pages.ts'
import { servePages } from './pages/web-pages.ts'
import { paperRoutes } from './papers/paper-routes.ts'
import { findProblemKinds } from './payments/found-problems.ts'
import { withDailyAlarms } from './payments/payment-alarms.ts'
import { reportJobs } from './platform-report/report-jobs.ts'
import { reportRoutes } from './platform-report/report-routes.ts'
import { refundRoutes } from './refunds/refund-routes.ts'
import { reviewRoutes } from './reviews/review-routes.ts'
import { salesRoutes } from './sales/sales-routes.ts'
import { searchJobs } from './search/search-jobs.ts'
import { searchRoutes } from './search/search-routes.ts'
import { statementJobs } from './statements/statement-jobs.ts'
import { statementRoutes } from './statements/statement-routes.ts'
import { paymentSubjects } from './subjects.ts'
import { vatJobs } from './vat/vat-jobs.ts'
import { vatPaymentRoutes } from './vat/vat-payment-routes.ts'
import { vatRoutes } from './vat/vat-routes.ts'
import type { DisputeBearer } from '#rules/payments/bank-dispute-process.ts'
import type { Clock } from './clock-and-failpoints/clock.ts'
import type { ArmedFailpoints, Failpoints } from './clock-and-failpoints/failpoints.ts'

type Feature = {
  routes?: readonly ((serving: Serving, parts: Parts) => void)[]
  jobs?: readonly ((parts: Parts) => Jobs)[]
}

/** A folder with several routes or jobs names them in its `…-feature.ts`. */
const features: readonly Feature[] = [
  accountsFeature,
  { routes: [ownDataRoutes] },
  { routes: [searchRoutes], jobs: [searchJobs] },
  tracksFeature,
  artistsFeature,
  { routes: [followRoutes], jobs: [followJobs] },
  { routes: [reviewRoutes] },
  { routes: [flagRoutes] },
  adminFeature,
  { routes: [contactRoutes] },
  { routes: [licenceRoutes], jobs: [licenceJobs] },
  uploadsFeature,
  { routes: [cartRoutes] },
  ordersFeature,
  commissionsFeature,
  { routes: [salesRoutes] },
  { routes: [paperRoutes] },
  { routes: [statementRoutes], jobs: [statementJobs] },
  { routes: [vatRoutes, vatPaymentRoutes], jobs: [vatJobs] },
  { routes: [reportRoutes], jobs: [reportJobs] },
  paymentsFeature,
  { routes: [refundRoutes] },
  { routes: [operatorRoutes] },
  notificationsFeature,
  { jobs: [mailJobs] },
  { routes: [eventRoutes] },
]

export type AppDeps = {
  /** For jobs. */
  db: Db
  /** For requests: the same database with shorter timeouts. */
  requestDb: Db
  /** For searches: with connections of their own, a few at once. */
  search: Search
  /** For one more connection, on which the database delivers events. */
  databaseUrl: string
  storage: Storage
  payments: Payments
  audio: AudioEngine
  renderer: AudioRenderer
  mail: Mail
  /** The time of commissions and payments. */
  clock: Clock
  /** Moves that time, at /dev/clock; null where nobody may. */
  moveClock: ((seconds: number) => Promise<void>) | null
  /** Where tests let commissions and payments fail, also at /dev/failpoints; nowhere on the site. */
  failpoints: Failpoints | ArmedFailpoints
  /** How long each stage of a commission may take. */
  spans: CommissionSpans
  /** Who bears what a customer's bank takes back for good. */
  disputesChargedTo: DisputeBearer
  /** When the banks of artists are paid. */
  payoutSchedule: PayoutSchedule
  /** How much of the platform's own money stays at the card provider. */
  platformReservePence: number
  /** Which VAT sales contain from now on. */
  vat: VatSettings
  publicUrl: string
  /** Shown on receipts. */
  seller: Seller
  /** Where messages from the contact form are sent; null if admins read them on the site only. */
  contactEmail: string | null
  secrets: { auth: string; revalidate: string }
  /** Left out by the site: scrypt. Tests compute the hash of each password once. */
  passwordHashing?: PasswordHashing | undefined
  /** True while the card provider is the sandbox. */
  testPayments: boolean
  /** Folder of the emails of a trial, shown at /dev/outbox; null in production. */
  outboxFolder: string | null
  pageCache: PageCache | null
  /** Null when only endpoints are needed, as in most tests. */
  loadRender: (() => Promise<RenderPage>) | null
  readiness: ReadinessChecks
  trustedProxies: number
  /** Only customers who own a track may rate it and comment on it. */
  ratingsNeedPurchase: boolean
  reviewsNeedEmail: boolean
  /** For tests: http/serve.ts. */
  failOnUndeclaredRefusals?: boolean
  logLevel: string
  /** Instead of standard output. */
  logStream?: { write: (line: string) => void }
}

export type App = { http: FastifyInstance; jobs: Jobs; events: SiteEvents }

export async function buildApp(given: AppDeps): Promise<App> {
  const { sessions, parts } = await openParts(given)
  const { http, auth, events, requestDb } = parts
  const serving = serveOn(http, {
    sessions,
    refuseForeignOrigin: parts.refuseForeignOrigin,
    failOnUndeclaredRefusals: given.failOnUndeclaredRefusals ?? false,
  })
  const jobs: Jobs = {}
  for (const feature of features) {
    for (const addRoutes of feature.routes ?? []) addRoutes(serving, { ...parts, db: requestDb })
    for (const jobsOf of feature.jobs ?? []) Object.assign(jobs, jobsOf(parts))
  }
  const { sessionToken } = (await auth.$context).authCookies
  serveApiDocument(http, serving.served, { sessionCookie: sessionToken.name })
  serveHealth(http, { ...given.readiness, findProblems: () => findImpairments(parts) })
  serveTrial(parts)
  openPages(parts)
  return { http, jobs, events }
}

type Parts = Awaited<ReturnType<typeof openParts>>['parts']

async function findImpairments({ requestDb, clock }: Parts): Promise<string[]> {
  const isOld = await hasOldDifferences(requestDb, clock.now())
  return [...(await findProblemKinds(requestDb)), ...(isOld ? [oldDifferences] : [])]
}

/** The parts that features share, besides those that the app was given. `db` is that of jobs; routes get the other one. */
async function openParts(given: AppDeps) {
  const http = await openHttp(given)
  const alarms = { db: given.requestDb, clock: given.clock, log: http.log }
  const deps = { ...given, payments: withDailyAlarms(given.payments, alarms) }
  const secret = deps.secrets.auth
  const auth = openAuth(deps.requestDb, { ...deps, secret, log: http.log })
  const sessions = await openNotedSessions(http, deps.requestDb, auth)
  const parts = {
    ...deps,
    ...openEvents(http, { ...deps, sessions }),
    http,
    log: http.log,
    auth,
    refuseForeignOrigin: foreignOriginRefuser(deps.publicUrl),
    subjects: paymentSubjects(deps),
    banEffects: effectsOfBans(deps),
    tokens: openUnsubscribeTokens(secret),
    linkSecret: secret,
    revalidateSecret: deps.secrets.revalidate,
  }
  return { sessions, parts }
}

function openNotedSessions(http: FastifyInstance, db: Db, auth: Auth): Promise<Sessions> {
  const notes = openUseNotes(db, (error) =>
    http.log.warn({ err: error }, 'the use of a session was not noted'),
  )
  http.addHook('onClose', notes.ended)
  return openSessions(db, auth, notes)
}

/** Closed with the server: first the streams, which do not end by themselves. */
function openEvents(
  http: FastifyInstance,
  { databaseUrl, pageCache, sessions }: AppDeps & { sessions: Sessions },
) {
  const events = listenForEvents(databaseUrl, http.log)
  const streams = openEventStreams(events, sessions)
  http.addHook('preClose', async () => streams.closeAll())
  http.addHook('onClose', () => events.stop())
  if (pageCache) refreshStalePages(events, pageCache)
  return { events, streams }
}

/** The pages that only a person on this machine sees, who tries the app. */
function serveTrial({ http, moveClock, outboxFolder, requestDb, ...parts }: Parts): void {
  const deps = { ...parts, db: requestDb }
  serveFailpoints(http, deps)
  if (moveClock !== null) serveClock(http, { ...deps, moveClock })
  if (outboxFolder !== null) serveOutbox(http, { ...deps, folder: outboxFolder })
}

function openPages({ http, loadRender, pageCache: cache, payments, ...parts }: Parts): void {
  if (loadRender === null) return
  // Only what pages may show.
  const { testPayments, publicUrl, seller, ratingsNeedPurchase, reviewsNeedEmail, spans } = parts
  const site = { testPayments, publicUrl, seller, ratingsNeedPurchase, reviewsNeedEmail, spans }
  servePages(http, { loadRender, cache, site, formOrigins: payments.pageOrigins })
}
