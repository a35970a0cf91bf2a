import { expect, test } from 'vitest'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { judgingFixture, openDisputeOf } from '../../../../tests/support/commissions/judging.ts'
import {
  readStored,
  storeDispute,
  timelineOf,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { moneyProblems } from '../../../../tests/support/money/money-problems.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import { ledgerOf, provider } from '../../../../tests/support/shopping.ts'
import type { TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const dayMs = 24 * 3_600_000

async function createFixture() {
  const fixture = await judgingFixture(await emptyApp())
  const { app, payForDelivery } = fixture
  return {
    ...fixture,
    /** With money in the ledger. */
    async payForDisputed() {
      const paid = await payForDelivery()
      return { ...paid, disputeId: await storeDispute(app, paid.id) }
    },
    async toldTo(as: TestUser) {
      const { notifications } = await notificationsOf(app, as)
      return notifications.find(({ kind }) => kind === 'commission_decided')?.addition
    },
  }
}

test('a decision for the artist approves the delivery: both are told why, the log has the note, and the money is as after an approval', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, admin, payForDisputed, decideDispute, toldTo, actions } = fixture
  const { id, disputeId } = await payForDisputed()
  expect((await decideDispute(disputeId, { outcome: 'release' })).json()).toMatchObject({
    status: 'approved',
    isDisputed: false,
    dispute: { state: 'resolved', outcome: 'release', decision: 'We have listened.' },
  })
  expect(await openDisputeOf(fixture, id)).toMatchObject({
    resolved_by: admin.id,
    resolved_at: expect.any(Date),
  })
  expect((await timelineOf(app, id)).at(-1)).toEqual({
    step: 'decideApproval',
    actor: 'admin',
    from_status: 'delivered',
    to_status: 'approved',
  })
  expect(await actions()).toEqual([
    {
      action: 'decide_commission',
      subject_kind: 'commission',
      subject_id: id,
      reason: 'We have listened.',
      note: 'Both are reasonable.',
      details: { outcome: 'release', disputeId },
    },
  ])
  expect(await toldTo(mia)).toBe(
    'It is approved, and the whole recording is in your tracks. The reason: We have listened.',
  )
  expect(await toldTo(tom)).toBe(
    'It is approved, and £40.00 is on its way to you. The reason: We have listened.',
  )
  const seen = await app.call(`GET /api/commissions/${id}`, { as: mia })
  expect(seen.body).not.toContain('Both are reasonable.')
  const owned = app.db.selectFrom('commission_entitlements').select('commission_id')
  expect(await owned.execute()).toEqual([{ commission_id: id }])
  await app.work()
  expect(await ledgerOf(app)).toEqual({
    stripe_pending: 4420 - 86 - 4000,
    stripe_fees: 86,
    commission_held: 0,
    [tom.id]: 0,
    platform_commission: -400,
    processing_fee: -20,
  })
  expect(await moneyProblems(app)).toEqual([])
})

test('a decision for a part sends the artist £15.00, gives the customer £27.50 back and the recording', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, payForDisputed, decideDispute, toldTo, actions } = fixture
  const { id, disputeId } = await payForDisputed()
  const decided = await decideDispute(disputeId, { outcome: 'partial', artistPart: '£15' })
  expect(decided.json()).toMatchObject({
    status: 'approved',
    dispute: { outcome: 'partial' },
    money: { heldPence: 0, transferPence: 1500, refundPence: 2750 },
  })
  expect((await readStored(app, id)).approved_artist_pence).toBe(1500)
  expect(await actions()).toMatchObject([
    { details: { outcome: 'partial', artistPartPence: 1500, disputeId } },
  ])
  expect(await toldTo(mia)).toBe(
    'It is approved for a part of the price: the whole recording is in your tracks, and £27.50 goes back to your card. The reason: We have listened.',
  )
  expect(await toldTo(tom)).toBe(
    'It is approved for a part of the price, and £15.00 is on its way to you. The reason: We have listened.',
  )
  await app.work()
  expect(await ledgerOf(app)).toEqual({
    stripe_pending: 4420 - 86 - 1500 - 2750,
    stripe_fees: 86,
    commission_held: 0,
    refunds_in_transit: 0,
    customer_payable: 0,
    [tom.id]: 0,
    platform_commission: -150,
    processing_fee: -20,
  })
  const refunds = (await provider(app).refunds.list()).data
  expect(refunds.map(({ amount }) => amount)).toEqual([2750])
  const owned = app.db.selectFrom('commission_entitlements').select('commission_id')
  expect(await owned.execute()).toEqual([{ commission_id: id }])
  expect((await readStored(app, id)).status).toBe('completed')
  expect(await moneyProblems(app)).toEqual([])
})

