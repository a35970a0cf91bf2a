import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { commissionProcess } from '#rules/commissions/commission-process.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { judgingFixture } from '../../../../tests/support/commissions/judging.ts'
import {
  createCommissionArtist,
  readStored,
  storeCommission,
  storeDelivery,
  timelineOf,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { moneyProblems } from '../../../../tests/support/money/money-problems.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import { ledgerOf } from '../../../../tests/support/shopping.ts'
import { createUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const dayMs = 24 * 3_600_000

test('the customer approves: the artist is owed the price, the recording is the customer’s, and all at once (API-39, ROL-15)', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, tom, payForDelivery, approve } = fixture
  const { id } = await payForDelivery()
  expect((await approve(id)).json()).toMatchObject({
    status: 'approved',
    canDo: [],
    money: { heldPence: 0, transferPence: 4000 },
    deliveries: [{ fileUrl: expect.any(String) }],
  })
  expect(await ledgerOf(app)).toMatchObject({
    commission_held: 0,
    [tom.id]: -4000,
    platform_commission: -400,
    processing_fee: -20,
  })
  const owned = app.db.selectFrom('commission_entitlements').select('commission_id')
  expect(await owned.execute()).toEqual([{ commission_id: id }])
  expect(await readStored(app, id)).toMatchObject({ ended_at: expect.any(Date), remind_at: null })
  expect((await notificationsOf(app, tom)).notifications[0]).toMatchObject({
    kind: 'commission_approved',
  })
  expect(codeOf(await approve(id))).toBe('commission_moved')
  expect(await moneyProblems(app)).toEqual([])
})

test('changes count a revision, give the artist the words and a new date, and the deliveries before stay (CST-26, CST-36)', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, tom, storeDelivered, requestChanges } = fixture
  const { id, delivery_days: promised } = await storeDelivered({ delivery_days: 3 })
  await app.clock.move({ days: 12 })
  const answer = await requestChanges(id, 'The second verse is too fast.')
  expect(answer.json()).toMatchObject({
    status: 'in_progress',
    revisionCount: 1,
    maxRevisions: 2,
    approveAt: null,
    canDo: [],
  })
  const after = await readStored(app, id)
  const changedAt = after.updated_at.getTime()
  expect(after.due_at?.getTime()).toBe(changedAt + promised * dayMs)
  expect(after.overdue_at?.getTime()).toBe(changedAt + (promised + 3) * dayMs)
  const seen = await app.call(`GET /api/commissions/${id}`, { as: tom })
  expect(seen.json()).toMatchObject({
    revisionFeedback: 'The second verse is too fast.',
    deliveries: [{ number: 1, state: 'ready' }],
    canDo: ['upload', 'deliver', 'giveUp'],
  })
  expect((await notificationsOf(app, tom)).notifications[0]).toMatchObject({
    kind: 'commission_changes',
    addition: expect.stringMatching(/^Please deliver by /),
  })
})

test('after the last revision a request for changes is refused with their number, and the customer can approve or dispute (CST-31, CST-32, VAL-36)', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, mia, storeDelivered, requestChanges } = fixture
  const before = await storeDelivered({ max_revisions: 3, revision_count: 3 })
  const refused = await requestChanges(before.id)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      code: 'revisions_used_up',
      message: 'Maximum number of revisions (3) has been reached.',
    },
  ])
  const { deliveryId: _delivery, ...stored } = before
  expect(await readStored(app, before.id)).toEqual(stored)
  const shown = await app.call(`GET /api/commissions/${before.id}`, { as: mia })
  expect(shown.json()).toMatchObject({ canDo: ['approve', 'dispute'] })
})

