// The comparison of each night with the card provider, and what it has found.

import { sql, type RawBuilder } from 'kysely'
import { addJob } from '#server/jobs/add-job.ts'
import { removeJobs } from '../queued-jobs.ts'
import { checkOut, createArtistWithPayouts, expireOpenOrders, paidCart, pay } from '../shopping.ts'
import { createTrack, createUser, type TestApp } from '../test-app.ts'

const dayMs = 24 * 3_600_000

export async function reconcile(app: TestApp): Promise<void> {
  await addJob(app.db, 'reconcile_days', {})
  await app.work()
}

/** At 04:00 after the present day. Returns that day. */
export async function untilNight(app: TestApp): Promise<string> {
  const day = app.clock.now().toISOString().slice(0, 10)
  await app.clock.set(new Date(Date.parse(`${day}T04:00:00Z`) + dayMs))
  return day
}

/** Mia buys two tracks, for £5.70 and £3.50, and one of them twice, which is refunded; the artist is paid. */
export async function createTradingDay(app: TestApp) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const [track, other] = [
    await createTrack(app.db, { artistId: artist.id, pricePence: 500 }),
    await createTrack(app.db, { artistId: artist.id, pricePence: 300 }),
  ]
  const open = await checkOut(app, mia, [other.id])
  await expireOpenOrders(app)
  const { paymentId } = await paidCart(app, mia, [track.id])
  await paidCart(app, mia, [other.id])
  await pay(open.url)
  await app.call(`GET /api/checkout/${open.sessionId}`, { as: mia })
  await removeJobs(app.db, 'make_rendition')
  await app.work()
  return { artist, mia, paymentId }
}

type Found = {
  kind: string
  subject: string
  ours: string | null
  theirs: string | null
  status: string
}

/** The oldest first. */
export async function differencesOf({ db }: Pick<TestApp, 'db'>): Promise<Found[]> {
  return db
    .selectFrom('reconciliation_differences')
    .select(['kind', 'subject', 'ours_pence as ours', 'theirs_pence as theirs', 'status'])
    .orderBy('found_at')
    .orderBy('kind')
    .orderBy('subject')
    .execute()
}

export async function openKinds(app: Pick<TestApp, 'db'>): Promise<string[]> {
  const found = await differencesOf(app)
  return found.filter(({ status }) => status === 'open').map(({ kind }) => kind)
}

/** As a superuser can, who takes the triggers away. */
export async function withoutTriggers(
  { db }: Pick<TestApp, 'db'>,
  change: RawBuilder<unknown>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await change.execute(tx)
  })
}
