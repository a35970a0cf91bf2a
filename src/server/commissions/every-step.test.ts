// Each status × each step × its own actor, through the site and its database, and each step with a deadline around it. What
// is allowed is written a second time in tests/support/commissions/allowed-steps.ts.

import { expect, test } from 'vitest'
import {
  commissionProcess,
  commissionSteps,
  ownedStatuses,
  freezableStatuses,
  type CommissionStatus,
  type CommissionStep,
} from '#rules/commissions/commission-process.ts'
import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import type { DeadlineName } from '#rules/commissions/commission-deadlines.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { allowedSteps, expectedRefusal } from '../../../tests/support/commissions/allowed-steps.ts'
import {
  actorOf,
  everythingStored,
  openOffice,
  takeOwnStep,
  type Office,
  type Situation,
} from '../../../tests/support/commissions/every-step.ts'
import { readStored, timelineOf } from '../../../tests/support/commissions/stored-commission.ts'
import { lockCommission, stateOf } from './commission-state.ts'

const steps = Object.keys(commissionSteps) as CommissionStep[]

const columnOf = {
  answerBy: 'answer_by',
  payBy: 'pay_by',
  dueAt: 'due_at',
  overdueAt: 'overdue_at',
  approveAt: 'approve_at',
  endAt: 'end_at',
  holdUntil: 'hold_until',
} as const satisfies Record<DeadlineName, string>

const frozen = (now: Date) =>
  ({ frozen_at: now, frozen_by: 'admin', freeze_reason: 'We look.' }) as const

/** Every status, frozen where that can be, and with what the conditions of the steps ask for. */
function situations(now: Date): Situation[] {
  const plain = commissionProcess.statuses.map((status) => ({ status }))
  const asFrozen = freezableStatuses.map((status) => ({ status, changes: frozen(now) }))
  const working = [
    // Delivered before, and changes asked for.
    { delivery: 'ready', changes: { delivered_at: now } },
    { delivery: 'preparing' },
    { delivery: 'ready', changes: { delivered_at: now, ...frozen(now) } },
  ] as const
  const delivered = [
    { changes: { revision_count: 2 } },
    { dispute: 'open', changes: { revision_count: 2 } },
    { dispute: 'answered', changes: { revision_count: 2 } },
    { dispute: 'open', changes: frozen(now) },
  ] as const
  return [
    ...plain,
    ...asFrozen,
    ...working.map((one) => ({ status: 'in_progress' as const, ...one })),
    ...delivered.map((one) => ({ status: 'delivered' as const, ...one })),
  ].map((one) => (one.status === 'delivered' ? { ...one, delivery: 'ready' } : one))
}

/** Over HTTP the code of one refusal is another one: what is paid has a sentence of its own. */
function codeOverHttp(step: CommissionStep, status: CommissionStatus, code: string): string {
  const isWithdrawal = step === 'withdraw' || step === 'artistWithdraw'
  return isWithdrawal && paid.has(status) ? 'commission_paid' : code
}
const paid = new Set<CommissionStatus>([...freezableStatuses, ...ownedStatuses])

async function expectedCode(office: Office, id: string, step: CommissionStep): Promise<string> {
  const { app } = office
  const now = app.clock.now()
  const facts = await app.db.transaction().execute((tx) => lockCommission(tx, id))
  const state = stateOf(facts, { now, ...commissionSpans })
  const refusal = expectedRefusal(state, { step, actor: actorOf(step), now })
  return refusal === null ? 'done' : codeOverHttp(step, state.status, refusal)
}

/** Takes the step, and says what of it is not as it must be. A commission that was moved is another one's no more. */
async function problemsOf(office: Office, id: string, step: CommissionStep): Promise<string[]> {
  const { app } = office
  const { status: from, frozen_at: frozenAt } = await readStored(app, id)
  const must = await expectedCode(office, id, step)
  const [before, timeline] = [await everythingStored(office), await timelineOf(app, id)]
  const is = await takeOwnStep(office, id, step)
  const name = `${frozenAt === null ? '' : 'frozen '}${from} ${step}`
  if (is !== must) return [`${name}: ${is} instead of ${must}`]
  if (is !== 'done') {
    const isSame = JSON.stringify(await everythingStored(office)) === JSON.stringify(before)
    return isSame ? [] : [`${name} was refused, and has changed something`]
  }
  const to = allowedSteps.find((row) => row.step === step && row.from === from)?.to
  const { status } = await readStored(app, id)
  const written = (await timelineOf(app, id)).slice(timeline.length)
  const wanted = [{ step, actor: actorOf(step), from_status: from, to_status: to }]
  const isWritten = JSON.stringify(written) === JSON.stringify(wanted)
  return [
    ...(status === to ? [] : [`${name} leads to ${status} instead of ${to}`]),
    ...(isWritten ? [] : [`${name} is in the timeline as ${JSON.stringify(written)}`]),
  ]
}

