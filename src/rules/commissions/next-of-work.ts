// The next step of a commission that is paid, and not delivered.

import type { CommissionViewer } from './commission-texts.ts'
import { acts, nobodyActs, type NextStep, type Shown } from './whose-turn.ts'

export function nextOfWork(commission: Shown, viewer: CommissionViewer): NextStep {
  const { customerName: customer, artistName: artist, preparation, lateness } = commission
  if (preparation === 'usual')
    return nobodyActs('A delivery has arrived, and its preview is being prepared.')
  if (commission.isTimeOver) {
    const whom = viewer === 'customer' ? 'you' : customer
    return nobodyActs(`The time for the work is over, and the money goes back to ${whom}.`)
  }
  if (preparation === 'late') return nextOfLatePreparation(commission, viewer)
  switch (lateness) {
    case 'none':
      return acts(viewer, 'artist', 'dueAt', wordsOfWork(commission))
    case 'late':
      return nextOfLateWork(commission, viewer)
    case 'overdue':
      return acts(viewer, viewer === 'customer' ? 'customer' : 'artist', 'endAt', {
        own:
          viewer === 'customer'
            ? `The delivery is late. Wait for ${artist}, or cancel and get your money back.`
            : `Deliver now: ${customer} can cancel at any time.`,
        others: `The delivery of ${artist} is late, and ${customer} can cancel at any time.`,
      })
  }
}

/** The artist cannot send another one meanwhile, and nothing keeps the customer from ending what is overdue. */
function nextOfLatePreparation(
  { customerName: customer, lateness }: Shown,
  viewer: CommissionViewer,
): NextStep {
  const arrived = 'A delivery has arrived, and preparing its preview takes longer than usual.'
  if (lateness !== 'overdue') return nobodyActs(arrived)
  return acts(viewer, 'customer', 'endAt', {
    own: `${arrived} Wait for it, or cancel and get your money back.`,
    others: `${arrived} ${customer} can cancel meanwhile.`,
  })
}

function wordsOfWork({ customerName: customer, artistName: artist, isRevision }: Shown) {
  if (!isRevision)
    return {
      own: 'Record the track and deliver it here.',
      others: `${artist} records the track.`,
    }
  return {
    own: `Make the changes that ${customer} has asked for, and deliver the track again.`,
    others: `${artist} makes the changes, and delivers the track again.`,
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
