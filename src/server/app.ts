// Assembles the app: the routes and jobs of every feature.

import type { FastifyInstance } from 'fastify'
import type { RenderPage } from '#contracts/page-seam.ts'
import type { CommissionSpans } from '#rules/commission-spans.ts'
import { accountJobs } from './accounts/account-jobs.ts'
import { accountRoutes } from './accounts/account-routes.ts'
import { openAuth, type Auth, type PasswordHashing } from './accounts/auth.ts'
import { ownDataRoutes } from './own-data/own-data-routes.ts'
import type { SettingsDeps } from './accounts/settings/credential-changes.ts'
import { settingsRoutes } from './accounts/settings/settings-routes.ts'
import { openSessions } from './accounts/sessions.ts'
import { openUseNotes } from './accounts/use-notes.ts'
import { auditLogRoutes } from './admin/audit-log-routes.ts'
import type { BanDeps } from './admin/ban-commands.ts'
import { banRoutes } from './admin/ban-routes.ts'
import { removalRoutes } from './admin/removal-routes.ts'
import { trackDecisionRoutes } from './admin/track-decision-routes.ts'
import { userRoutes } from './admin/user-routes.ts'
import { artistJobs } from './artists/artist-jobs.ts'
import { artistRoutes } from './artists/artist-routes.ts'
import { exampleRoutes } from './artists/examples/example-routes.ts'
import { artistPictureRoutes } from './artists/pictures/artist-picture-routes.ts'
import { avatarRoutes } from './artists/profile/avatar-routes.ts'
import { profileRoutes } from './artists/profile/profile-routes.ts'
import { effectsOfBans } from './commissions/commission-bans.ts'
import { commissionRoutes } from './commissions/commission-routes.ts'
import { serveClock } from './commissions/clock-routes.ts'
import { serveFailpoints } from './commissions/failpoint-routes.ts'
import { deliveryJobs } from './commissions/deliveries/delivery-jobs.ts'
import { deliveryRoutes } from './commissions/deliveries/delivery-routes.ts'
import { decisionRoutes } from './commissions/judging/decision-routes.ts'
import { judgingRoutes } from './commissions/judging/judging-routes.ts'
import { commissionJobs } from './commissions/commission-timers.ts'
import { cartRoutes } from './cart/cart-routes.ts'
import { contactRoutes } from './contact/contact-routes.ts'
import type { Clock } from './clock.ts'
import type { ArmedFailpoints, Failpoints } from './failpoints.ts'
import type { Db, Search } from './db/client.ts'
import type { AudioEngine } from './gateways/audio/audio-engine.ts'
import type { AudioRenderer } from './gateways/audio/renditions/render-audio.ts'
import type { Mail } from './gateways/mail/mail.ts'
import type { Payments } from './gateways/payments/payments.ts'
import type { Storage } from './gateways/storage/storage.ts'
import { eventRoutes } from './events/event-routes.ts'
import { openEventStreams, type EventStreams } from './events/event-streams.ts'
import { listenForEvents, type SiteEvents } from './events/listen-for-events.ts'
import { serveApiDocument } from './http/api-document.ts'
import { serveHealth, type ReadinessChecks } from './http/health.ts'
import { operatorRoutes } from './pages/operator-routes.ts'
import type { PageCache } from './pages/page-cache.ts'
import { openHttp } from './http/open-http.ts'
import { foreignOriginRefuser, type RefuseForeignOrigin } from './http/origin.ts'
import { serveOn, type Serving } from './http/serve.ts'
import type { Sessions } from './http/session.ts'
import { refreshStalePages } from './pages/stale-pages.ts'
import { servePages } from './pages/web-pages.ts'
import type { Jobs } from './jobs/job-names.ts'
import { followJobs } from './follows/follow-jobs.ts'
import { followRoutes } from './follows/follow-routes.ts'
import { licenceJobs } from './licences/licence-jobs.ts'
import { licenceRoutes } from './licences/licence-routes.ts'
import { mailJobs } from './mail/mail-jobs.ts'
import { serveOutbox } from './mail/outbox-routes.ts'
import { notificationJobs } from './notifications/notification-jobs.ts'
import { flagRoutes } from './moderation/flag-routes.ts'
import { notificationRoutes, subscriptionRoutes } from './notifications/notification-routes.ts'
import { openUnsubscribeTokens } from './notifications/unsubscribe-tokens.ts'
import { ownedFileRoutes } from './orders/owned-file-routes.ts'
import { renditionJobs } from './orders/rendition-jobs.ts'
import { orderRoutes } from './orders/order-routes.ts'
import type { Seller } from './orders/receipt-presenter.ts'
import { receiptRoutes } from './orders/receipt-routes.ts'
import { findProblemKinds } from './payments/found-problems.ts'
import { invariantJobs } from './payments/invariant-jobs.ts'
import { withDailyAlarms } from './payments/payment-alarms.ts'
import { paymentSubjects } from './subjects.ts'
import { paymentAccountRoutes } from './payments/payment-account-routes.ts'
import { paymentEventRoutes } from './payments/payment-event-routes.ts'
import { paymentJobs } from './payments/payment-jobs.ts'
import { ratingRoutes } from './ratings/rating-routes.ts'
import { reviewRoutes } from './reviews/review-routes.ts'
import { searchJobs } from './search/search-jobs.ts'
import { searchRoutes } from './search/search-routes.ts'
import { ownTrackRoutes } from './tracks/own-track-routes.ts'
import { trackJobs } from './tracks/track-jobs.ts'
import { trackPictureRoutes } from './tracks/track-picture-routes.ts'
import { trackRoutes } from './tracks/track-routes.ts'
import { uploadJobs } from './uploads/upload-jobs.ts'
import { uploadRoutes } from './uploads/upload-routes.ts'

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
  const http = await openHttp(given)
  const alarms = { db: given.requestDb, clock: given.clock, log: http.log }
  const deps = { ...given, payments: withDailyAlarms(given.payments, alarms) }
  const parts = { ...deps, db: deps.requestDb }
  const auth = openAuth(parts.db, { ...deps, secret: deps.secrets.auth, log: http.log })
  const sessions = await openNotedSessions(http, parts.db, auth)
  const refuseForeignOrigin = foreignOriginRefuser(given.publicUrl)
  const routes = serveOn(http, {
    sessions,
    refuseForeignOrigin,
    failOnUndeclaredRefusals: deps.failOnUndeclaredRefusals ?? false,
  })
  const { events, streams } = openEvents(http, { ...deps, sessions })
  const subjects = paymentSubjects(deps)

  accountsRoutes(routes, { ...parts, auth })
  searchRoutes(routes, parts)
  trackRoutes(routes, parts)
  ownTrackRoutes(routes, parts)
  trackPictureRoutes(routes, parts)
  ratingRoutes(routes, parts)
  peopleRoutes(routes, { ...parts, banEffects: effectsOfBans(deps) })
  licenceRoutes(routes, { ...parts, linkSecret: deps.secrets.auth })
  uploadRoutes(routes, { ...parts, events, log: http.log })
  cartRoutes(routes, parts)
  orderRoutes(routes, { ...parts, subjects })
  roomRoutes(routes, { ...parts, subjects, events, log: http.log, refuseForeignOrigin })
  receiptRoutes(routes, parts)
  ownedFileRoutes(routes, parts)
  paymentEventRoutes(http, routes.served, parts)
  paymentAccountRoutes(routes, parts)
  operatorRoutes(routes, { ...parts, revalidateSecret: deps.secrets.revalidate })
  const notifications = openNotifications(http, routes, { ...deps, refuseForeignOrigin })
  eventRoutes(routes, { streams, refuseForeignOrigin })
  const { sessionToken } = (await auth.$context).authCookies
  serveApiDocument(http, routes.served, { sessionCookie: sessionToken.name })
  serveHealth(http, { ...deps.readiness, findProblems: () => findProblemKinds(parts.db) })
  serveTrial(http, parts)
  openPages(http, deps)

  const jobs = {
    ...accountJobs(deps),
    ...trackJobs(deps),
    ...artistJobs(deps),
    ...searchJobs(deps),
    ...licenceJobs(deps),
    ...uploadJobs(deps),
    ...renditionJobs(deps),
    ...paymentJobs({ ...deps, subjects }),
    ...commissionJobs({ ...deps, subjects }),
    ...invariantJobs({ ...deps, subjects }),
    ...deliveryJobs(deps),
    ...followJobs(deps),
    ...notifications.jobs,
    ...mailJobs(deps),
  }
  return { http, jobs, events }
}

