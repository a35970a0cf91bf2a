import { expect, test, vi } from 'vitest'
import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import { noVatSettings } from '#rules/vat/vat-terms.ts'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { paymentSubjects } from '#server/subjects.ts'
import { commissionJobs } from './commission-timers.ts'
import { openPayment } from '../../../tests/support/commissions/paying.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import {
  readStored,
  storeDelivery,
  storeDispute,
  timelineOf,
} from '../../../tests/support/commissions/stored-commission.ts'
import { plansOf } from '../../../tests/support/recorded-queries.ts'
import {
  moved,
  commissionsFixture,
  runTimers,
  told,
} from '../../../tests/support/commissions/waiting.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

test.each([
  ['pending_artist', 'answer_by', 'lapse', 'artist_no_response'],
  ['requested', 'pay_by', 'expire', 'payment_expired'],
  ['in_progress', 'end_at', 'endUnfinished', 'not_finished'],
] as const)(
  'a commission that is %s ends by itself at %s, and not a second before',
  async (status, column, step, reason) => {
    const fixture = await commissionsFixture(await emptyApp())
    const { app, mia, tom, store } = fixture
    const before = await store(status)
    const deadline = before[column] ?? new Date(0)
    await app.clock.set(moved(deadline, -1))
    await runTimers(app)
    expect((await readStored(app, before.id)).status).toBe(status)
    await app.clock.set(deadline)
    await runTimers(app)
    await runTimers(app)
    expect(await readStored(app, before.id)).toMatchObject({
      status: 'cancelled',
      status_reason: reason,
      ended_at: deadline,
      updated_at: deadline,
      remind_at: null,
    })
    expect(await timelineOf(app, before.id)).toEqual([
      { step, actor: 'system', from_status: status, to_status: 'cancelled' },
    ])
    for (const as of [mia, tom])
      expect((await told(app, as)).at(-1)).toMatch(/^commission_(expired|cancelled)$/)
    const { open_commissions: open } = await app.db
      .selectFrom('artists')
      .select('open_commissions')
      .where('artist_id', '=', tom.id)
      .executeTakeFirstOrThrow()
    expect(open).toBe(0)
  },
)

test('a delivery that nobody answers is approved by itself, the artist is owed the price, and the profile counts it (D-039)', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, tom, store } = fixture
  const paidAt = app.clock.now()
  const former = await store('delivered', { delivered_at: moved(paidAt, 36 * 3600) })
  const { approve_at: approveAt } = former
  await app.clock.set(approveAt ?? new Date(0))
  await runTimers(app)
  expect(await readStored(app, former.id)).toMatchObject({
    status: 'approved',
    ended_at: approveAt,
  })
  const owed = app.db.selectFrom('transfers').select(['artist_id', 'amount_pence'])
  expect(await owed.execute()).toEqual([{ artist_id: tom.id, amount_pence: 4000 }])
  expect((await told(app, mia)).at(-1)).toBe('commission_approved')
  expect((await told(app, tom)).at(-1)).toBe('commission_approved')

  const { approve_at: nextApproval } = await store('delivered', {
    delivered_at: moved(app.clock.now(), 12 * 3600),
  })
  await app.clock.set(nextApproval ?? new Date(0))
  await runTimers(app)
  const profile = await app.call(`GET /public/users/${tom.id}`)
  expect(profile.json()).toMatchObject({
    numOfCommissions: 2,
    averageCommissionCompletionTimeHours: 24,
  })
})

test('neither an open dispute nor a freeze lets time approve, end or remind; a dispute that has ended does', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, tom, store } = fixture
  const disputed = await store('delivered')
  const disputeId = await storeDispute(app, disputed.id)
  const freeze = {
    frozen_at: app.clock.now(),
    frozen_by: 'admin',
    freeze_reason: 'We look.',
  } as const
  const frozen = [await store('delivered', freeze), await store('in_progress', freeze)]
  await app.clock.move({ days: 62 })
  await runTimers(app)
  for (const { id, status } of [disputed, ...frozen])
    expect((await readStored(app, id)).status).toBe(status)
  expect([await told(app, mia), await told(app, tom)]).toEqual([[], []])
  await app.db
    .updateTable('commission_disputes')
    .set({ status: 'resolved', outcome: 'ended', resolved_at: app.clock.now() })
    .where('id', '=', disputeId)
    .execute()
  await runTimers(app)
  expect((await readStored(app, disputed.id)).status).toBe('approved')
})

test('work is not ended while its delivery is prepared, for ten minutes at most', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, store } = fixture
  const { id, end_at: endAt } = await store('in_progress')
  await app.clock.set(moved(endAt ?? new Date(0), -60))
  await storeDelivery(app, id)
  await app.db
    .updateTable('commission_deliveries')
    .set({ status: 'preparing', audio: null, preview_key: null })
    .execute()
  await app.clock.move({ minutes: 10, seconds: -1 })
  await runTimers(app)
  expect((await readStored(app, id)).status).toBe('in_progress')
  await app.clock.move({ seconds: 1 })
  await runTimers(app)
  expect((await readStored(app, id)).status).toBe('cancelled')
})