test('a decision for the customer cancels it and gives all back: nothing is owned', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, payForDisputed, decideDispute, toldTo } = fixture
  const { disputeId } = await payForDisputed()
  expect((await decideDispute(disputeId, { outcome: 'refund' })).json()).toMatchObject({
    status: 'cancelled',
    statusReason: 'decided',
    dispute: { outcome: 'refund' },
    money: { heldPence: 0, refundPence: 4420, transferPence: 0 },
  })
  expect(await toldTo(mia)).toBe(
    'It is cancelled, and £44.20 goes back to your card. The reason: We have listened.',
  )
  expect(await toldTo(tom)).toBe(
    'It is cancelled, and your customer gets the money back. The reason: We have listened.',
  )
  await app.work()
  expect(await ledgerOf(app)).toEqual({
    stripe_pending: -86,
    stripe_fees: 86,
    commission_held: 0,
    refunds_in_transit: 0,
    customer_payable: 0,
  })
  expect(await app.db.selectFrom('commission_entitlements').selectAll().execute()).toEqual([])
  expect(await moneyProblems(app)).toEqual([])
})

test('a decision for one more revision sends it back to the artist with a new date, and the money stays held', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, storeDisputed, decideDispute, toldTo } = fixture
  const { id, disputeId } = await storeDisputed({
    max_revisions: 2,
    revision_count: 2,
    delivery_days: 30,
  })
  const decided = await decideDispute(disputeId, { outcome: 'extra_revision' })
  expect(decided.json()).toMatchObject({
    status: 'in_progress',
    maxRevisions: 3,
    revisionCount: 2,
    approveAt: null,
    dispute: { outcome: 'extra_revision' },
    money: { heldPence: 4420 },
  })
  const { due_at: dueAt, updated_at: decidedAt } = await readStored(app, id)
  expect((dueAt?.getTime() ?? 0) - decidedAt.getTime()).toBe(7 * dayMs)
  expect(await toldTo(tom)).toMatch(
    /^Please deliver once more by \d.* Your customer then has one more request for changes\. The reason: We have listened\.$/,
  )
  expect(await toldTo(mia)).toMatch(new RegExp(`^${tom.username} delivers once more by \\d`))
  const seen = await app.call(`GET /api/commissions/${id}`, { as: tom })
  expect(seen.json()).toMatchObject({ canDo: ['upload', 'deliver', 'giveUp'] })
  expect(await app.db.selectFrom('refunds').select('id').execute()).toEqual([])
})

test('one more revision is refused where the money goes back before it could be delivered', async () => {
  const fixture = await createFixture()
  const { app, admin, storeDisputed, decideDispute } = fixture
  const { id, disputeId, paid_at: paidAt } = await storeDisputed()
  await app.clock.set(new Date((paidAt?.getTime() ?? 0) + 80 * dayMs))
  const more = () => decideDispute(disputeId, { outcome: 'extra_revision' })
  expect(codeOf(await more())).toBe('commission_too_late')
  const preview = `/api/proxy/admin/commissions/${id}/decision?outcome=extra_revision`
  expect(codeOf(await app.call(`GET ${preview}`, { as: admin }))).toBe('commission_too_late')
  expect(await readStored(app, id)).toMatchObject({ status: 'delivered', max_revisions: 2 })
  expect(codeOf(await decideDispute(disputeId, { outcome: 'release' }))).toBe('done')
})

test('the artist’s part is a penny at least, and less than the price', async () => {
  const fixture = await createFixture()
  const { app, storeDisputed, decideDispute } = fixture
  const { id, disputeId } = await storeDisputed()
  const decide = (artistPart?: string) =>
    decideDispute(disputeId, { outcome: 'partial', artistPart })
  for (const part of ['0', '0.00', '40', '40.01'])
    expect([part, codeOf(await decide(part))]).toEqual([part, 'part_out_of_range'])
  for (const part of ['', 'half', '-1', undefined]) {
    const refused = await decide(part)
    expect([part, refused.json()]).toMatchObject([part, { issues: [{ path: ['artistPart'] }] }])
  }
  expect((await readStored(app, id)).status).toBe('delivered')
  expect(codeOf(await decide('39.99'))).toBe('done')
  const other = await storeDisputed()
  const least = { outcome: 'partial', artistPart: '0.01' }
  expect(codeOf(await decideDispute(other.disputeId, least))).toBe('done')
})
