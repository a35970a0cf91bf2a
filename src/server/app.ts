// Assembles the app: the routes and jobs of every feature.

import type { FastifyInstance } from 'fastify'
import { openAuth, type Auth } from './accounts/auth.ts'
import { openSessions } from './accounts/sessions.ts'
import { openUseNotes } from './accounts/use-notes.ts'
import type { AppDeps } from './app-deps.ts'
import { serveClock } from './commissions/clock-routes.ts'
import { effectsOfBans } from './commissions/commission-bans.ts'
import { serveFailpoints } from './commissions/failpoint-routes.ts'
import { contactRoutes } from './contact/contact-routes.ts'
import { hasOldDifferences, oldDifferences } from './daily-reconciliation/told-differences.ts'
import type { Db } from './db/client.ts'
import { eventRoutes } from './events/event-routes.ts'
import { openEventStreams } from './events/event-streams.ts'
import { listenForEvents, type SiteEvents } from './events/listen-for-events.ts'
import { accountsFeature } from './features/accounts-feature.ts'
import { adminFeature } from './features/admin-feature.ts'
import { artistsFeature } from './features/artists-feature.ts'
import { commissionsFeature } from './features/commissions-feature.ts'
import { notificationsFeature } from './features/notifications-feature.ts'
import { ordersFeature } from './features/orders-feature.ts'
import { papersFeature } from './features/papers-feature.ts'
import { paymentsFeature } from './features/payments-feature.ts'
import { tracksFeature } from './features/tracks-feature.ts'
import { uploadsFeature } from './features/uploads-feature.ts'
import { serveApiDocument } from './http/api-document.ts'
import { serveHealth } from './http/health.ts'
import { openHttp } from './http/open-http.ts'
import { foreignOriginRefuser } from './http/origin.ts'
import { serveOn, type Serving } from './http/serve.ts'
import type { Sessions } from './http/session.ts'
import type { Jobs } from './jobs/job-names.ts'
import { mailJobs } from './mail/mail-jobs.ts'
import { serveOutbox } from './mail/outbox-routes.ts'
import { flagRoutes } from './moderation/flag-routes.ts'
import { openUnsubscribeTokens } from './notifications/unsubscribe-tokens.ts'
import { operatorRoutes } from './pages/operator-routes.ts'
import { refreshStalePages } from './pages/stale-pages.ts'
import { servePages } from './pages/web-pages.ts'
import { findProblemKinds } from './payments/found-problems.ts'
import { withDailyAlarms } from './payments/payment-alarms.ts'
import { reviewRoutes } from './reviews/review-routes.ts'
import { paymentSubjects } from './subjects.ts'

type Feature = {
  routes?: readonly ((serving: Serving, parts: Parts) => void)[]
  jobs?: readonly ((parts: Parts) => Jobs)[]
}

/** Those with several routes or jobs name them in `features`. */
const features: readonly Feature[] = [
  accountsFeature,
  tracksFeature,
  artistsFeature,
  { routes: [reviewRoutes] },
  { routes: [flagRoutes] },
  adminFeature,
  { routes: [contactRoutes] },
  uploadsFeature,
  ordersFeature,
  commissionsFeature,
  papersFeature,
  paymentsFeature,
  { routes: [operatorRoutes] },
  notificationsFeature,
  { jobs: [mailJobs] },
  { routes: [eventRoutes] },
]

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
