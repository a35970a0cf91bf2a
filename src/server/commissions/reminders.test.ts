import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { storeDispute } from '../../../tests/support/commissions/stored-commission.ts'
import {
  moved,
  commissionsFixture,
  runTimers,
  told,
} from '../../../tests/support/commissions/waiting.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

test('a customer is reminded to pay 24 and 3 hours before the request expires, each once', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, store } = fixture
  const { pay_by: payBy } = await store('requested')
  const deadline = payBy ?? new Date(0)
  const count = async () => (await told(app, mia)).length
  const counts: number[] = []
  for (const hours of [25, 24, 23, 3, 1]) {
    await app.clock.set(moved(deadline, -hours * 3600))
    await runTimers(app)
    await runTimers(app)
    counts.push(await count())
  }
  expect(counts).toEqual([0, 1, 1, 2, 2])
  expect(new Set(await told(app, mia))).toEqual(new Set(['commission_payment_due']))
})

test('an artist is told that a delivery is due, and both that it is late; a customer is reminded of the answer on days 7 and 12', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, tom, store } = fixture
  await store('in_progress')
  await app.clock.move({ days: 7 })
  await runTimers(app)
  expect([await told(app, tom), await told(app, mia)]).toEqual([['commission_due'], []])
  await app.clock.move({ days: 3 })
  await runTimers(app)
  expect(await told(app, tom)).toEqual(['commission_due', 'commission_overdue'])
  expect(await told(app, mia)).toEqual(['commission_overdue'])

  await store('delivered')
  const approvals: number[] = []
  for (const days of [6, 1, 4, 1]) {
    await app.clock.move({ days })
    await runTimers(app)
    const kinds = await told(app, mia)
    approvals.push(kinds.filter((kind) => kind === 'commission_approval_due').length)
  }
  expect(approvals).toEqual([0, 1, 1, 2])
})

test('of reminders that were missed only the latest is sent', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, tom, store } = fixture
  await store('in_progress')
  await app.clock.move({ days: 20 })
  await runTimers(app)
  expect([await told(app, tom), await told(app, mia)]).toEqual([
    ['commission_overdue'],
    ['commission_overdue'],
  ])
})

test('a dispute that its artist does not answer within 24 hours is marked, and the admins are told once', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, tom, store } = fixture
  const admin = await createAdmin(app)
  await app.clock.set(app.clock.now())
  const [silent, answered] = [await store('delivered'), await store('delivered')]
  await storeDispute(app, silent.id)
  await storeDispute(app, answered.id, {
    status: 'answered',
    answer: 'It is in D.',
    answered_at: app.clock.now(),
  })
  await app.clock.move({ hours: 24, seconds: -30 })
  await runTimers(app)
  const marked = async () => {
    const dispute = (await app.call(`GET /api/commissions/${silent.id}`, { as: tom })).json<{
      dispute: { isUnanswered: boolean }
    }>()
    return [dispute.dispute.isUnanswered, await told(app, admin)]
  }
  expect(await marked()).toEqual([false, []])
  await app.clock.move({ seconds: 31 })
  await runTimers(app)
  await runTimers(app)
  expect(await marked()).toEqual([true, ['commission_alarm']])
  const rows = await app.db.selectFrom('commission_disputes').select('unanswered_at').execute()
  expect(rows.filter(({ unanswered_at: at }) => at !== null)).toHaveLength(1)
})

test('from day 70 on the admins are told daily of what is held, and of what is owed to an artist', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, store } = fixture
  const admin = await createAdmin(app)
  await app.clock.set(app.clock.now())
  const freeze = {
    frozen_at: app.clock.now(),
    frozen_by: 'admin',
    freeze_reason: 'We look.',
  } as const
  await store('in_progress', freeze)
  await store('cron_pending')
  await store('completed')
  const alarms = async () => {
    const { notifications } = await notificationsOf(app, admin)
    return notifications.map(({ addition }) => addition)
  }
  await app.clock.move({ days: 70, minutes: -1 })
  await runTimers(app)
  expect(await alarms()).toEqual([])
  await app.clock.move({ minutes: 1 })
  await runTimers(app)
  await runTimers(app)
  const text =
    'Paid 70 days ago or earlier: 1 undecided, whose money goes back on day 85, and 1 approved, whose artists have not got theirs.'
  expect(await alarms()).toEqual([text])
  await app.clock.move({ days: 1 })
  await runTimers(app)
  expect(await alarms()).toEqual([text, text])
})
