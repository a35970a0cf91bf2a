// The life of a flag: what a user reports about a track or words, an admin decides, and its author may answer.

import { defineProcess, type StatusOf, type StepOf } from '../process.ts'

export const flagProcess = defineProcess({
  statuses: ['new', 'reviewing', 'rejected', 'upheld', 'countered', 'confirmed', 'reinstated'],
  start: 'new',
  steps: {
    review: { from: ['new'], to: 'reviewing', by: ['admin'] },
    /** The track stays listed, the words stay shown. */
    reject: { from: ['new', 'reviewing'], to: 'rejected', by: ['admin'] },
    /** It is taken down, and its author is told why: the artist of the track, whoever wrote the words. */
    uphold: { from: ['new', 'reviewing'], to: 'upheld', by: ['admin'] },
    /** Its author sends a counter-notice: the artist of a track, and of words also a customer. */
    counter: { from: ['upheld'], to: 'countered', by: ['artist', 'customer'] },
    /** The counter-notice did not convince: it stays down. */
    confirm: { from: ['countered'], to: 'confirmed', by: ['admin'] },
    /** It is shown again, unless another flag keeps it down. */
    reinstate: { from: ['upheld', 'countered', 'confirmed'], to: 'reinstated', by: ['admin'] },
  },
})
export type FlagStatus = StatusOf<typeof flagProcess>
export type FlagStep = StepOf<typeof flagProcess>

/** A user has one such flag for a track, a text or a profile. */
export const openFlagStatuses = ['new', 'reviewing'] as const satisfies FlagStatus[]

/** A flag in one of these keeps down what it is about. */
export const takeDownStatuses = ['upheld', 'countered', 'confirmed'] as const satisfies FlagStatus[]

/** A flag in one of these has taken down what it is about; by now it may be shown again. */
export const tookDownStatuses = [...takeDownStatuses, 'reinstated'] as const satisfies FlagStatus[]

/** The steps of an admin. */
export const decisionSteps = [
  'review',
  'uphold',
  'reject',
  'confirm',
  'reinstate',
] as const satisfies FlagStep[]
export type DecisionStep = (typeof decisionSteps)[number]

/** What an admin can do next with a flag. */
export function nextDecisions(status: FlagStatus): DecisionStep[] {
  return decisionSteps.filter((step) => flagProcess.steps[step].from.includes(status))
}

/** The parts of the queue, as an admin reads it: what waits for an admin comes first. */
export const flagQueues = {
  open: ['new', 'reviewing', 'countered'],
  takenDown: ['upheld', 'confirmed'],
  closed: ['rejected', 'reinstated'],
} as const satisfies Record<string, FlagStatus[]>
export type FlagQueue = keyof typeof flagQueues

/** The keys of `flagQueues`. */
export const flagQueueNames = Object.keys(flagQueues) as FlagQueue[]

/** What an admin's list of flags can show: one part of the queue, or all of it. */
export const flagViews = [...flagQueueNames, 'all'] as const
export type FlagView = (typeof flagViews)[number]

/** What an admin has to do. */
export const defaultFlagView: FlagView = 'open'