function openNotedSessions(http: FastifyInstance, db: Db, auth: Auth): Promise<Sessions> {
  const notes = openUseNotes(db, (error) =>
    http.log.warn({ err: error }, 'the use of a session was not noted'),
  )
  http.addHook('onClose', notes.ended)
  return openSessions(db, auth, notes)
}

/** What only somebody on this machine sees, who tries the app. */
function serveTrial(http: FastifyInstance, { moveClock, outboxFolder, ...deps }: AppDeps): void {
  serveFailpoints(http, deps)
  if (moveClock !== null) serveClock(http, { ...deps, moveClock })
  if (outboxFolder !== null) serveOutbox(http, { ...deps, folder: outboxFolder })
}

function openPages(http: FastifyInstance, deps: AppDeps): void {
  const { loadRender, pageCache: cache, payments } = deps
  if (loadRender === null) return
  // Only what pages may show.
  const { testPayments, publicUrl, seller, ratingsNeedPurchase, reviewsNeedEmail, spans } = deps
  const site = { testPayments, publicUrl, seller, ratingsNeedPurchase, reviewsNeedEmail, spans }
  servePages(http, { loadRender, cache, site, formOrigins: payments.pageOrigins })
}

function openNotifications(
  http: FastifyInstance,
  routes: Serving,
  deps: AppDeps & { refuseForeignOrigin: RefuseForeignOrigin },
): { jobs: Jobs } {
  const tokens = openUnsubscribeTokens(deps.secrets.auth)
  const parts = { ...deps, db: deps.requestDb, tokens }
  notificationRoutes(routes, parts)
  subscriptionRoutes(http, routes, parts)
  return { jobs: notificationJobs({ ...deps, tokens }) }
}

