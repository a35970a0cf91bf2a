// Each step of a commission as its own actor takes it: a party or an admin over HTTP, the system and the card provider in
// the database.

import { sql } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import type { CommissionStatus, CommissionStep } from '#rules/commissions/commission-process.ts'
import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import type { Actor } from '#rules/process.ts'
import { takeStep } from '#server/commissions/take-step.ts'
import { codeOf, type Answer } from '../access/code-of.ts'
import { createAdmin } from '../access/admin-user.ts'
import { createTestApp, createUser, type TestApp, type TestUser } from '../test-app.ts'
import { allowedSteps } from './allowed-steps.ts'
import { sendDelivery } from './delivering.ts'
import {
  createCommissionArtist,
  storeCommission,
  storeDelivery,
  storeDispute,
} from './stored-commission.ts'

type Changes = NonNullable<Parameters<typeof storeCommission>[1]['changes']>

/** A status, with what else decides about its steps. */
export type Situation = {
  status: CommissionStatus
  changes?: Changes
  delivery?: 'ready' | 'preparing'
  dispute?: 'open' | 'answered'
}

export type Office = Awaited<ReturnType<typeof openOffice>>

/** Its time stands still: deadlines are stored around it. */
export async function openOffice() {
  const app = await createTestApp()
  await app.clock.set(new Date(Date.now() + 1000))
  const [customer, admin] = [await createUser(app), await createAdmin(app)]
  const artist = await createCommissionArtist(app, { commission_places: 20 })
  return {
    app,
    customer,
    admin,
    artist,
    /** What was stored before does not go on, and takes no place any more. */
    async forget() {
      await app.db.updateTable('artists').set({ open_commissions: 0 }).execute()
    },
    store: (situation: Situation) => storeSituation(app, { customer, artist }, situation),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

async function storeSituation(
  app: TestApp,
  parties: { customer: TestUser; artist: TestUser },
  { status, changes = {}, delivery, dispute }: Situation,
): Promise<string> {
  const { id } = await storeCommission(app, { ...parties, status, changes })
  if (delivery !== undefined) await storeDelivery(app, id)
  if (delivery === 'preparing') {
    await app.db
      .updateTable('commission_deliveries')
      .set({ status: 'preparing', ready_at: null })
      .where('commission_id', '=', id)
      .execute()
  }
  if (dispute !== undefined) {
    const answered = {
      status: 'answered',
      answer: 'It is that song.',
      answered_at: app.clock.now(),
    } as const
    await storeDispute(app, id, dispute === 'answered' ? answered : {})
  }
  return id
}

/** Whose step it is. */
export function actorOf(step: CommissionStep): Actor {
  const own = allowedSteps.find((row) => row.step === step)
  if (!own) throw new Error(`Nobody takes ${step}.`)
  return own.by
}

/** Returns the refusal's code; 'done' without one. */
export async function takeOwnStep(
  office: Office,
  id: string,
  step: CommissionStep,
): Promise<string> {
  const overHttp = calls[step]
  return overHttp ? codeOf(await overHttp(office, id)) : takeInDatabase(office, id, step)
}

async function takeInDatabase({ app }: Office, id: string, step: CommissionStep): Promise<string> {
  const { clock, db } = app
  const taken = { id, step, actor: actorOf(step), actorId: null }
  try {
    await db.transaction().execute((tx) => takeStep(tx, { clock, spans: commissionSpans }, taken))
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

type Call = (office: Office, id: string) => Promise<Answer>

const respond =
  (action: 'accept' | 'reject'): Call =>
  ({ app, artist }, commissionId) =>
    app.call('POST /api/commission/artist/respond', {
      as: artist,
      send: { commissionId, action },
    })

const confirm =
  (send: object): Call =>
  ({ app, customer }, id) =>
    app.call(`POST /api/commissions/${id}/confirm`, { as: customer, send })

const decide =
  (outcome: string): Call =>
  async ({ app, admin }, id) => {
    const send = { outcome, reason: 'We have listened.', note: 'Both are reasonable.' }
    const dispute = await app.db
      .selectFrom('commission_disputes')
      .select('id')
      .where('commission_id', '=', id)
      .executeTakeFirst()
    const subject = dispute ? `disputes/${dispute.id}` : `commissions/${id}`
    return app.call(`POST /api/proxy/admin/${subject}/decide`, { as: admin, send })
  }

const calls: Partial<Record<CommissionStep, Call>> = {
  accept: respond('accept'),
  reject: respond('reject'),
  withdraw: ({ app, customer }, commissionId) =>
    app.call('POST /api/commission/terminate-before-payment', {
      as: customer,
      send: { commissionId },
    }),
  artistWithdraw: ({ app, artist }, commissionId) =>
    app.call('POST /api/commission/terminate-before-payment', {
      as: artist,
      send: { commissionId },
    }),
  checkOut: ({ app, customer }, commissionId) =>
    app.call('POST /api/commission/pay', { as: customer, send: { commissionId } }),
  upload: ({ app, artist }, commissionId) => sendDelivery(app, artist, { commissionId }),
  requestChanges: confirm({ action: 'request_changes', revisionFeedback: 'Slower, please.' }),
  approve: confirm({ action: 'approve' }),
  dispute: ({ app, customer }, commissionId) =>
    app.call('POST /api/report', {
      as: customer,
      send: { type: 'commission_dispute', commissionId, description: 'It is another song.' },
    }),
  answerDispute: ({ app, artist }, id) =>
    app.call(`POST /api/commissions/${id}/dispute/answer`, {
      as: artist,
      send: { answer: 'No.' },
    }),
  endDispute: ({ app, customer }, id) =>
    app.call(`POST /api/commissions/${id}/dispute/end`, { as: customer, send: {} }),
  giveUp: ({ app, artist }, id) =>
    app.call(`POST /api/commissions/${id}/give-up`, {
      as: artist,
      send: { reason: 'I am ill.' },
    }),
  cancelOverdue: ({ app, customer }, id) =>
    app.call(`POST /api/commissions/${id}/cancel-overdue`, { as: customer, send: {} }),
  decideApproval: decide('release'),
  decideRevision: decide('extra_revision'),
  decideRefund: decide('refund'),
}

const recorded = [
  'commissions',
  'commission_steps',
  'commission_deliveries',
  'commission_disputes',
  'commission_entitlements',
  'uploads',
  'payments',
  'transfers',
  'refunds',
  'receipts',
  'ledger_transactions',
  'ledger_entries',
  'notifications',
  'mails',
  'admin_actions',
] as const

/** What everything is that a step can change: equal if nothing has changed. */
export async function everythingStored({ app }: Office): Promise<unknown> {
  const sums = recorded.map(
    (table) => sql`(
      select coalesce(sum(hashtextextended(${sql.ref(table)}::text, 0)), 0)::text from ${sql.table(table)}
    ) as ${sql.ref(table)}`,
  )
  const { rows } = await sql`select ${sql.join(sums)}`.execute(app.db)
  return rows[0]
}
