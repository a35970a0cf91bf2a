// Each step through the database: the condition of the UPDATE is made from the same table as the check before it, and
// must not differ from it.

import { expect, test } from 'vitest'
import { Refusal } from '#rules/errors/refusal.ts'
import {
  commissionProcess,
  commissionSteps,
  deadlineOfStatus,
  freezableStatuses,
  refusalOfStep,
  type CommissionStatus,
  type CommissionStep,
} from '#rules/commissions/commission-process.ts'
import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import {
  createCommissionArtist,
  readStored,
  storeCommission,
  storeDelivery,
  storeDispute,
  timelineOf,
} from '../../../tests/support/commissions/stored-commission.ts'
import { createUser, type TestApp } from '../../../tests/support/test-app.ts'
import { lockCommission, stateOf } from './commission-state.ts'
import { takeStep } from './take-step.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const steps = Object.keys(commissionSteps) as CommissionStep[]
const canBeFrozen: readonly CommissionStatus[] = freezableStatuses
const columnOf = {
  answerBy: 'answer_by',
  payBy: 'pay_by',
  dueAt: 'due_at',
  overdueAt: 'overdue_at',
  approveAt: 'approve_at',
  endAt: 'end_at',
  holdUntil: 'hold_until',
} as const

async function createFixture() {
  const app = await emptyApp()
  const parties = {
    customer: await createUser(app),
    artist: await createCommissionArtist(app, { commission_places: 20 }),
  }
  type Changes = Parameters<typeof storeCommission>[1]['changes']
  return {
    app,
    store: (status: CommissionStatus, changes: Changes = {}) =>
      storeCommission(app, { ...parties, status, changes }),
  }
}

type Asked = { id: string; step: CommissionStep; now: Date }

/** The step is undone again. Returns the refusal's code, or the name of the status that it led to. */
async function outcomeOf(app: TestApp, { id, step, now }: Asked): Promise<string> {
  const deps = { clock: { now: () => now }, spans: commissionSpans }
  const [actor] = commissionSteps[step].by
  if (actor === undefined) throw new Error(`Nobody takes ${step}.`)
  const tx = await app.db.startTransaction().execute()
  try {
    await takeStep(tx, deps, { id, step, actor, actorId: null })
    const { status } = await lockCommission(tx, id)
    return status
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  } finally {
    await tx.rollback().execute()
  }
}

test('in every status, frozen or not, the database takes those steps that the rules allow, around each deadline', async () => {
  const fixture = await createFixture()
  const { app, store } = fixture
  const differences: string[] = []
  let taken = 0
  for (const status of commissionProcess.statuses)
    for (const isFrozen of canBeFrozen.includes(status) ? [false, true] : [false]) {
      const freeze = isFrozen
        ? ({ frozen_at: app.clock.now(), frozen_by: 'admin', freeze_reason: 'We look.' } as const)
        : {}
      const wasDelivered = status === 'in_progress' ? { delivered_at: app.clock.now() } : {}
      const commission = await store(status, { ...freeze, ...wasDelivered })
      if (commission.delivered_at) await storeDelivery(app, commission.id)
      const names = [deadlineOfStatus[status], 'overdueAt', 'holdUntil'] as const
      const moments = names.flatMap((name) => {
        const moment = name ? commission[columnOf[name]] : null
        if (moment === null) return []
        return [-1, 0, 1].map((seconds) => new Date(moment.getTime() + seconds * 1000))
      })
      const facts = await app.db.transaction().execute((tx) => lockCommission(tx, commission.id))
      for (const now of [app.clock.now(), ...moments])
        for (const step of steps) {
          const { by, to } = commissionSteps[step]
          const state = stateOf(facts, { now, ...commissionSpans })
          const isAllowed = by.some((actor) => refusalOfStep(state, { step, actor, now }) === null)
          if (!isAllowed) continue
          taken += 1
          const outcome = await outcomeOf(app, { id: commission.id, step, now })
          if (outcome !== to) differences.push(`${status} ${step}: ${outcome} instead of ${to}`)
        }
      expect(await readStored(app, commission.id)).toEqual(commission)
      expect(await timelineOf(app, commission.id)).toEqual([])
    }
  expect(differences).toEqual([])
  expect(taken).toBeGreaterThan(100)
})

test('a step writes the timeline, its time and its reason, ends a freeze that cannot last, and tells who it is', async () => {
  const fixture = await createFixture()
  const { app, store } = fixture
  const now = app.clock.now()
  const frozen = { frozen_at: now, frozen_by: 'admin', freeze_reason: 'We look.' } as const
  const { id, artist_id: artistId } = await store('delivered', frozen)
  await storeDispute(app, id)
  const deps = { clock: { now: () => now }, spans: commissionSpans }
  await app.db.transaction().execute(async (tx) => {
    await takeStep(tx, deps, {
      id,
      step: 'decideRefund',
      actor: 'admin',
      actorId: artistId,
      text: 'It is another song.',
    })
  })
  expect(await readStored(app, id)).toMatchObject({
    status: 'cancelled',
    status_reason: 'decided',
    ended_at: now,
    updated_at: now,
    frozen_at: null,
    frozen_by: null,
    freeze_reason: null,
    remind_at: null,
  })
  const noted = app.db
    .selectFrom('commission_steps')
    .select(['step', 'actor', 'actor_id', 'at', 'from_status', 'to_status', 'text'])
  expect(await noted.execute()).toEqual([
    {
      step: 'decideRefund',
      actor: 'admin',
      actor_id: artistId,
      at: now,
      from_status: 'delivered',
      to_status: 'cancelled',
      text: 'It is another song.',
    },
  ])
})

test('a row of the timeline is neither changed nor removed', async () => {
  const fixture = await createFixture()
  const { app, store } = fixture
  const { id } = await store('pending_artist')
  const deps = { clock: app.clock, spans: commissionSpans }
  await app.db
    .transaction()
    .execute((tx) => takeStep(tx, deps, { id, step: 'reject', actor: 'artist', actorId: null }))
  const refused = /A step of a commission is never changed/
  await expect(
    app.db.updateTable('commission_steps').set({ text: 'Another' }).execute(),
  ).rejects.toThrow(refused)
  await expect(app.db.deleteFrom('commission_steps').execute()).rejects.toThrow(refused)
})

test('the other party’s open page is told of a step, and nobody else', async () => {
  const fixture = await createFixture()
  const { app, store } = fixture
  const { id, customer_id: customerId, artist_id: artistId } = await store('pending_artist')
  const heard: unknown[] = []
  app.events.subscribe({
    onEvent(event) {
      if (event.name === 'commissionChanged') heard.push(event)
    },
    onMissed: () => {},
  })
  await app.eventsArrived()
  const deps = { clock: app.clock, spans: commissionSpans }
  await app.db
    .transaction()
    .execute((tx) => takeStep(tx, deps, { id, step: 'reject', actor: 'artist', actorId: null }))
  await app.eventsArrived()
  expect(heard).toEqual([
    { name: 'commissionChanged', commissionId: id, userIds: [customerId, artistId] },
  ])
})
