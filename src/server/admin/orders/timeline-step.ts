import type { PaymentTimelineStep } from '#contracts/admin/payments.ts'

type Told = Pick<PaymentTimelineStep, 'key' | 'step'> & Partial<PaymentTimelineStep>

/** What most steps lack. */
const plain = { pence: null, owed: null, row: null, person: null, providerId: null, entries: [] }

/** None for one that has not happened. */
export function stepAt(at: Date | null, told: Told): PaymentTimelineStep[] {
  return at === null ? [] : [{ ...plain, ...told, at: at.toISOString() }]
}
