// Sales whose customers dispute them at their banks.

import { addJob } from '#server/jobs/add-job.ts'
import { removeJobs } from '../queued-jobs.ts'
import { createArtistWithPayouts, paidCart } from '../shopping.ts'
import { createTrack, createUser, type TestApp } from '../test-app.ts'

/** A track for £5.00, which costs £5.70. Its transfer is sent, or has no job. */
export async function sellTrack(app: TestApp, { isSent = true, card = '4242424242424242' } = {}) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const { paymentId, orderId } = await paidCart(app, mia, [track.id], card)
  await removeJobs(app.db, 'make_rendition')
  if (!isSent) await removeJobs(app.db, 'send_transfer')
  await app.work()
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const { id: saleId } = await app.db
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { artist, mia, track, saleId, paymentId, orderId, charge: charge ?? '' }
}

/** The customer goes to the bank. Returns the provider's dispute. */
export async function openDispute(
  app: TestApp,
  charge: string,
  claim: { inquiry?: boolean; amountPence?: number } = {},
): Promise<string> {
  const answer = await app.sandbox.control('POST dispute', { charge, ...claim })
  return (answer as { dispute: string }).dispute
}

export async function decideDispute(
  app: TestApp,
  dispute: string,
  outcome: 'won' | 'lost' | 'warning_closed' | 'escalated',
): Promise<void> {
  await app.sandbox.control('POST dispute-outcome', { dispute, outcome })
}

export async function checkCharge(app: TestApp, chargeId: string): Promise<void> {
  await addJob(app.db, 'check_charge', { chargeId })
  await app.work()
}

/** What waits is tried again. */
export async function reconcile(app: TestApp): Promise<void> {
  await app.clock.move({ minutes: 11 })
  await addJob(app.db, 'reconcile_payments', {})
  await app.work()
}
