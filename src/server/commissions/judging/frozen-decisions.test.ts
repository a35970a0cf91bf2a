import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import {
  frozenSince,
  judgingFixture,
  openDisputeOf,
} from '../../../../tests/support/commissions/judging.ts'
import {
  readStored,
  storeCommission,
  storeDelivery,
  storeDispute,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

test('a frozen commission is decided without a dispute, also while work is in progress, and the freeze ends', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, store, storeDelivered, decide, actions } = fixture
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

const previewOf = (id: string) => `/api/proxy/admin/commissions/${id}/decision`

test('no more revision is granted while a party is suspended; every other decision is made', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, admin, mia, tom, storeDelivered, storeDisputed, decide, decideDispute } = fixture
  const { id } = await storeDelivered()
  const disputed = await storeDisputed()
  const ban = { artistId: tom.id, reason: 'Copied recordings.' }
  await app.call('POST /api/proxy/admin/ban-user', { as: admin, send: ban })
  const revision = { outcome: 'extra_revision' } as const
  const preview = await app.call(`GET ${previewOf(id)}?outcome=extra_revision`, { as: admin })
  expect(codeOf(preview)).toBe('frozen_by_ban')
  const { commission } = (await app.call(`GET ${previewOf(id)}`, { as: admin })).json()
  expect(commission).toMatchObject({
    isPartyBanned: true,
    canDo: ['decideApproval', 'decideRefund'],
  })
  expect((await app.call(`GET /api/commissions/${id}`, { as: mia })).json()).toMatchObject({
    isPartyBanned: false,
  })
  expect(codeOf(await decide(id, revision))).toBe('frozen_by_ban')
  expect(codeOf(await decideDispute(disputed.disputeId, revision))).toBe('frozen_by_ban')
  expect(await readStored(app, id)).toMatchObject({ status: 'delivered', frozen_by: 'ban' })
  expect(codeOf(await decide(id, { outcome: 'release' }))).toBe('done')
  expect(codeOf(await decideDispute(disputed.disputeId, { outcome: 'refund' }))).toBe('done')
})

test('a decision about a disputed and frozen commission ends both', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, storeDisputed, decide, decideDispute } = fixture
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
  const fixture = await judgingFixture(await emptyApp())
  const { app, storeDelivered, storeDisputed, decide, decideDispute, approve, actions } = fixture
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
  const fixture = await judgingFixture(await emptyApp())
  const { storeDisputed, decideDispute, actions } = fixture
  const { disputeId } = await storeDisputed()
  const decided = (send: object) => decideDispute(disputeId, { outcome: 'release', ...send })
  for (const reason of ['', '  ', 'x'.repeat(501)])
    expect(codeOf(await decided({ reason }))).toBe('invalid_input')
  expect(codeOf(await decided({ note: undefined }))).toBe('done')
  expect(await actions()).toMatchObject([{ reason: 'We have listened.', note: null }])
})

test('nobody but an admin decides, and no admin the own case', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, mia, tom, storeDisputed, decide, decideDispute, freeze, unfreeze } = fixture
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
  expect((await openDisputeOf(fixture, id)).status).toBe('open')
})
