// A customer, an artist and an admin, with what they do about deliveries.

import type { CommissionStatus } from '#rules/commissions/commission-process.ts'
import { createAdmin } from '../access/admin-user.ts'
import { pay } from '../shopping.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'
import { deliverTo, openPayment, receiveEvents } from './paying.ts'
import {
  createCommissionArtist,
  storeCommission,
  storeDelivery,
  storeDispute,
} from './stored-commission.ts'

type Changes = Parameters<typeof storeCommission>[1]['changes']

/** At £40.00, for which the customer pays £44.20. */
export async function judgingFixture(app: TestApp) {
  const [mia, tom, admin] = [
    await createUser(app),
    await createCommissionArtist(app, { commission_places: 20 }),
    await createAdmin(app),
  ]
  const store = (status: CommissionStatus, changes: Changes = {}) =>
    storeCommission(app, { customer: mia, artist: tom, status, changes })
  const say = { reason: 'We have listened.', note: 'Both are reasonable.' }
  /** With a delivery, and a payment that stands in no ledger. */
  const storeDelivered = async (changes: Changes = {}) => {
    const commission = await store('delivered', changes)
    return { ...commission, deliveryId: await storeDelivery(app, commission.id) }
  }
  return {
    app,
    mia,
    tom,
    admin,
    store,
    storeDelivered,
    async storeDisputed(changes: Changes = {}) {
      const commission = await storeDelivered(changes)
      return { ...commission, disputeId: await storeDispute(app, commission.id) }
    },
    /** Paid at the provider, and delivered. */
    async payForDelivery(changes: Changes = {}) {
      const { id } = await store('requested', changes)
      const { url, sessionId, paymentId } = await openPayment(app, mia, id)
      await pay(url)
      await receiveEvents(app, sessionId)
      const deliveryId = await storeDelivery(app, id)
      await deliverTo(app, id)
      return { id, paymentId, deliveryId }
    },
    confirm: (id: string, send: object, as: TestUser = mia) =>
      app.call(`POST /api/commissions/${id}/confirm`, { as, send }),
    approve: (id: string, as: TestUser = mia) =>
      app.call(`POST /api/commissions/${id}/confirm`, { as, send: { action: 'approve' } }),
    requestChanges: (id: string, revisionFeedback = 'Slower, please.') =>
      app.call(`POST /api/commissions/${id}/confirm`, {
        as: mia,
        send: { action: 'request_changes', revisionFeedback },
      }),
    dispute: (commissionId: string, as: TestUser = mia) =>
      app.call('POST /api/report', {
        as,
        send: { type: 'commission_dispute', commissionId, description: 'It is another song.' },
      }),
    decideDispute: (id: string, send: object, as: TestUser = admin) =>
      app.call(`POST /api/proxy/admin/disputes/${id}/decide`, { as, send: { ...say, ...send } }),
    decide: (id: string, send: object, as: TestUser = admin) =>
      app.call(`POST /api/proxy/admin/commissions/${id}/decide`, { as, send: { ...say, ...send } }),
    freeze: (id: string, as: TestUser = admin) =>
      app.call(`POST /api/proxy/admin/commissions/${id}/freeze`, { as, send: say }),
    unfreeze: (id: string, as: TestUser = admin) =>
      app.call(`POST /api/proxy/admin/commissions/${id}/unfreeze`, { as, send: say }),
    /** What the audit log has. */
    actions: () =>
      app.db
        .selectFrom('admin_actions')
        .select(['action', 'subject_kind', 'subject_id', 'reason', 'note', 'details'])
        .orderBy('id')
        .execute(),
  }
}

/** For a test of nothing but the freeze. */
export const frozenSince = (at: Date, by: 'admin' | 'ban' | 'late_change' = 'admin') => ({
  frozen_at: at,
  frozen_by: by,
  freeze_reason: 'We look.',
})

export async function openDisputeOf({ app }: { app: TestApp }, commissionId: string) {
  return app.db
    .selectFrom('commission_disputes')
    .selectAll()
    .where('commission_id', '=', commissionId)
    .orderBy('opened_at', 'desc')
    .executeTakeFirstOrThrow()
}
