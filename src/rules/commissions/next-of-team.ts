// The next step of a commission about which our team decides: it is frozen, or disputed.

import { disputePromiseHours } from './commission-spans.ts'
import type { CommissionViewer } from './commission-texts.ts'
import { acts, type NextStep, type Shown } from './whose-turn.ts'

export function nextOfTeam(commission: Shown, viewer: CommissionViewer): NextStep {
  if (commission.isFrozen) return nextOfFrozen(commission, viewer)
  if (viewer === 'artist' && commission.isAnswerAwaited) {
    return {
      actor: viewer,
      deadline: 'disputeAnswerBy',
      word: 'By',
      text: 'Say your side of the dispute. Our team then decides.',
    }
  }
  return nextOfDispute(commission, viewer)
}

function nextOfFrozen(commission: Shown, viewer: CommissionViewer): NextStep {
  // Nothing is held before the payment has arrived.
  if (commission.status === 'accepted') {
    return acts(viewer, 'admin', null, {
      own: 'This commission is frozen: please decide.',
      others:
        'Our team looks at this commission. The payment that is being processed is still recorded; nothing else happens until our team has decided.',
    })
  }
  return acts(viewer, 'admin', 'holdUntil', {
    own: `This commission is frozen: please decide. ${goesBack(commission, viewer)}`,
    others: `Our team looks at this commission. Nothing happens until it has decided. ${goesBack(commission, viewer)}`,
  })
}

function nextOfDispute(commission: Shown, viewer: CommissionViewer): NextStep {
  const { from, to } = disputePromiseHours
  switch (commission.dispute) {
    case 'late':
      return acts(viewer, 'admin', 'holdUntil', {
        own: `A dispute is open, and its decision is late: please decide. ${goesBack(commission, viewer)}`,
        others: `Our team is late with its decision about the dispute. ${goesBack(commission, viewer)}`,
      })
    case 'ending':
      return acts(viewer, 'admin', 'holdUntil', {
        own: `A dispute is open: please decide. ${goesBack(commission, viewer)}`,
        others: `Our team decides about the dispute. ${goesBack(commission, viewer)}`,
      })
    default:
      return acts(viewer, 'admin', 'disputeDecideBy', {
        own: 'A dispute is open: please decide.',
        others: `Our team decides about the dispute within ${from} to ${to} hours. The money stays where it is until then.`,
      })
  }
}

/** No money is held for longer, whatever is disputed or frozen. */
function goesBack({ customerName: customer }: Shown, viewer: CommissionViewer): string {
  const whom = viewer === 'customer' ? 'you' : customer
  return `Without a decision in time, the money goes back to ${whom}.`
}
