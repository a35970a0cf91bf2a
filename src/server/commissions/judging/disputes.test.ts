import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import {
  frozenSince,
  judgingFixture,
  openDisputeOf,
} from '../../../../tests/support/commissions/judging.ts'
import {
  createCommissionArtist,
  readStored,
  storeDelivery,
  storeDispute,
  timelineOf,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import { createUser, type TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const exhausted = { max_revisions: 2, revision_count: 2 }

async function createFixture() {
  const fixture = await judgingFixture(await emptyApp())
  const { app, mia, tom, dispute, storeDelivered } = fixture
  return {
    ...fixture,
    answer: (id: string, as: TestUser = tom, answer = 'It is as you asked.') =>
      app.call(`POST /api/commissions/${id}/dispute/answer`, { as, send: { answer } }),
    end: (id: string, as: TestUser = mia) =>
      app.call(`POST /api/commissions/${id}/dispute/end`, { as, send: {} }),
    async storeDisputed() {
      const commission = await storeDelivered(exhausted)
      expect(codeOf(await dispute(commission.id))).toBe('done')
      return commission
    },
  }
}

test('after the last revision the customer disputes the delivery; the artist is asked within 24 hours, the admins are told at once (API-41, PAY-12)', async () => {
  const fixture = await createFixture()
  const { app, tom, admin, storeDelivered, dispute } = fixture
  const { id } = await storeDelivered(exhausted)
  const opened = await dispute(id)
  expect(opened.json()).toMatchObject({
    status: 'delivered',
    isDisputed: true,
    canDo: ['approve', 'endDispute'],
    dispute: {
      state: 'open',
      description: 'It is another song.',
      answer: null,
      isUnanswered: false,
      outcome: null,
    },
  })
  const { opened_at: openedAt, answer_by: answerBy } = await openDisputeOf(fixture, id)
  expect(answerBy.getTime() - openedAt.getTime()).toBe(24 * hourMs)
  expect(await timelineOf(app, id)).toEqual([
    { step: 'dispute', actor: 'customer', from_status: 'delivered', to_status: 'delivered' },
  ])
  expect((await notificationsOf(app, tom)).notifications).toMatchObject([
    { kind: 'commission_disputed', addition: expect.stringMatching(/^Please say your side by \d/) },
  ])
  expect((await notificationsOf(app, admin)).notifications).toMatchObject([
    { kind: 'commission_alarm', addition: 'A customer disputes a delivery. It is “Skylark”.' },
  ])
  expect(codeOf(await dispute(id))).toBe('dispute_open')
})

test('a dispute needs 1 to 1,000 characters (VAL-37)', async () => {
  const fixture = await createFixture()
  const { app, mia, storeDelivered } = fixture
  const { id: commissionId } = await storeDelivered(exhausted)
  const report = (send: object) => app.call('POST /api/report', { as: mia, send })
  const wanted = { type: 'commission_dispute', commissionId }
  const blank = 'Please provide details about your dispute.'
  const cases = [
    [undefined, blank],
    ['', blank],
    [' \n\u200b', blank],
    ['x'.repeat(1001), 'Please use at most 1000 characters'],
  ]
  for (const [description, message] of cases) {
    const refused = await report({ ...wanted, description })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { issues: [{ path: ['description'], message }] },
    ])
  }
  expect(codeOf(await report({ ...wanted, type: 'spam', description: 'x' }))).toBe('invalid_input')
  expect(await app.db.selectFrom('commission_disputes').select('id').execute()).toEqual([])
  expect(codeOf(await report({ ...wanted, description: 'x'.repeat(1000) }))).toBe('done')
})

test('a dispute is refused while revisions are left, of what is not delivered or frozen, and after the approval by itself', async () => {
  const fixture = await createFixture()
  const { app, store, storeDelivered, dispute } = fixture
  const left = await storeDelivered({ max_revisions: 2, revision_count: 1 })
  const frozen = await storeDelivered({ ...exhausted, ...frozenSince(app.clock.now()) })
  const late = await storeDelivered(exhausted)
  expect(codeOf(await dispute(left.id))).toBe('revisions_left')
  expect(codeOf(await dispute(frozen.id))).toBe('commission_frozen')
  for (const status of ['in_progress', 'approved', 'cancelled'] as const)
    expect(codeOf(await dispute((await store(status, exhausted)).id))).toBe('commission_moved')
  await app.clock.set(late.approve_at ?? new Date(0))
  expect(codeOf(await dispute(late.id))).toBe('commission_too_late')
  expect(await app.db.selectFrom('commission_disputes').select('id').execute()).toEqual([])
})

