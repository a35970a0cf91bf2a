// A sale that its customer disputes at the bank, and what admins do about the evidence.

import type { BankDisputeRecord } from '#contracts/admin/bank-disputes.ts'
import { evidenceFieldNames } from '#rules/payments/dispute-evidence.ts'
import { createAdmin } from '../access/admin-user.ts'
import { codeOf } from '../access/code-of.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import { checkCharge, decideDispute, openDispute, sellTrack } from './bank-disputes.ts'
import { emptyAccount } from './reversing.ts'

/** Of a track for £5.70. `id` is ours, `dispute` the provider's. */
export async function createDisputed(app: TestApp, by?: TestUser) {
  const admin = by ?? (await createAdmin(app))
  const sold = await sellTrack(app)
  return { admin, ...sold, ...(await disputeCharge(app, sold.charge)) }
}

export async function disputeCharge(
  app: TestApp,
  charge: string,
  claim: { inquiry?: boolean } = {},
) {
  const dispute = await openDispute(app, charge, claim)
  await checkCharge(app, charge)
  const { id } = await app.db
    .selectFrom('bank_disputes')
    .select('id')
    .where('provider_id', '=', dispute)
    .executeTakeFirstOrThrow()
  return { id, dispute }
}

export async function readDispute(app: TestApp, as: TestUser, id: string) {
  const answer = await app.call(`GET /api/proxy/admin/bank-disputes/${id}`, { as })
  return answer.json<BankDisputeRecord>()
}

export function answerDispute(app: TestApp, as: TestUser, id: string) {
  const texts = Object.fromEntries(evidenceFieldNames.map((field) => [field, 'As agreed']))
  const send = { ...texts, note: 'It was downloaded.' }
  return app.call(`POST /api/proxy/admin/bank-disputes/${id}/answer`, { as, send })
}

export function makeDocuments(app: TestApp, as: TestUser, id: string) {
  return app.call(`POST /api/proxy/admin/bank-disputes/${id}/documents`, { as, send: {} })
}

/**
 * Of a track for £5.70, where artists bear lost disputes: the bank decides for the customer, the artist's account is empty, an
 * admin writes the debt off, and the bank changes its mind. Nothing is left of what was sent to the artist.
 */
export async function createForgiven(app: TestApp) {
  const sold = await sellTrack(app)
  const admin = await createAdmin(app)
  await emptyAccount(app, sold.artist)
  const dispute = await openDispute(app, sold.charge)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, sold.charge)
  const { id } = await app.db.selectFrom('reversals').select('id').executeTakeFirstOrThrow()
  const send = { decision: 'write_off', pence: 500, reason: 'You have stopped selling.' }
  const decided = await app.call(`POST /api/proxy/admin/debts/${id}/decide`, { as: admin, send })
  if (codeOf(decided) !== 'done') throw new Error('The debt was not written off.')
  await decideDispute(app, dispute, 'won')
  await checkCharge(app, sold.charge)
  return { ...sold, admin }
}
