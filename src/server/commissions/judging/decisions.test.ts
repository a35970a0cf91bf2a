import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import {
  frozenSince,
  openCourt,
  openDisputeOf,
} from '../../../../tests/support/commissions/judging.ts'
import {
  readStored,
  storeCommission,
  storeDelivery,
  storeDispute,
  timelineOf,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { moneyProblems } from '../../../../tests/support/money/money-problems.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import { ledgerOf, provider } from '../../../../tests/support/shopping.ts'
import type { TestUser } from '../../../../tests/support/test-app.ts'

const dayMs = 24 * 3_600_000

async function openShop() {
  const court = await openCourt()
  const { app, payForDelivery, storeDelivered } = court
  return {
    ...court,
    /** With money in the ledger. */
    async payForDisputed() {
      const paid = await payForDelivery()
      return { ...paid, disputeId: await storeDispute(app, paid.id) }
    },
    async storeDisputed(changes: Parameters<typeof storeDelivered>[0] = {}) {
      const commission = await storeDelivered(changes)
      return { ...commission, disputeId: await storeDispute(app, commission.id) }
    },
    async toldTo(as: TestUser) {
      const { notifications } = await notificationsOf(app, as)
      return notifications.find(({ kind }) => kind === 'commission_decided')?.addition
    },
    actions: () =>
      app.db
        .selectFrom('admin_actions')
        .select(['action', 'subject_kind', 'subject_id', 'reason', 'note', 'details'])
        .orderBy('id')
        .execute(),
  }
}

test('a decision for the artist approves the delivery: both are told why, the log has the note, and the money is as after an approval', async () => {
  await using shop = await openShop()
  const { app, mia, tom, admin, payForDisputed, decideDispute, toldTo, actions } = shop
  const { id, disputeId } = await payForDisputed()
  expect((await decideDispute(disputeId, { outcome: 'release' })).json()).toMatchObject({
    status: 'approved',
    isDisputed: false,
    dispute: { state: 'resolved', outcome: 'release', decision: 'We have listened.' },
  })
  expect(await openDisputeOf(shop, id)).toMatchObject({
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
  await using shop = await openShop()
  const { app, mia, tom, payForDisputed, decideDispute, toldTo, actions } = shop
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
  await using shop = await openShop()
  const { app, mia, tom, payForDisputed, decideDispute, toldTo } = shop
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
    customer_payable: 0,
  })
  expect(await app.db.selectFrom('commission_entitlements').selectAll().execute()).toEqual([])
  expect(await moneyProblems(app)).toEqual([])
})

test('a decision for one more revision sends it back to the artist with a new date, and the money stays held', async () => {
  await using shop = await openShop()
  const { app, mia, tom, storeDisputed, decideDispute, toldTo } = shop
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
    /^Please deliver once more by \d.* The reason: We have listened\.$/,
  )
  expect(await toldTo(mia)).toMatch(new RegExp(`^${tom.username} delivers once more by \\d`))
  const seen = await app.call(`GET /api/commissions/${id}`, { as: tom })
  expect(seen.json()).toMatchObject({ canDo: ['upload', 'deliver', 'giveUp'] })
  expect(await app.db.selectFrom('refunds').select('id').execute()).toEqual([])
})

test('one more revision is refused where the money goes back before it could be delivered', async () => {
  await using shop = await openShop()
  const { app, storeDisputed, decideDispute } = shop
  const { id, disputeId, paid_at: paidAt } = await storeDisputed()
  await app.clock.set(new Date((paidAt?.getTime() ?? 0) + 80 * dayMs))
  const more = () => decideDispute(disputeId, { outcome: 'extra_revision' })
  expect(codeOf(await more())).toBe('commission_too_late')
  expect(await readStored(app, id)).toMatchObject({ status: 'delivered', max_revisions: 2 })
  expect(codeOf(await decideDispute(disputeId, { outcome: 'release' }))).toBe('done')
})

test.each([
  ['0', 'part_out_of_range'],
  ['0.00', 'part_out_of_range'],
  ['40', 'part_out_of_range'],
  ['40.01', 'part_out_of_range'],
  ['', 'invalid_input'],
  ['half', 'invalid_input'],
  ['-1', 'invalid_input'],
  [undefined, 'invalid_input'],
  ['0.01', 'done'],
  ['39.99', 'done'],
])(
  'the artist’s part is a penny at least, and less than the price: %j is %s',
  async (artistPart, code) => {
    await using shop = await openShop()
    const { app, storeDisputed, decideDispute } = shop
    const { id, disputeId } = await storeDisputed()
    const decided = await decideDispute(disputeId, { outcome: 'partial', artistPart })
    expect(codeOf(decided)).toBe(code)
    if (code === 'invalid_input')
      expect(decided.json()).toMatchObject({ issues: [{ path: ['artistPart'] }] })
    if (code !== 'done') expect((await readStored(app, id)).status).toBe('delivered')
  },
)