test('the artist answers once, also when the time for it is over, and the customer is told', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, admin, storeDisputed, answer } = fixture
  const [inTime, late] = [await storeDisputed(), await storeDisputed()]
  expect((await answer(inTime.id)).json()).toMatchObject({
    dispute: { state: 'answered', answer: 'It is as you asked.', answeredAt: expect.any(String) },
    canDo: [],
  })
  expect(codeOf(await answer(inTime.id))).toBe('dispute_answered')
  await app.clock.move({ hours: 25 })
  await app.pool.query(`select graphile_worker.add_job('remind_of_commissions')`)
  await app.work()
  const shown = async () => (await app.call(`GET /api/commissions/${late.id}`, { as: mia })).json()
  expect(await shown()).toMatchObject({ dispute: { state: 'open', isUnanswered: true } })
  expect(codeOf(await answer(late.id))).toBe('done')
  expect(await shown()).toMatchObject({ dispute: { state: 'answered', isUnanswered: false } })
  expect((await notificationsOf(app, mia)).notifications[0]?.sentence).toBe(
    `${tom.username} has answered your dispute about “Skylark”.`,
  )
  expect((await notificationsOf(app, admin)).notifications[0]?.addition).toBe(
    'An artist has answered a dispute. It is “Skylark”.',
  )
  for (const text of ['', ' ', 'x'.repeat(1001)])
    expect(codeOf(await answer(late.id, tom, text))).toBe('invalid_input')
})

test('the customer ends a dispute: the delivery waits longer for the approval, by the length of the dispute', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, storeDisputed, end } = fixture
  const { id, approve_at: approveAt } = await storeDisputed()
  const { opened_at: openedAt } = await openDisputeOf(fixture, id)
  await app.clock.set(new Date(openedAt.getTime() + 20 * dayMs))
  await app.pool.query(`select graphile_worker.add_job('apply_commission_deadlines')`)
  await app.work()
  expect((await readStored(app, id)).status).toBe('delivered')
  expect((await end(id)).json()).toMatchObject({
    isDisputed: false,
    dispute: { state: 'resolved', outcome: 'ended', decision: null },
    canDo: ['approve', 'dispute'],
  })
  const after = await readStored(app, id)
  expect(after.approve_at?.getTime()).toBe((approveAt?.getTime() ?? 0) + 20 * dayMs)
  expect(await openDisputeOf(fixture, id)).toMatchObject({ resolved_by: mia.id })
  expect((await notificationsOf(app, tom)).notifications[0]?.sentence).toBe(
    `${mia.username} has ended the dispute about “Skylark”.`,
  )
  expect(codeOf(await end(id))).toBe('no_dispute')
  await app.clock.set(after.approve_at ?? new Date(0))
  await app.pool.query(`select graphile_worker.add_job('apply_commission_deadlines')`)
  await app.work()
  expect((await readStored(app, id)).status).toBe('approved')
})

test('a freeze within a dispute moves the approval once: by the length of the dispute', async () => {
  const fixture = await createFixture()
  const { app, storeDisputed, answer, end, freeze, unfreeze } = fixture
  const { id, approve_at: approveAt } = await storeDisputed()
  const { opened_at: openedAt } = await openDisputeOf(fixture, id)
  await app.clock.set(new Date(openedAt.getTime() + dayMs))
  expect(codeOf(await freeze(id))).toBe('done')
  expect(codeOf(await answer(id))).toBe('commission_frozen')
  expect(codeOf(await end(id))).toBe('commission_frozen')
  await app.clock.move({ days: 2 })
  expect(codeOf(await unfreeze(id))).toBe('done')
  await app.clock.move({ days: 1 })
  expect(codeOf(await end(id))).toBe('done')
  const after = await readStored(app, id)
  expect(after.approve_at?.getTime()).toBe((approveAt?.getTime() ?? 0) + 4 * dayMs)
})