test('in every status each step is taken by its own actor if the specification allows it, and else refused with its code and without a change', async () => {
  await using office = await openOffice()
  const { app, store, forget } = office
  const problems: string[] = []
  const counted = { taken: 0, refused: 0 }
  for (const situation of situations(app.clock.now())) {
    await forget()
    let id = await store(situation)
    for (const step of steps) {
      const isAllowed = (await expectedCode(office, id, step)) === 'done'
      problems.push(...(await problemsOf(office, id, step)))
      counted[isAllowed ? 'taken' : 'refused'] += 1
      if (isAllowed) id = await store(situation)
    }
  }
  expect(problems).toEqual([])
  expect(counted).toEqual({ taken: 50, refused: 550 })
})

type Dated = { step: CommissionStep; from: CommissionStatus; deadline: DeadlineName }

/** Every step with a deadline, from each status that it starts from. */
const dated: Dated[] = allowedSteps.flatMap(({ step, from, before, notBefore }) =>
  [before, notBefore].flatMap((deadline) => (deadline ? [{ step, from, deadline }] : [])),
)

const offsets = [1, 0, -1]

function storeAround(office: Office, { step, from, deadline }: Dated, seconds: number) {
  const around = new Date(office.app.clock.now().getTime() + seconds * 1000)
  const rule = commissionSteps[step]
  const needs: readonly string[] = rule.needs ?? []
  const changes = {
    [columnOf[deadline]]: around,
    ...(needs.includes('noRevisionsLeft') ? { revision_count: 2 } : {}),
  }
  const overdue = { overdue_at: new Date(around.getTime() - 1000) }
  return office.store({
    status: from,
    changes:
      step === 'cancelOverdue' && deadline === 'endAt' ? { ...overdue, ...changes } : changes,
    ...(from === 'delivered' ? { delivery: 'ready' } : {}),
  })
}

test('a step with a deadline is allowed or refused one second before, at, and one second after it as the specification says', async () => {
  await using office = await openOffice()
  const problems: string[] = []
  for (const one of dated) {
    await office.forget()
    const codes: string[] = []
    for (const seconds of offsets) {
      const id = await storeAround(office, one, seconds)
      codes.push(await expectedCode(office, id, one.step))
      problems.push(...(await problemsOf(office, id, one.step)))
    }
    // The three moments are not all the same: the deadline decides.
    expect([one.step, new Set(codes).size]).toEqual([one.step, 2])
  }
  expect(problems).toEqual([])
  expect(dated).toHaveLength(21)
})

test('what nobody does is done by the job at the moment of the deadline, and not a second before', async () => {
  await using office = await openOffice()
  const { app } = office
  const own = dated.filter(({ step }) => actorOf(step) === 'system')
  const stored: { name: string; id: string; status: string }[] = []
  for (const one of own)
    for (const seconds of offsets) {
      const id = await storeAround(office, one, seconds)
      const status = seconds > 0 ? one.from : commissionSteps[one.step].to
      stored.push({ name: `${one.from} ${one.step} ${seconds}`, id, status })
    }
  await addJob(app.db, 'apply_commission_deadlines', {})
  await app.work()
  const found = await Promise.all(
    stored.map(async ({ name, id }) => [name, (await readStored(app, id)).status]),
  )
  expect(found).toEqual(stored.map(({ name, status }) => [name, status]))
  expect(own.map(({ step }) => step)).toEqual([
    'lapse',
    'expire',
    'approveSilently',
    'endUnfinished',
    'holdTooLong',
    'holdTooLong',
  ])
})