test('a frozen commission is decided without a dispute, also while work is in progress, and the freeze ends', async () => {
  await using shop = await openShop()
  const { app, store, storeDelivered, decide, actions } = shop
  const frozen = frozenSince(app.clock.now(), 'ban')
  const [refunded, released, revised, working] = [
    await storeDelivered(frozen),
    await store('in_progress', { ...frozen, delivered_at: app.clock.now() }),
    await storeDelivered(frozen),
    await store('in_progress', frozen),
  ]
  await storeDelivery(app, released.id)
  expect((await decide(refunded.id, { outcome: 'refund' })).json()).toMatchObject({
    status: 'cancelled',
    isFrozen: false,
  })
  expect((await decide(released.id, { outcome: 'release' })).json()).toMatchObject({
    status: 'approved',
    isFrozen: false,
  })
  expect((await decide(revised.id, { outcome: 'extra_revision' })).json()).toMatchObject({
    status: 'in_progress',
    maxRevisions: 3,
    isFrozen: false,
    freezeReason: null,
  })
  expect(codeOf(await decide(working.id, { outcome: 'release' }))).toBe('nothing_delivered')
  expect(codeOf(await decide(working.id, { outcome: 'extra_revision' }))).toBe('commission_moved')
  expect(codeOf(await decide(working.id, { outcome: 'refund' }))).toBe('done')
  expect((await actions()).map(({ details }) => details)).toEqual([
    { outcome: 'refund' },
    { outcome: 'release' },
    { outcome: 'extra_revision' },
    { outcome: 'refund' },
  ])
})

test('a decision about a disputed and frozen commission ends both', async () => {
  await using shop = await openShop()
  const { app, storeDisputed, decide, decideDispute } = shop
  const { id, disputeId } = await storeDisputed(frozenSince(app.clock.now()))
  // The dispute is what is decided.
  expect(codeOf(await decide(id, { outcome: 'release' }))).toBe('dispute_open')
  expect((await decideDispute(disputeId, { outcome: 'extra_revision' })).json()).toMatchObject({
    status: 'in_progress',
    isFrozen: false,
    isDisputed: false,
  })
})

test('what is neither disputed nor frozen cannot be decided, nor a dispute that has ended', async () => {
  await using shop = await openShop()
  const { app, storeDelivered, storeDisputed, decide, decideDispute, approve, actions } = shop
  const plain = await storeDelivered()
  expect(codeOf(await decide(plain.id, { outcome: 'refund' }))).toBe('nothing_to_decide')
  const { id, disputeId } = await storeDisputed()
  await approve(id)
  expect(codeOf(await decideDispute(disputeId, { outcome: 'refund' }))).toBe('dispute_decided')
  for (const refuse of [decide, decideDispute])
    expect(codeOf(await refuse(randomUUID(), { outcome: 'refund' }))).toBe('not_found')
  expect(await actions()).toEqual([])
  expect(await app.db.selectFrom('refunds').select('id').execute()).toEqual([])
})

test('a decision needs a reason for both; the note may be left out', async () => {
  await using shop = await openShop()
  const { storeDisputed, decideDispute, actions } = shop
  const { disputeId } = await storeDisputed()
  const decided = (send: object) => decideDispute(disputeId, { outcome: 'release', ...send })
  for (const reason of ['', '  ', 'x'.repeat(501)])
    expect(codeOf(await decided({ reason }))).toBe('invalid_input')
  expect(codeOf(await decided({ note: undefined }))).toBe('done')
  expect(await actions()).toMatchObject([{ reason: 'We have listened.', note: null }])
})

test('nobody but an admin decides, and no admin the own case', async () => {
  await using shop = await openShop()
  const { app, mia, tom, storeDisputed, decide, decideDispute, freeze, unfreeze } = shop
  const { id, disputeId } = await storeDisputed()
  for (const as of [mia, tom])
    for (const call of [
      decideDispute(disputeId, { outcome: 'refund' }, as),
      decide(id, { outcome: 'refund' }, as),
      freeze(id, as),
      unfreeze(id, as),
    ])
      expect(codeOf(await call)).toBe('not_allowed')
  const judge = await createAdmin(app)
  const own = await storeCommission(app, { customer: judge, artist: tom, status: 'delivered' })
  await storeDelivery(app, own.id)
  const ownDispute = await storeDispute(app, own.id)
  for (const call of [
    decideDispute(ownDispute, { outcome: 'refund' }, judge),
    decide(own.id, { outcome: 'refund' }, judge),
    freeze(own.id, judge),
    unfreeze(own.id, judge),
  ])
    expect(codeOf(await call)).toBe('own_case')
  expect((await readStored(app, own.id)).status).toBe('delivered')
  expect((await openDisputeOf(shop, id)).status).toBe('open')
})
