// Two act on one commission at the same moment: its people, its time, and what became of a commission.

import type { AppDeps } from '#server/app-deps.ts'
import { noteStep } from '#server/commissions/take-step.ts'
import type { JobName, JobPayloads, JobRun } from '#server/jobs/job-names.ts'
import { createAdmin } from '../../access/admin-user.ts'
import { codeOf, type Answer } from '../../access/code-of.ts'
import { cannedAudio } from '../../canned-audio.ts'
import { cannedRenderer } from '../../owned/renditions.ts'
import { deliver, eventsOf, pay } from '../../shopping.ts'
import { createTestApp, createUser, type TestApp, type TestUser } from '../../test-app.ts'
import { sendDelivery } from '../delivering.ts'
import { deliverTo, openPayment } from '../paying.ts'
import {
  createCommissionArtist,
  readStored,
  storeCommission,
  storeDelivery,
  timelineOf,
} from '../stored-commission.ts'

export type RaceFixture = Awaited<ReturnType<typeof raceFixture>>
type Changes = Parameters<typeof storeCommission>[1]['changes']

/** One commission that is raced for. */
export type Prepared = {
  id: string
  artist: TestUser
  /** How many steps its timeline had before. */
  steps: number
  /** The moment from which the timer takes its step. */
  deadline: Date
  checkouts: Checkout[]
  disputeId: string
  transferId: string
}
export type Checkout = { url: string; sessionId: string; paymentId: string }

/** Nothing is decoded or rendered. */
export const raceDeps = { audio: cannedAudio, renderer: cannedRenderer().renderer }

export async function openRaceFixture(overrides: Partial<AppDeps> = {}) {
  const app = await createTestApp({ ...raceDeps, ...overrides })
  return { ...(await raceFixture(app)), [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

/** `app` was opened with `raceDeps`. */
export async function raceFixture(app: TestApp) {
  const mia = await createUser(app)
  const admins = [await createAdmin(app), await createAdmin(app)] as const
  let tom = await createCommissionArtist(app, { commission_places: 20 })

  /** With the timeline that leads to it. */
  const store = async (status: 'pending_artist' | 'requested', changes: Changes) => {
    const parties = { customer: mia, artist: tom }
    const row = await storeCommission(app, { ...parties, status, changes: changes ?? {} })
    const noted = { id: row.id, at: row.created_at, text: null }
    const asked = { step: 'request', actor: 'customer', actorId: mia.id } as const
    await noteStep(app.db, { ...noted, ...asked, from: null, to: 'pending_artist' })
    if (status === 'pending_artist') return row
    const accepted = { step: 'accept', actor: 'artist', actorId: tom.id } as const
    await noteStep(app.db, { ...noted, ...accepted, from: 'pending_artist', to: 'requested' })
    return row
  }
  const checkOut = (id: string) => openPayment(app, mia, id)
  const run = async <Name extends JobName>(name: Name, payload: JobPayloads[Name]) => {
    // The job of this name takes the payload of this name.
    const job = app.jobs[name] as (payload: JobPayloads[Name], run: JobRun) => Promise<void>
    const { signal } = new AbortController()
    await job(payload, { isLastAttempt: false, log: app.http.log, signal })
  }
  const payFor = async (changes: Changes = {}, card?: string) => {
    const { id } = await store('requested', changes)
    const { url, sessionId, paymentId } = await checkOut(id)
    await pay(url, card)
    await run('check_payment', { paymentId, sessionId, eventId: 'evt_before' })
    return id
  }
  return {
    app,
    mia,
    admins,
    store,
    call: async (...request: Parameters<TestApp['call']>) => answered(await app.call(...request)),
    send: async ({ id: commissionId, artist }: Prepared, file?: Buffer) =>
      answered(await sendDelivery(app, artist, { commissionId, ...(file ? { file } : {}) })),
    checkOut,
    run,
    payFor,
    async payForDelivery(changes: Changes = {}) {
      const id = await payFor(changes)
      await storeDelivery(app, id)
      await deliverTo(app, id)
      return id
    },
    /** One with free places, who can be banned. */
    async withNewArtist(prepare: () => Promise<Prepared>) {
      const usual = tom
      // Only so many can register from one address.
      await app.db.deleteFrom('rate_limits').execute()
      tom = await createCommissionArtist(app, { commission_places: 20 })
      const prepared = await prepare()
      tom = usual
      return prepared
    },
    /** The event of the completed checkout is stored, and its job runs. */
    async receive({ sessionId, paymentId }: Checkout): Promise<string> {
      const [event] = await eventsOf(app, sessionId)
      if (event === undefined) throw new Error(`The provider has no event of ${sessionId}.`)
      const code = answered(await deliver(app, event))
      await run('check_payment', { paymentId, sessionId, eventId: event.id })
      return code
    },
    payOn: (url: string, card?: string) => pay(url, card),
    async change(id: string, changes: NonNullable<Changes>) {
      await app.db.updateTable('commissions').set(changes).where('id', '=', id).execute()
    },
    async transferOf(id: string) {
      const transfer = await app.db
        .selectFrom('transfers')
        .innerJoin('payments', 'payments.id', 'transfers.payment_id')
        .select('transfers.id')
        .where('payments.subject_id', '=', id)
        .executeTakeFirstOrThrow()
      return transfer.id
    },
    in: ({ minutes }: { minutes: number }) =>
      new Date(app.clock.now().getTime() + minutes * 60_000),
    /** The app's time is at least this. */
    async reach(moment: Date) {
      const ms = moment.getTime() - app.clock.now().getTime()
      if (ms > 0) await app.clock.move({ seconds: ms / 1000 })
    },
    async preparedOf(id: string, prepared: Partial<Prepared> = {}): Promise<Prepared> {
      const steps = (await timelineOf(app, id)).length
      const none = { deadline: app.clock.now(), checkouts: [], disputeId: '', transferId: '' }
      return { id, artist: tom, steps, ...none, ...prepared }
    },
    /** Runs what was queued meanwhile. */
    settle: () => app.work(),
    async resultOf({ id, steps }: Prepared) {
      const rows = (table: 'transfers' | 'refunds') =>
        app.db
          .selectFrom(table)
          .innerJoin('payments', 'payments.id', `${table}.payment_id`)
          .select(`${table}.amount_pence as pence`)
          .where('payments.subject_id', '=', id)
          .execute()
      const [transfers, refunds] = [await rows('transfers'), await rows('refunds')]
      const owned = await app.db
        .selectFrom('commission_entitlements')
        .select('commission_id')
        .where('commission_id', '=', id)
        .execute()
      return {
        status: (await readStored(app, id)).status,
        steps: (await timelineOf(app, id)).slice(steps).map(({ step }) => step),
        transfers: transfers.map(({ pence }) => pence),
        refunds: refunds.map(({ pence }) => pence),
        isOwned: owned.length === 1,
      }
    },
  }
}

/** The one answer of a server that could not do it: the card provider did not respond, and the user can try again. */
export const unavailable = 'checkout_unavailable'

/** Nobody is ever answered that something went wrong. */
function answered(answer: Answer): string {
  const code = codeOf(answer)
  if (answer.statusCode < 500 || code === unavailable) return code
  throw new Error(`Answered ${answer.statusCode}: ${answer.body}`)
}