test('changes need 1 to 1,000 characters of feedback (VAL-35)', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, storeDelivered, confirm } = fixture
  const { id } = await storeDelivered()
  const blank = 'Please provide specific feedback about what changes you want.'
  const cases = [
    [undefined, blank],
    [null, blank],
    ['', blank],
    [' \n\t\u200b ', blank],
    ['x'.repeat(1001), 'Please use at most 1000 characters'],
  ]
  for (const [revisionFeedback, message] of cases) {
    const refused = await confirm(id, { action: 'request_changes', revisionFeedback })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { issues: [{ path: ['revisionFeedback'], message }] },
    ])
  }
  expect((await readStored(app, id)).status).toBe('delivered')
  const longest = { action: 'request_changes', revisionFeedback: 'x'.repeat(1000) }
  expect(codeOf(await confirm(id, longest))).toBe('done')
})

test('words beside an approval are no request for changes', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { storeDelivered, confirm } = fixture
  const { id } = await storeDelivered()
  const approved = await confirm(id, { action: 'approve', revisionFeedback: 'Lovely.' })
  expect(approved.json()).toMatchObject({ status: 'approved', revisionFeedback: null })
})

test('what names another delivery than the newest is refused, and one of another commission is not found', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, tom, storeDelivered, confirm } = fixture
  const first = await storeDelivered()
  const second = await storeDelivery(app, first.id)
  const other = await storeDelivered()
  const arriving = await storeDelivery(app, first.id)
  const refused = { status: 'refused', refusal_code: 'audio_silent' } as const
  await app.db
    .updateTable('commission_deliveries')
    .set(refused)
    .where('id', '=', arriving)
    .execute()
  const approve = (deliveryId: string) => confirm(first.id, { action: 'approve', deliveryId })
  const change = (deliveryId: string) =>
    confirm(first.id, { action: 'request_changes', revisionFeedback: 'Slower.', deliveryId })
  for (const judge of [approve, change]) {
    expect(codeOf(await judge(first.deliveryId))).toBe('delivery_replaced')
    for (const id of [other.deliveryId, randomUUID(), arriving])
      expect(codeOf(await judge(id))).toBe('not_found')
  }
  expect(await timelineOf(app, first.id)).toEqual([])
  const transfers = app.db.selectFrom('transfers').where('artist_id', '=', tom.id)
  expect(await transfers.select('id').execute()).toEqual([])
  expect(codeOf(await approve(second))).toBe('done')
})

test('only the customer judges, and in delivered only; strangers get what a missing commission gets', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, mia, tom, admin, store, confirm } = fixture
  const [lea, ann] = [await createUser(app), await createCommissionArtist(app)]
  const judgements = [
    { action: 'approve' },
    { action: 'request_changes', revisionFeedback: 'Slower.' },
  ]
  for (const status of commissionProcess.statuses) {
    const before = await store(status)
    for (const send of judgements) {
      for (const as of [lea, ann, tom, admin])
        expect([status, codeOf(await confirm(before.id, send, as))]).toEqual([status, 'not_found'])
      if (status === 'delivered') continue
      expect([status, codeOf(await confirm(before.id, send, mia))]).toEqual([
        status,
        'commission_moved',
      ])
    }
    expect(await readStored(app, before.id)).toEqual(before)
    expect(await timelineOf(app, before.id)).toEqual([])
  }
  expect(codeOf(await confirm(randomUUID(), { action: 'approve' }, mia))).toBe('not_found')
})

test('changes are asked for until a moment before the approval by itself; an approval is in time at any moment', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, storeDelivered, requestChanges, approve } = fixture
  const [late, approved] = [await storeDelivered(), await storeDelivered()]
  await app.clock.set(late.approve_at ?? new Date(0))
  expect(codeOf(await requestChanges(late.id))).toBe('commission_too_late')
  expect(codeOf(await approve(approved.id))).toBe('done')
  await app.db
    .updateTable('commissions')
    .set({ approve_at: new Date((late.approve_at?.getTime() ?? 0) + 1) })
    .where('id', '=', late.id)
    .execute()
  expect(codeOf(await requestChanges(late.id))).toBe('done')
})