type PeopleDeps = Pick<
  AppDeps,
  'search' | 'storage' | 'clock' | 'publicUrl' | 'contactEmail' | 'pageCache' | 'reviewsNeedEmail'
> &
  BanDeps

function accountsRoutes(routes: Serving, deps: Parameters<typeof ownDataRoutes>[1] & SettingsDeps) {
  accountRoutes(routes, deps)
  settingsRoutes(routes, deps)
  ownDataRoutes(routes, deps)
}

type RoomDeps = Parameters<typeof commissionRoutes>[1] & Parameters<typeof deliveryRoutes>[1]

/** Of commissions: asking for one, delivering it, judging it. */
function roomRoutes(routes: Serving, deps: RoomDeps) {
  commissionRoutes(routes, deps)
  deliveryRoutes(routes, deps)
  judgingRoutes(routes, deps)
  decisionRoutes(routes, deps)
}

function peopleRoutes(routes: Serving, deps: PeopleDeps) {
  artistRoutes(routes, deps)
  exampleRoutes(routes, deps)
  profileRoutes(routes, deps)
  avatarRoutes(routes, deps)
  artistPictureRoutes(routes, deps)
  followRoutes(routes, deps)
  reviewRoutes(routes, deps)
  flagRoutes(routes, deps)
  adminRoutes(routes, deps)
  contactRoutes(routes, deps)
}

function adminRoutes(routes: Serving, deps: BanDeps & { clock: Clock }) {
  banRoutes(routes, deps)
  userRoutes(routes, deps)
  removalRoutes(routes, deps)
  trackDecisionRoutes(routes, deps)
  auditLogRoutes(routes, deps)
}

/** Closed with the server: first the streams, which do not end by themselves. */
function openEvents(
  http: FastifyInstance,
  { databaseUrl, pageCache, sessions }: AppDeps & { sessions: Sessions },
): { events: SiteEvents; streams: EventStreams } {
  const events = listenForEvents(databaseUrl, http.log)
  const streams = openEventStreams(events, sessions)
  http.addHook('preClose', async () => streams.closeAll())
  http.addHook('onClose', () => events.stop())
  if (pageCache) refreshStalePages(events, pageCache)
  return { events, streams }
}
