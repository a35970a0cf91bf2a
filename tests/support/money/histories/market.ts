// Two artists who sell tracks and recordings by commission, two customers and an admin, of a random history.

import { expect } from 'vitest'
import type { JobName } from '#server/jobs/job-names.ts'
import { createConfirmingAdmin, type ConfirmingAdmin } from '../../access/confirming-admin.ts'
import { createCommissionArtist } from '../../commissions/stored-commission.ts'
import { removeJobs } from '../../queued-jobs.ts'
import { createTrack, createUser, type TestApp, type TestUser } from '../../test-app.ts'

export type Market = {
  app: TestApp
  admin: ConfirmingAdmin
  artists: TestUser[]
  customers: TestUser[]
  trackIds: string[]
  checkouts: { customer: TestUser; url: string; sessionId: string }[]
  commissionIds: string[]
  /** Those that the app was told of, or that were lost. */
  events: Set<string>
  /** How many errors failpoints have thrown. */
  thrown: number
  /** How many faults of the provider were met. */
  faults: number
  /** How many events the app was never told of. */
  lost: number
  /** Each takes an answer back that was planned for a call of the app: the latest first. */
  unplan: (() => void)[]
}

/** When a history begins: so many days before the end of a month, as account fees and statements come with the next. */
export type Beginning = { month: number; daysLeft: number; hour: number }

/** In the future of every run: a clock only moves forward. */
const yearOfHistories = 2040

function momentOf({ month, daysLeft, hour }: Beginning): Date {
  return new Date(Date.UTC(yearOfHistories, month + 1, 0 - daysLeft, hour))
}

export async function openMarket(
  app: TestApp,
  beginning: Beginning | null = null,
): Promise<Market> {
  if (beginning !== null) await moveTo(app, momentOf(beginning))
  const places = { commission_places: 20 }
  const [rosa, tom] = [
    await createCommissionArtist(app, places),
    await createCommissionArtist(app, places),
  ]
  const trackIds: string[] = []
  for (const [artist, pricePence] of [
    [rosa, 500],
    [tom, 333],
    [tom, 99],
    // Its price is the processing fee alone: too little for a payment, and nothing to transfer.
    [tom, 0],
  ] as const) {
    trackIds.push((await createTrack(app.db, { artistId: artist.id, pricePence })).id)
  }
  const customers = [await createUser(app), await createUser(app)]
  const admin = await createConfirmingAdmin(app)
  return {
    app,
    admin,
    artists: [rosa, tom],
    customers,
    trackIds,
    checkouts: [],
    commissionIds: [],
    events: new Set(),
    thrown: 0,
    faults: 0,
    lost: 0,
    unplan: [],
  }
}

/** They only tell people of what has happened, or prepare files: a third of all jobs, and none that moves money. */
const idleJobs = ['send_mail', 'email_notification', 'make_rendition'] as const satisfies JobName[]

/** Runs what is due. */
export async function runJobs({ work, db }: TestApp): Promise<void> {
  await removeJobs(db, idleJobs)
  await work()
}

/** Both clocks run on from there. */
export async function moveTo({ clock }: TestApp, moment: Date): Promise<void> {
  await clock.move({ seconds: Math.ceil((moment.getTime() - clock.now().getTime()) / 1000) })
}

type Sent = { route: string; as: TestUser | undefined; send?: object }

/** A refusal is a valid response; an unexpected error is one only where a failpoint has thrown it. */
export async function call(market: Market, { route, as, send }: Sent) {
  const thrownBefore = market.thrown
  const response = await market.app.call(route, {
    ...(as ? { as } : {}),
    ...(send ? { send } : {}),
  })
  const isThrown = response.statusCode === 500 && market.thrown > thrownBefore
  if (!isThrown) expect([200, 404, 409, 502, 503]).toContain(response.statusCode)
  return response
}

/** The test's own calls of the provider may meet a fault that was planned for the app's calls. */
export async function withoutFaults<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch(() => work())
}

/** The item that a random number chooses; undefined if there is none. */
export function chosen<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % Math.max(1, items.length)]
}
