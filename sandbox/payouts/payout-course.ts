// When a payout takes its next step: to the bank, at the bank, and, if that returns it, back.
import type { Stripe } from 'stripe'
import type { Sandbox } from '../state/sandbox.ts'
import type { PayoutCourse } from '../storage/stored-kinds.ts'

/** Assumption: the provider says only that a payout waits until it is submitted to the bank. */
const submittedAfterSeconds = 12 * 60 * 60

export function planFirstStep({ store }: Sandbox, { id, created }: Stripe.Payout): void {
  const movesAt = created + submittedAfterSeconds
  store.insert(
    'payout.course',
    { id: courseId(id), payout: id, movesAt, step: 'submit' },
    { created },
  )
}

/** @param movesAt Unix seconds; null when this is the end */
export function planStep(
  { store }: Sandbox,
  payout: string,
  step: PayoutCourse['step'],
  movesAt: number | null,
): void {
  store.update('payout.course', { id: courseId(payout), payout, movesAt, step })
}

/** The step that is due first; undefined when none is. */
export function findDueStep({ clock, db, store }: Sandbox): PayoutCourse | undefined {
  const row = db
    .prepare(
      `SELECT id FROM objects INDEXED BY payouts_to_move WHERE kind = 'payout.course'
         AND json_extract(body, '$.movesAt') IS NOT NULL
         AND json_extract(body, '$.movesAt') <= ?
       ORDER BY json_extract(body, '$.movesAt') LIMIT 1`,
    )
    .get(clock.now())
  return row && store.find('payout.course', String(row['id']))
}

function courseId(payout: string): string {
  return `course_of_${payout}`
}
