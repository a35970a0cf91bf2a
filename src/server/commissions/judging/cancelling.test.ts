import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CommissionStatus } from '#rules/commissions/commission-process.ts'
import { commissionProcess } from '#rules/commissions/commission-process.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { frozenSince, judgingFixture } from '../../../../tests/support/commissions/judging.ts'
import { openPayment, receiveEvents } from '../../../../tests/support/commissions/paying.ts'
import {
  createCommissionArtist,
  readStored,
  storeDelivery,
  timelineOf,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { moneyProblems } from '../../../../tests/support/money/money-problems.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import { ledgerOf, pay } from '../../../../tests/support/shopping.ts'
import { createUser, type TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

async function createFixture() {
  const fixture = await judgingFixture(await emptyApp())
  const { app, mia, tom, store } = fixture
  return {
    ...fixture,
    async payForWork() {
      const { id } = await store('requested')
      const { url, sessionId } = await openPayment(app, mia, id)
      await pay(url)
      await receiveEvents(app, sessionId)
      return id
    },
    cancel: (id: string, as: TestUser = mia) =>
      app.call(`POST /api/commissions/${id}/cancel-overdue`, { as, send: {} }),
    giveUp: (id: string, as: TestUser = tom, reason = 'My hand hurts.') =>
      app.call(`POST /api/commissions/${id}/give-up`, { as, send: { reason } }),
  }
}

test('three days after the due date the customer cancels a late delivery, and gets everything back', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, payForWork, cancel } = fixture
  const id = await payForWork()
  const { overdue_at: overdueAt, due_at: dueAt } = await readStored(app, id)
  expect((overdueAt?.getTime() ?? 0) - (dueAt?.getTime() ?? 0)).toBe(3 * 24 * 3_600_000)
  await app.clock.set(new Date((overdueAt?.getTime() ?? 0) - 1))
  expect(codeOf(await cancel(id))).toBe('commission_not_overdue')
  await app.clock.set(overdueAt ?? new Date(0))
  expect((await cancel(id)).json()).toMatchObject({
    status: 'cancelled',
    statusReason: 'delivery_overdue',
    money: { heldPence: 0, refundPence: 4420, transferPence: 0 },
  })
  expect((await notificationsOf(app, tom)).notifications[0]).toMatchObject({
    sentence: `${mia.username} has cancelled “Skylark”: the delivery was late.`,
    addition: '',
  })
  await app.work()
  expect(await ledgerOf(app)).toEqual({
    stripe_pending: -86,
    stripe_fees: 86,
    commission_held: 0,
    refunds_in_transit: 0,
    customer_payable: 0,
  })
  expect(codeOf(await cancel(id))).toBe('commission_moved')
  expect(await moneyProblems(app)).toEqual([])
})

test('the artist gives up at any time before the end, with a reason, and the customer gets everything back', async () => {
  const fixture = await createFixture()
  const { app, mia, payForWork, giveUp } = fixture
  const id = await payForWork()
  expect((await giveUp(id)).json()).toMatchObject({
    status: 'cancelled',
    statusReason: 'artist_gave_up',
    money: { heldPence: 0, refundPence: 4420 },
    timeline: expect.arrayContaining([
      expect.objectContaining({ step: 'giveUp', actor: 'artist', text: 'My hand hurts.' }),
    ]),
  })
  expect((await notificationsOf(app, mia)).notifications[0]).toMatchObject({
    kind: 'commission_gave_up',
    addition: 'The reason: My hand hurts. £44.20 goes back to your card.',
  })
  await app.work()
  expect(await ledgerOf(app)).toMatchObject({ commission_held: 0, customer_payable: 0 })
  expect(await moneyProblems(app)).toEqual([])
})

test('giving up needs a reason of 1 to 1,000 characters', async () => {
  const fixture = await createFixture()
  const { app, tom, store, giveUp } = fixture
  const { id } = await store('in_progress')
  for (const reason of ['', '  ', 'x'.repeat(1001)])
    expect(codeOf(await giveUp(id, tom, reason))).toBe('invalid_input')
  expect((await readStored(app, id)).status).toBe('in_progress')
  expect(codeOf(await giveUp(id, tom, 'x'.repeat(1000)))).toBe('done')
})

test('both are refused at the end of unfinished work, while it is frozen, and in every other status', async () => {
  const fixture = await createFixture()
  const { app, store, cancel, giveUp } = fixture
  const overdue = { overdue_at: app.clock.now() }
  const frozen = await store('in_progress', { ...overdue, ...frozenSince(app.clock.now()) })
  expect(codeOf(await cancel(frozen.id))).toBe('commission_frozen')
  expect(codeOf(await giveUp(frozen.id))).toBe('commission_frozen')
  const inWork: CommissionStatus = 'in_progress'
  for (const status of commissionProcess.statuses.filter((name) => name !== inWork)) {
    const { id } = await store(status, overdue)
    expect([status, codeOf(await cancel(id))]).toEqual([status, 'commission_moved'])
    expect([status, codeOf(await giveUp(id))]).toEqual([status, 'commission_moved'])
  }
  const ending = await store('in_progress', overdue)
  await app.clock.set(ending.end_at ?? new Date(0))
  expect(codeOf(await cancel(ending.id))).toBe('commission_too_late')
  expect(codeOf(await giveUp(ending.id))).toBe('commission_too_late')
  expect(await timelineOf(app, ending.id)).toEqual([])
  const refunds = await app.db.selectFrom('refunds').select('id').execute()
  expect(refunds).toEqual([])
})

test('both wait while a delivery is prepared, and no more once its audio is refused', async () => {
  const fixture = await createFixture()
  const { app, store, cancel, giveUp } = fixture
  const [first, second] = [await store('in_progress'), await store('in_progress')]
  await app.clock.set(second.overdue_at ?? new Date(0))
  for (const { id } of [first, second]) await storeDelivery(app, id)
  const preparing = { status: 'preparing', audio: null, preview_key: null } as const
  await app.db.updateTable('commission_deliveries').set(preparing).execute()
  expect(codeOf(await cancel(first.id))).toBe('delivery_in_preparation')
  expect(codeOf(await giveUp(second.id))).toBe('delivery_in_preparation')
  const refused = { status: 'refused', refusal_code: 'audio_silent' } as const
  await app.db.updateTable('commission_deliveries').set(refused).execute()
  expect(codeOf(await cancel(first.id))).toBe('done')
  expect(codeOf(await giveUp(second.id))).toBe('done')
})

test('nobody else cancels or gives up: strangers get what a missing commission gets', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, admin, store, cancel, giveUp } = fixture
  const [lea, ann] = [await createUser(app), await createCommissionArtist(app)]
  const { id } = await store('in_progress', { overdue_at: app.clock.now() })
  for (const as of [lea, ann, tom, admin]) expect(codeOf(await cancel(id, as))).toBe('not_found')
  expect(codeOf(await giveUp(id, ann))).toBe('not_found')
  // A call of artists.
  for (const as of [mia, lea, admin]) expect(codeOf(await giveUp(id, as))).toBe('not_allowed')
  expect(codeOf(await cancel(randomUUID()))).toBe('not_found')
  expect(codeOf(await giveUp(randomUUID()))).toBe('not_found')
  expect((await readStored(app, id)).status).toBe('in_progress')
})
