// What the hourly checks find about commissions themselves: the subject is the id of one.

const readTimeline =
  'Read the timeline of the commission, find who has changed its row, and put back what it was.'

export const commissionDifferences = {
  held_too_long: {
    label: 'Money of a commission is held for longer than the card provider keeps it',
    nextStep:
      'Freeze the commission and decide it now, and read in the log why its money did not go back by itself.',
  },
  owned_differs: {
    label: 'A recording is not whose the payment of its commission says',
    nextStep:
      'Compare the commission and its payment with what the customer owns, and correct the row that is wrong.',
  },
  revisions_exceeded: {
    label: 'A commission with more revisions than agreed',
    nextStep: readTimeline,
  },
  timeline_differs: {
    label: 'The timeline of a commission does not lead to its state',
    nextStep: readTimeline,
  },
  deadline_late: {
    label: 'A deadline of a commission has passed without effect',
    nextStep: 'Read in the log why the job of the deadlines failed, or does not run.',
  },
} as const

export function isOfCommission(kind: string): boolean {
  return Object.hasOwn(commissionDifferences, kind)
}
