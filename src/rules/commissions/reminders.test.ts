import { expect, test } from 'vitest'
import { commissionProcess } from './commission-process.ts'
import { dueReminder, nextReminder, type Reminded } from './reminders.ts'

const hourMs = 3_600_000
const hour = (count: number) => new Date(Date.UTC(2026, 2, 1) + count * hourMs)
const day = (count: number) => hour(24 * count)

const all = {
  payBy: hour(72),
  dueAt: day(7),
  overdueAt: day(10),
  deliveredAt: day(0),
  approveAt: day(14),
}
const none = { payBy: null, dueAt: null, overdueAt: null, deliveredAt: null, approveAt: null }

/** One after the other, from the beginning. */
function everyReminder(reminded: Reminded): string[] {
  const found: string[] = []
  for (let next = nextReminder(reminded, day(-1)); next; next = nextReminder(reminded, next.at))
    found.push(`${next.name} on day ${(next.at.getTime() - day(0).getTime()) / (24 * hourMs)}`)
  return found
}

test('each stage has its reminders, and the others have none', () => {
  const found = commissionProcess.statuses.map((status) => [
    status,
    everyReminder({ ...all, status }),
  ])
  expect(Object.fromEntries(found.filter(([, reminders]) => reminders?.length !== 0))).toEqual({
    requested: ['payment on day 2', 'payment on day 2.875'],
    in_progress: ['due on day 7', 'overdue on day 10'],
    delivered: ['approval on day 7', 'approval on day 12'],
  })
})

test('without its deadlines a stage has no reminders, neither later nor by now', () => {
  const expectNone = (reminded: Reminded) => {
    expect(everyReminder(reminded)).toEqual([])
    expect(dueReminder(reminded, day(100))).toBeNull()
  }
  for (const status of ['requested', 'in_progress', 'delivered'] as const)
    expectNone({ ...none, status })
  const undelivered = { ...all, status: 'delivered' as const }
  expectNone({ ...undelivered, deliveredAt: null })
  expectNone({ ...undelivered, approveAt: null })
})

test('nobody is reminded of an answer that is not awaited any more', () => {
  const early = { ...all, status: 'delivered' as const, approveAt: day(12) }
  expect(everyReminder(early)).toEqual(['approval on day 7', 'approval on day 10'])
})

test('before an approval that was moved, or comes early, there is a reminder two days ahead', () => {
  const delivered = { ...all, status: 'delivered' as const }
  expect(everyReminder({ ...delivered, approveAt: day(20) })).toEqual([
    'approval on day 7',
    'approval on day 12',
    'approval on day 18',
  ])
  expect(everyReminder({ ...delivered, approveAt: day(5) })).toEqual(['approval on day 3'])
  expect(everyReminder({ ...delivered, approveAt: day(2) })).toEqual([])
})

test('a reminder is due from its moment on, and the latest one takes the place of those before', () => {
  const requested = { ...all, status: 'requested' as const }
  const due = (now: Date) => dueReminder(requested, now)?.at ?? null
  expect([due(hour(47)), due(hour(48)), due(hour(68)), due(hour(69)), due(hour(80))]).toEqual([
    null,
    hour(48),
    hour(48),
    hour(69),
    hour(69),
  ])
  expect(nextReminder(requested, hour(48))?.at).toEqual(hour(69))
  expect(nextReminder(requested, hour(69))).toBeNull()
})