test('money that is held for 85 days goes back, also of what is disputed or frozen, and the admins are told', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, store } = fixture
  const admin = await createAdmin(app)
  const disputed = await store('delivered')
  await storeDispute(app, disputed.id)
  const frozen = await store('in_progress', {
    frozen_at: app.clock.now(),
    frozen_by: 'ban',
    freeze_reason: 'An account is suspended.',
  })
  const { hold_until: holdUntil } = disputed
  await app.clock.set(moved(holdUntil ?? new Date(0), -1))
  await runTimers(app)
  expect((await readStored(app, disputed.id)).status).toBe('delivered')
  await app.clock.move({ seconds: 2 })
  await runTimers(app)
  for (const { id } of [disputed, frozen])
    expect(await readStored(app, id)).toMatchObject({
      status: 'cancelled',
      status_reason: 'held_too_long',
      frozen_at: null,
    })
  const dispute = app.db.selectFrom('commission_disputes').select(['status', 'outcome'])
  expect(await dispute.execute()).toEqual([{ status: 'resolved', outcome: 'held_too_long' }])
  const refunds = app.db.selectFrom('refunds').select('amount_pence')
  expect(await refunds.execute()).toEqual([{ amount_pence: 4420 }, { amount_pence: 4420 }])
  expect((await told(app, mia)).filter((kind) => kind === 'commission_cancelled')).toHaveLength(2)
  const alarms = (await told(app, admin)).filter((kind) => kind === 'commission_alarm')
  expect(alarms.length).toBeGreaterThanOrEqual(2)
})

test('a delivery that nobody disputes is approved although the jobs ran late: its money is not given back', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, store } = fixture
  const { id } = await store('delivered')
  await app.clock.move({ days: 90 })
  await runTimers(app)
  expect((await readStored(app, id)).status).toBe('approved')
})

test('a commission whose deadline cannot be applied keeps no other one waiting', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, store } = fixture
  const broken = await store('in_progress')
  const sound = await store('in_progress')
  await app.db
    .updateTable('commissions')
    .set({ payment_id: null, end_at: app.clock.now() })
    .where('id', '=', broken.id)
    .execute()
  await app.clock.move({ days: 60 })
  await runTimers(app)
  expect((await readStored(app, broken.id)).status).toBe('in_progress')
  expect((await readStored(app, sound.id)).status).toBe('cancelled')
})

test('a provider that does not answer keeps nothing waiting but what it has to answer', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, store } = fixture
  const unpaid = [await store('requested'), await store('requested')]
  unpaid.push(await store('requested'), await store('requested'))
  for (const { id } of unpaid) await openPayment(app, mia, id)
  const { pay_by: payBy } = unpaid[0] ?? {}
  const now = payBy ?? new Date(0)
  const others = [
    await store('pending_artist', { answer_by: now }),
    await store('delivered', { approve_at: now }),
    await store('in_progress', { end_at: now }),
    await store('in_progress', { hold_until: now }),
  ]
  const statuses = (rows: { id: string }[]) =>
    Promise.all(rows.map(async ({ id }) => (await readStored(app, id)).status))
  const meanwhile: string[][] = []
  vi.spyOn(app.payments, 'expireCheckout').mockImplementation(async () => {
    meanwhile.push(await statuses(others))
    throw new PaymentUnknown('no answer')
  })
  await app.clock.set(moved(now, 1))
  await runTimers(app)
  // An outage is not waited for at each of them.
  const done = ['cancelled', 'approved', 'cancelled', 'cancelled']
  expect(meanwhile).toEqual([done, done, done])
  expect(await statuses(unpaid)).toEqual(['requested', 'requested', 'requested', 'requested'])
})

test('what is due is found by indexes', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app } = fixture
  const { clock, payments, failpoints } = app
  const vat = noVatSettings
  const deps = { clock, spans: commissionSpans, payments, failpoints, publicUrl: '', vat }
  const plans = await plansOf(app, async (db) => {
    const subjects = paymentSubjects(deps)
    const jobs = commissionJobs({ ...deps, db, subjects })
    const run = { log: app.http.log, signal: new AbortController().signal, isLastAttempt: false }
    await jobs.apply_commission_deadlines?.({}, run)
    await jobs.remind_of_commissions?.({}, run)
    await subjects.commission.findUnavailable(db)
  })
  const indexes = plans.map((plan) => /(?:using|Bitmap Index Scan on) (\w+)/.exec(plan)?.[1])
  expect(indexes).toEqual([
    'commissions_answer_by',
    'commissions_approve_at',
    'commissions_end_at',
    'commissions_hold_until',
    'commissions_pay_by',
    'commission_disputes_unanswered',
    'commissions_remind_at',
    'commissions_unsettled',
    'payments_open_of_subject',
  ])
  for (const plan of plans) expect(plan).not.toContain('Seq Scan')
})
