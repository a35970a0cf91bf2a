// What is next with a commission: one sentence for each who sees it, who acts, and by when.

import type { DeadlineName } from '../commission-deadlines.ts'
import type { CommissionStatus } from '../commission-process.ts'
import type { CommissionViewer } from '../commission-texts.ts'

type Shown = {
  status: CommissionStatus
  customerName: string
  artistName: string
  isFrozen: boolean
  isDisputed: boolean
  /** The artist is asked for the own side of a dispute. */
  isAnswerAwaited: boolean
  isPreparing: boolean
  /** Whether the customer can still ask for changes. */
  hasRevisionLeft: boolean
  /** The transfer waits for the artist's payment account. */
  needsPaymentSetup: boolean
  /** Whether the promised day is over, and whether the customer can cancel for that. */
  lateness: 'none' | 'late' | 'overdue'
}

export type NextStep = {
  text: string
  actor: 'customer' | 'artist' | 'admin' | 'nobody'
  deadline: DeadlineName | 'disputeAnswerBy' | null
  /** Something is possible until the deadline, or from it on. */
  word: 'By' | 'From'
}

export function nextStepOf(commission: Shown, viewer: CommissionViewer): NextStep {
  const { customerName: customer, artistName: artist, status } = commission
  if (commission.isFrozen || commission.isDisputed) return nextOfTeam(commission, viewer)
  switch (status) {
    case 'pending_artist':
      return acts(viewer, 'artist', 'answerBy', {
        own: `Accept or decline the request of ${customer}.`,
        others: `${artist} reviews the request.`,
      })
    case 'requested':
      return acts(viewer, 'customer', 'payBy', {
        own: 'Confirm and pay, so that the work can begin.',
        others: `${customer} pays, then the work begins.`,
      })
    case 'accepted':
      return nobodyActs('The payment is being processed. Nobody has to do anything.')
    case 'in_progress':
      return nextOfWork(commission, viewer)
    case 'delivered':
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
      return nobodyActs('Nothing more happens here.')
  }
}

type Words = { own: string; others: string }

function acts(
  viewer: CommissionViewer,
  actor: CommissionViewer,
  deadline: NextStep['deadline'],
  { own, others }: Words,
): NextStep {
  return { actor, deadline, word: 'By', text: actor === viewer ? own : others }
}

function nobodyActs(text: string): NextStep {
  return { actor: 'nobody', deadline: null, word: 'By', text }
}

function nextOfTeam({ isFrozen, isAnswerAwaited }: Shown, viewer: CommissionViewer): NextStep {
  if (isFrozen) {
    return acts(viewer, 'admin', null, {
      own: 'This commission is frozen: please decide.',
      others: 'Our team looks at this commission. Nothing happens until it has decided.',
    })
  }
  if (viewer === 'artist' && isAnswerAwaited) {
    return {
      actor: viewer,
      deadline: 'disputeAnswerBy',
      word: 'By',
      text: 'Say your side of the dispute. Our team then decides.',
    }
  }
  return acts(viewer, 'admin', null, {
    own: 'A dispute is open: please decide.',
    others: 'Our team decides about the dispute. The money stays where it is until then.',
  })
}

function nextOfWork(commission: Shown, viewer: CommissionViewer): NextStep {
  const { customerName: customer, artistName: artist, isPreparing, lateness } = commission
  if (isPreparing) return nobodyActs('A delivery has arrived, and its preview is being prepared.')
  switch (lateness) {
    case 'none':
      return acts(viewer, 'artist', 'dueAt', {
        own: 'Record the track and deliver it here.',
        others: `${artist} records the track.`,
      })
    case 'late':
      return nextOfLateWork(commission, viewer)
    case 'overdue':
      return acts(viewer, viewer === 'customer' ? 'customer' : 'artist', 'endAt', {
        own:
          viewer === 'customer'
            ? `The delivery is late. Wait for ${artist}, or cancel and get your money back.`
            : `The delivery is late: ${customer} can cancel at any time.`,
        others: `The delivery of ${artist} is late.`,
      })
  }
}

/** Before the customer can cancel, who reads from when. */
function nextOfLateWork(
  { customerName: customer, artistName: artist }: Shown,
  viewer: CommissionViewer,
): NextStep {
  const late = { actor: 'artist', deadline: 'overdueAt' } as const
  switch (viewer) {
    case 'customer':
      return {
        ...late,
        word: 'From',
        text: `The delivery is late. If ${artist} does not deliver now, you can cancel and get everything back.`,
      }
    case 'artist':
      return {
        ...late,
        word: 'By',
        text: `The delivery is late: deliver it before ${customer} can cancel.`,
      }
    case 'admin':
      return {
        ...late,
        word: 'From',
        text: `The delivery of ${artist} is late, and ${customer} can soon cancel.`,
      }
  }
}

function nextOfApproved(
  { artistName: artist, status, needsPaymentSetup }: Shown,
  viewer: CommissionViewer,
): NextStep {
  if (viewer === 'customer') return nobodyActs('The track is yours: it is in My Tracks.')
  if (status === 'completed') return nobodyActs('All done.')
  if (needsPaymentSetup) {
    return acts(viewer, 'artist', null, {
      own: 'Finish your payment account, then the money is sent.',
      others: `${artist} finishes the payment account, then the money is sent.`,
    })
  }
  const whom = viewer === 'artist' ? 'you' : artist
  return nobodyActs(
    status === 'cron_pending'
      ? `The track is approved, and the money is sent to ${whom} as soon as it can be.`
      : `The track is approved, and the money is on its way to ${whom}.`,
  )
}
