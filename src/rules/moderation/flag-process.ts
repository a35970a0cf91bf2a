// The life of a flag: what a user reports about a track, an admin decides, and the track's artist may answer.

import { defineProcess, type StatusOf, type StepOf } from '../process.ts'

export const flagProcess = defineProcess({
  statuses: ['new', 'reviewing', 'rejected', 'upheld', 'countered', 'confirmed', 'reinstated'],
  start: 'new',
  steps: {
    review: { from: ['new'], to: 'reviewing', by: ['admin'] },
    /** The track stays listed. */
    reject: { from: ['new', 'reviewing'], to: 'rejected', by: ['admin'] },
    /** The track is taken down, and its artist is told why. */
    uphold: { from: ['new', 'reviewing'], to: 'upheld', by: ['admin'] },
    /** The artist sends a counter-notice. */
    counter: { from: ['upheld'], to: 'countered', by: ['artist'] },
    /** The counter-notice did not convince: the track stays down. */
    confirm: { from: ['countered'], to: 'confirmed', by: ['admin'] },
    /** The track is listed again, unless another flag keeps it down. */
    reinstate: { from: ['upheld', 'countered', 'confirmed'], to: 'reinstated', by: ['admin'] },
  },
})
export type FlagStatus = StatusOf<typeof flagProcess>
export type FlagStep = StepOf<typeof flagProcess>

/** A user has one such flag for a track. */
export const openFlagStatuses = ['new', 'reviewing'] as const satisfies FlagStatus[]

/** A flag in one of these keeps its track down. */
export const takeDownStatuses = ['upheld', 'countered', 'confirmed'] as const satisfies FlagStatus[]

/** A flag in one of these has taken its track down; by now it may be listed again. */
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
