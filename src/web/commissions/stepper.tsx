// How far a commission is: what is done, what comes next, and where it ended.

import { Check } from 'lucide-react'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { CommissionStatus } from '#rules/commissions/commission-process.ts'
import { commissionStatusNames } from '#rules/commissions/commission-texts.ts'

const stages = ['Requested', 'Accepted', 'Paid', 'Delivered', 'Approved'] as const

/** How many stages are done; an ended commission has come as far as its timeline says. */
const doneByStatus: Partial<Record<CommissionStatus, number>> = {
  pending_artist: 1,
  requested: 2,
  accepted: 2,
  in_progress: 3,
  delivered: 4,
  approved: 5,
  cron_pending: 5,
  completed: 5,
}

type StepperProps = { commission: Pick<Commission, 'status' | 'timeline'> }

export function Stepper({ commission: { status, timeline } }: StepperProps) {
  const reached = timeline.map(({ to }) => doneByStatus[to] ?? 0)
  const done = doneByStatus[status] ?? Math.max(1, ...reached)
  const hasEnded = doneByStatus[status] === undefined
  const shown = hasEnded ? stages.slice(0, done) : stages
  return (
    <ol className="stepper" aria-label="Progress">
      {shown.map((name, at) => (
        <li
          key={name}
          className={at < done ? 'stepper-done' : undefined}
          aria-current={!hasEnded && at === Math.min(done, stages.length - 1) ? 'step' : undefined}
        >
          {at < done && <Check strokeWidth={3} role="img" aria-label="Done:" />}
          <span>{name}</span>
        </li>
      ))}
      {hasEnded && (
        <li className="stepper-ended" aria-current="step">
          {commissionStatusNames[status]}
        </li>
      )}
    </ol>
  )
}
