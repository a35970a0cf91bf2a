// The reminders of the parties of a commission, and their times; each reminder is sent once.

import type { Deadlines } from './commission-deadlines.ts'
import type { CommissionStatus } from './commission-process.ts'

/** Before the payment is due; after a delivery, and before it is approved by itself. */
const reminderTimes = {
  paymentHoursLeft: [24, 3],
  daysAfterDelivery: [7, 12],
  daysBeforeApproval: 2,
} as const

export type Reminder = { name: 'payment' | 'due' | 'overdue' | 'approval'; at: Date }

export type Reminded = Pick<Deadlines, 'payBy' | 'dueAt' | 'overdueAt' | 'approveAt'> & {
  status: CommissionStatus
  deliveredAt: Date | null
}

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** In the order of their moments. */
function remindersOf(commission: Reminded): Reminder[] {
  const { status, payBy, dueAt, overdueAt, deliveredAt, approveAt } = commission
  const at = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
  switch (status) {
    case 'requested':
      if (payBy === null) return []
      return reminderTimes.paymentHoursLeft.map((hours) => ({
        name: 'payment',
        at: at(payBy, -hours * hourMs),
      }))
    case 'in_progress':
      return [
        ...(dueAt === null ? [] : [{ name: 'due' as const, at: dueAt }]),
        ...(overdueAt === null ? [] : [{ name: 'overdue' as const, at: overdueAt }]),
      ]
    case 'delivered':
      if (deliveredAt === null || approveAt === null) return []
      return answerReminders(deliveredAt, approveAt).map((moment) => ({
        name: 'approval',
        at: moment,
      }))
    default:
      return []
  }
}

/** The last one comes shortly before the approval, however long a dispute or a freeze has moved it. */
function answerReminders(deliveredAt: Date, approveAt: Date): Date[] {
  const times = [
    ...reminderTimes.daysAfterDelivery.map((days) => deliveredAt.getTime() + days * dayMs),
    approveAt.getTime() - reminderTimes.daysBeforeApproval * dayMs,
  ]
  return [...new Set(times)]
    .filter((time) => time > deliveredAt.getTime() && time < approveAt.getTime())
    .toSorted((one, other) => one - other)
    .map((time) => new Date(time))
}

/** The first one after `moment`; null if there is none. */
export function nextReminder(commission: Reminded, moment: Date): Reminder | null {
  return remindersOf(commission).find(({ at }) => at > moment) ?? null
}

/** The latest one whose time has come: earlier ones that were missed are left out. */
export function dueReminder(commission: Reminded, now: Date): Reminder | null {
  return remindersOf(commission).findLast(({ at }) => at <= now) ?? null
}