test('changes that are asked for from day 70 on freeze the commission, and the admins are told', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, tom, admin, storeDelivered, requestChanges } = fixture
  const at = (days: number) => new Date(app.clock.now().getTime() + days * dayMs)
  const [early, late] = [
    await storeDelivered({ approve_at: at(83) }),
    await storeDelivered({ approve_at: at(83) }),
  ]
  await app.clock.set(new Date((early.paid_at?.getTime() ?? 0) + 70 * dayMs - 1))
  expect((await requestChanges(early.id)).json()).toMatchObject({ isFrozen: false })
  await app.clock.set(new Date((late.paid_at?.getTime() ?? 0) + 70 * dayMs))
  expect((await requestChanges(late.id)).json()).toMatchObject({
    status: 'in_progress',
    isFrozen: true,
    revisionCount: 1,
    freezeReason:
      'These changes were asked for so late that our team decides how the commission goes on.',
  })
  expect((await timelineOf(app, late.id)).map(({ step, actor }) => [step, actor])).toEqual([
    ['requestChanges', 'customer'],
    ['freeze', 'system'],
  ])
  expect(await readStored(app, late.id)).toMatchObject({ frozen_by: 'late_change' })
  const kinds = (await notificationsOf(app, tom)).notifications.map(({ kind }) => kind)
  // Two of them have one time, so their order is not certain.
  expect(kinds.toSorted()).toEqual([
    'commission_changes',
    'commission_changes',
    'commission_frozen',
  ])
  const [alarm] = (await notificationsOf(app, admin)).notifications
  expect(alarm?.addition).toBe(
    'A customer asked for changes so late that the commission is frozen. It is “Skylark”.',
  )
})

test('approve-and-payout answers the status to both parties; it neither approves nor pays (API-38)', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, mia, tom, payForDelivery, storeDelivered, approve } = fixture
  const lea = await createUser(app)
  const nudge = (commissionId: string, as = mia) =>
    app.call('POST /api/commission/approve-and-payout', { as, send: { commissionId } })
  const waiting = await storeDelivered()
  expect((await nudge(waiting.id)).json()).toEqual({ status: 'delivered' })
  expect((await readStored(app, waiting.id)).status).toBe('delivered')

  const { id } = await payForDelivery()
  await approve(id)
  await app.work()
  expect((await nudge(id)).json()).toEqual({ status: 'completed' })
  expect((await nudge(id, tom)).json()).toEqual({ status: 'completed' })
  expect(codeOf(await nudge(id, lea))).toBe('not_found')
  expect(codeOf(await nudge(randomUUID()))).toBe('not_found')
  await app.work()
  const transfers = await app.db
    .selectFrom('transfers')
    .select(['status', 'amount_pence'])
    .execute()
  expect(transfers).toEqual([{ status: 'sent', amount_pence: 4000 }])
})

test('a transfer whose job was lost is queued by approve-and-payout (API-38)', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, mia, payForDelivery, approve } = fixture
  const { id } = await payForDelivery()
  await approve(id)
  const jobs = () =>
    app.pool.query(`select key from graphile_worker.jobs where task_identifier = 'send_transfer'`)
  await app.pool.query(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'send_transfer'))`,
  )
  expect((await jobs()).rows).toEqual([])
  const send = { commissionId: id }
  const answer = await app.call('POST /api/commission/approve-and-payout', { as: mia, send })
  expect(answer.json()).toEqual({ status: 'approved' })
  expect((await jobs()).rows).toHaveLength(1)
  await app.work()
  expect((await readStored(app, id)).status).toBe('completed')
})

test('the time approves for the customer as well: the recording is owned', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app, mia, tom } = fixture
  const { id, approve_at: approveAt } = await storeCommission(app, {
    customer: mia,
    artist: tom,
    status: 'delivered',
  })
  await app.clock.set(approveAt ?? new Date(0))
  await app.pool.query(`select graphile_worker.add_job('apply_commission_deadlines')`)
  await app.work()
  const owned = app.db.selectFrom('commission_entitlements').select('commission_id')
  expect(await owned.execute()).toEqual([{ commission_id: id }])
})
