// The next step of a commission that is decided: its money is on its way, to the artist or back, or waits for somebody.

import type { CommissionViewer } from './commission-texts.ts'
import { acts, nobodyActs, type NextStep, type Shown } from './whose-turn.ts'

export function nextOfApproved(commission: Shown, viewer: CommissionViewer): NextStep {
  const { refund } = commission
  // Of one that is approved for a part of its price, the rest goes back.
  if (refund === 'failed') return nextOfFailedRefund(commission, viewer, isYours)
  if (viewer === 'customer')
    return nobodyActs(
      refund === 'returning'
        ? `${isYours} A part of your money is on its way back to you.`
        : isYours,
    )
  if (commission.status === 'completed') return nextOfSent(commission, viewer)
  return nextOfTransfer(commission, viewer)
}

const isYours = 'The track is yours: it is in My Tracks.'

export function nextOfEnded(commission: Shown, viewer: CommissionViewer): NextStep {
  const { customerName: customer, refund } = commission
  switch (refund) {
    case 'none':
      return nobodyActs('Nothing more happens here.')
    case 'returning':
      return nobodyActs(
        viewer === 'customer'
          ? 'Your money is on its way back to your card. You do not have to do anything.'
          : `The money is on its way back to ${customer}.`,
      )
    case 'disputed':
      return nobodyActs(
        viewer === 'customer'
          ? 'You dispute the payment at your bank, which decides who gets the money.'
          : `${customer} disputes the payment at the bank, which decides who gets the money.`,
      )
    case 'failed':
      return nextOfFailedRefund(commission, viewer)
  }
}

function nextOfFailedRefund(
  { customerName: customer }: Shown,
  viewer: CommissionViewer,
  before = '',
): NextStep {
  return acts(viewer, 'admin', null, {
    own: `The money could not be sent back to ${customer}: please see to it.`,
    others:
      `${before} Your money could not be sent back to your card. Our team sees to it that you get it.`.trimStart(),
  })
}

function nextOfSent(
  { customerName: customer, refund }: Shown,
  viewer: Exclude<CommissionViewer, 'customer'>,
): NextStep {
  if (refund === 'none' || viewer === 'artist') return nobodyActs('All done.')
  return nobodyActs(
    `The artist is paid, and a part of the money is on its way back to ${customer}.`,
  )
}

function nextOfTransfer(
  { artistName: artist, status, transfer }: Shown,
  viewer: Exclude<CommissionViewer, 'customer'>,
): NextStep {
  const whom = viewer === 'artist' ? 'you' : artist
  const approved = (text: string) => nobodyActs(`The track is approved, ${text}`)
  switch (transfer) {
    case 'account':
      return acts(viewer, 'artist', null, {
        own: 'Finish your payment account, then the money is sent.',
        others: `${artist} finishes the payment account, then the money is sent.`,
      })
    case 'checked':
      return approved(
        `and the money is sent to ${whom} once the card provider has checked the payment account.`,
      )
    case 'held':
      return acts(viewer, 'admin', null, {
        own: `The money for ${artist} is held: please decide.`,
        others:
          'The track is approved. Our team looks into a question, and then decides about the money.',
      })
    case 'disputed':
      return approved(
        `and the customer disputes the payment at the bank: the money is sent to ${whom} if the payment stands.`,
      )
    case 'failed':
      return acts(viewer, 'admin', null, {
        own: `The card provider refuses to send the money to ${artist}: please see to it.`,
        others:
          'The track is approved. The card provider refuses to send the money, and our team looks into it.',
      })
    case 'refused':
      return approved(
        `and sending the money to ${whom} is tried again: the card provider answered with an error.`,
      )
    case 'on_its_way':
      return approved(
        `and the money is sent to ${whom}. The card provider has not confirmed it yet.`,
      )
    default:
      return approved(
        status === 'cron_pending'
          ? `and the money is sent to ${whom} as soon as it can be.`
          : `and the money is sent to ${whom} within minutes.`,
      )
  }
}
