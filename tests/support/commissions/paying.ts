// Commissions that are paid on the provider's page, and what becomes of their money.

import { sql } from 'kysely'
import { releaseHeld, refundHeld } from '#server/commissions/commission-money.ts'
import { takeStep } from '#server/commissions/take-step.ts'
import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import { approveAtOf } from '#rules/commissions/commission-deadlines.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { deliver, eventsOf, pay } from '../shopping.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'
import { createCommissionArtist, readStored, storeCommission } from './stored-commission.ts'

/** Mia and Tom, who has accepted her request at £40.00: she pays £44.20. */
export async function createAccepted(app: TestApp) {
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  const { id } = await storeCommission(app, { customer: mia, artist: tom, status: 'requested' })
  return { mia, tom, id }
}

export const askToPay = (app: TestApp, as: TestUser, commissionId: string) =>
  app.call('POST /api/commission/pay', { as, send: { commissionId } })

/** Opens the checkout. */
export async function openPayment(app: TestApp, as: TestUser, commissionId: string) {
  const response = await askToPay(app, as, commissionId)
  if (response.statusCode !== 200) throw new Error(`No checkout: ${response.body}`)
  const { sessionUrl: url } = response.json<{ sessionUrl: string }>()
  const payment = await app.db
    .selectFrom('payments')
    .selectAll()
    .where('checkout_url', '=', url)
    .executeTakeFirstOrThrow()
  return { url, paymentId: payment.id, sessionId: payment.checkout_session_id ?? '' }
}

/** The provider's events of the checkout arrive, and their jobs run. */
export async function receiveEvents(app: TestApp, sessionId: string): Promise<void> {
  for (const event of await eventsOf(app, sessionId)) await deliver(app, event)
  await app.work()
}

export async function createPaid(app: TestApp, card?: string) {
  const accepted = await createAccepted(app)
  const payment = await openPayment(app, accepted.mia, accepted.id)
  await pay(payment.url, card)
  await receiveEvents(app, payment.sessionId)
  return { ...accepted, ...payment }
}

export async function runJob(
  app: TestApp,
  name: 'reconcile_payments' | 'close_unavailable_checkouts' | 'apply_commission_deadlines',
): Promise<void> {
  await addJob(app.db, name, {})
  await app.work()
}

/** As after a crash before the row had its session: the checkout can still be paid, and another one can be opened. */
export async function loseOpenPayment({ db }: TestApp, commissionId: string): Promise<void> {
  await sql`
    update payments set status = 'expired' where subject_id = ${commissionId} and status = 'open'
  `.execute(db)
}

/** As if the artist had delivered. */
export async function deliverTo(app: TestApp, id: string): Promise<void> {
  const { paid_at: paidAt } = await readStored(app, id)
  const now = app.clock.now()
  const approveAt = approveAtOf(
    { paidAt: paidAt ?? now, deliveredAt: now, readyAt: now },
    commissionSpans,
  )
  await app.db.transaction().execute((tx) =>
    takeStep(tx, depsOf(app), {
      id,
      step: 'deliver',
      actor: 'artist',
      actorId: null,
      changes: () => ({ delivered_at: now, approve_at: approveAt }),
    }),
  )
}

/** @param partPence the artist's part, if an admin approves it for a part of the price */
export async function approve(app: TestApp, id: string, partPence: number | null = null) {
  await deliverTo(app, id)
  const changes = { approved_artist_pence: partPence }
  await app.db.transaction().execute(async (tx) => {
    const taken = { id, step: 'approve', actor: 'customer', actorId: null } as const
    const commission = await takeStep(tx, depsOf(app), { ...taken, changes: () => changes })
    await releaseHeld(tx, { ...commission, ...changes }, app.clock.now())
  })
}

export async function giveUp(app: TestApp, id: string): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const taken = { id, step: 'giveUp', actor: 'artist', actorId: null } as const
    const commission = await takeStep(tx, depsOf(app), taken)
    await refundHeld(tx, commission, app.clock.now())
  })
}

const depsOf = ({ clock }: TestApp) => ({ clock, spans: commissionSpans })
