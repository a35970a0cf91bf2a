// A shop in which two act on one commission at the same moment: its people, its time, and what became of a commission.

import type { CommissionStatus } from '#rules/commission-process.ts'
import type { JobName, JobPayloads, JobRun } from '#server/jobs/job-names.ts'
import { createAdmin } from '../../access/admin-user.ts'
import { codeOf, type Answer } from '../../access/code-of.ts'
import { cannedAudio } from '../../canned-audio.ts'
import { cannedRenderer } from '../../owned/renditions.ts'
import { pay } from '../../shopping.ts'
import { createTestApp, createUser, type TestUser } from '../../test-app.ts'
import { deliverTo, openPayment } from '../paying.ts'
import {
  createCommissionArtist,
  readStored,
  storeCommission,
  storeDelivery,
  timelineOf,
} from '../stored-commission.ts'

export type RaceShop = Awaited<ReturnType<typeof openRaceShop>>
type Changes = Parameters<typeof storeCommission>[1]['changes']

/** One commission that is raced for. */
export type Scene = {
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
type Checkout = { url: string; sessionId: string; paymentId: string }

export async function openRaceShop() {
  const { renderer } = cannedRenderer()
  const app = await createTestApp({ audio: cannedAudio, renderer })
  const mia = await createUser(app)
  const admins = [await createAdmin(app), await createAdmin(app)] as const
  let tom = await createCommissionArtist(app, { commission_places: 20 })

  const store = (status: CommissionStatus, changes: Changes) =>
    storeCommission(app, { customer: mia, artist: tom, status, changes: changes ?? {} })
  const checkOut = (id: string) => openPayment(app, mia, id)
  const run = async <Name extends JobName>(name: Name, payload: JobPayloads[Name]) => {
    // The job of this name takes the payload of this name.
    const job = app.jobs[name] as (payload: JobPayloads[Name], run: JobRun) => Promise<void>
    const { signal } = new AbortController()
    await job(payload, { isLastAttempt: false, log: app.http.log, signal })
  }
  const payFor = async (changes: Changes = {}) => {
    const { id } = await store('requested', changes)
    const { url, sessionId, paymentId } = await checkOut(id)
    await pay(url)
    await run('check_payment', { paymentId, sessionId, eventId: 'evt_before' })
    return id
  }
  return {
    app,
    mia,
    admins,
    store,
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
    async withNewArtist(prepare: () => Promise<Scene>) {
      const usual = tom
      tom = await createCommissionArtist(app, { commission_places: 20 })
      const scene = await prepare()
      tom = usual
      return scene
    },
    payOn: (url: string) => pay(url),
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
    async sceneOf(id: string, scene: Partial<Scene> = {}): Promise<Scene> {
      const steps = (await timelineOf(app, id)).length
      const none = { deadline: app.clock.now(), checkouts: [], disputeId: '', transferId: '' }
      return { id, artist: tom, steps, ...none, ...scene }
    },
    /** Runs what was queued meanwhile. */
    settle: () => app.work(),
    async resultOf({ id, steps }: Scene) {
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
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** Nobody is ever answered that something went wrong. */
export function answered(answer: Answer): string {
  if (answer.statusCode >= 500) throw new Error(`Answered ${answer.statusCode}: ${answer.body}`)
  return codeOf(answer)
}
