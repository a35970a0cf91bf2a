// The next step of a commission: one sentence for each who sees it, who acts, and by when.

import type { CommissionViewer } from './commission-texts.ts'
import { nextOfApproved, nextOfEnded } from './next-of-money.ts'
import { nextOfTeam } from './next-of-team.ts'
import { nextOfWork } from './next-of-work.ts'
import { acts, nobodyActs, type NextStep, type Shown } from './whose-turn.ts'

export function nextStepOf(commission: Shown, viewer: CommissionViewer): NextStep {
  const { customerName: customer, artistName: artist, status } = commission
  if (commission.isFrozen || commission.dispute !== 'none') return nextOfTeam(commission, viewer)
  switch (status) {
    case 'pending_artist':
      if (commission.isTimeOver)
        return nobodyActs('The time to answer is over, and the request ends.')
      return acts(viewer, 'artist', 'answerBy', {
        own: `Accept or decline the request of ${customer}.`,
        others: `${artist} reviews the request.`,
      })
    case 'requested':
      return nextOfPayment(commission, viewer)
    case 'accepted':
      return nobodyActs('The payment is being processed. Nobody has to do anything.')
    case 'in_progress':
      return nextOfWork(commission, viewer)
    case 'delivered':
      if (commission.isTimeOver)
        return nobodyActs('The time to answer is over, and the delivery is approved by itself.')
      return acts(viewer, 'customer', 'approveAt', {
        own: commission.hasRevisionLeft
          ? 'Listen to the preview, then approve it or request changes.'
          : 'Listen to the preview, then approve it or open a dispute.',
        others: `${customer} listens to the preview. Without an answer it is approved by itself.`,
      })
    case 'approved':
    case 'cron_pending':
    case 'completed':
      return nextOfApproved(commission, viewer)
    case 'cancelled':
    case 'rejected_by_artist':
      return nextOfEnded(commission, viewer)
  }
}

function nextOfPayment(
  { customerName: customer, hasPaymentFailed, isTimeOver }: Shown,
  viewer: CommissionViewer,
): NextStep {
  if (isTimeOver) return nobodyActs('The time to pay is over, and the request ends.')
  return acts(
    viewer,
    'customer',
    'payBy',
    hasPaymentFailed
      ? {
          own: 'Your payment was not received. Please pay again, so that the work can begin.',
          others: `The payment of ${customer} was not received. ${customer} pays again, then the work begins.`,
        }
      : {
          own: 'Confirm and pay, so that the work can begin.',
          others: `${customer} pays, then the work begins.`,
        },
  )
}