test('a freeze takes nothing from the time in which the artist answers a dispute', async () => {
  const fixture = await createFixture()
  const { app, storeDisputed, freeze, unfreeze } = fixture
  const { id } = await storeDisputed()
  const { opened_at: openedAt } = await openDisputeOf(fixture, id)
  const remind = async () => {
    await app.pool.query(`select graphile_worker.add_job('remind_of_commissions')`)
    await app.work()
    return (await openDisputeOf(fixture, id)).unanswered_at !== null
  }
  const hours = (count: number) => new Date(openedAt.getTime() + count * 3_600_000)
  await app.clock.set(hours(10))
  await freeze(id)
  await app.clock.set(hours(40))
  expect(await remind()).toBe(false)
  await unfreeze(id)
  await app.clock.set(hours(53))
  expect(await remind()).toBe(false)
  await app.clock.set(hours(55))
  expect(await remind()).toBe(true)
})

test('an approval ends the dispute about it', async () => {
  const fixture = await createFixture()
  const { mia, storeDisputed, approve } = fixture
  const { id } = await storeDisputed()
  expect((await approve(id)).json()).toMatchObject({
    status: 'approved',
    isDisputed: false,
    dispute: { state: 'resolved', outcome: 'approved' },
  })
  expect(await openDisputeOf(fixture, id)).toMatchObject({ resolved_by: mia.id })
})

test('changes cannot be asked for while a dispute is open', async () => {
  const fixture = await createFixture()
  const { app, storeDelivered, requestChanges } = fixture
  // Its revisions were raised since.
  const { id } = await storeDelivered({ max_revisions: 3, revision_count: 2 })
  await storeDispute(app, id)
  expect(codeOf(await requestChanges(id))).toBe('dispute_open')
})

test('each party has the own part of a dispute only; strangers get what a missing commission gets', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, admin, storeDelivered, storeDisputed, dispute, answer, end } = fixture
  const [lea, ann] = [await createUser(app), await createCommissionArtist(app)]
  const plain = await storeDelivered(exhausted)
  for (const as of [lea, ann, tom, admin])
    expect(codeOf(await dispute(plain.id, as))).toBe('not_found')
  expect(codeOf(await dispute(randomUUID()))).toBe('not_found')
  expect(codeOf(await answer(plain.id))).toBe('no_dispute')
  const { id } = await storeDisputed()
  expect(codeOf(await answer(id, ann))).toBe('not_found')
  // A call of artists.
  for (const as of [mia, lea, admin]) expect(codeOf(await answer(id, as))).toBe('not_allowed')
  for (const as of [lea, ann, tom, admin]) expect(codeOf(await end(id, as))).toBe('not_found')
  expect(codeOf(await end(randomUUID()))).toBe('not_found')
  expect(await openDisputeOf(fixture, id)).toMatchObject({ status: 'open', answer: null })
})

test('of two disputes at the same moment one is open', async () => {
  const fixture = await createFixture()
  const { app, storeDelivered, dispute } = fixture
  const { id } = await storeDelivered(exhausted)
  await storeDelivery(app, id)
  const codes = (await Promise.all([dispute(id), dispute(id)])).map(codeOf)
  expect(codes.toSorted()).toEqual(['dispute_open', 'done'])
  expect(await app.db.selectFrom('commission_disputes').select('id').execute()).toHaveLength(1)
})

test('a customer opens twenty disputes a day at most, however soon each is ended', async () => {
  const fixture = await createFixture()
  const { app, tom, storeDelivered, dispute, end } = fixture
  const { id } = await storeDelivered(exhausted)
  for (let count = 0; count < 20; count++) {
    expect([count, codeOf(await dispute(id))]).toEqual([count, 'done'])
    await end(id)
  }
  const told = await notificationsOf(app, tom)
  const refused = await dispute(id)
  expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'too_many_disputes'])
  expect(await notificationsOf(app, tom)).toEqual(told)
})
