// What is next with a commission in which all is well, but for what a test changes.

import type { CommissionStatus } from './commission-process.ts'
import type { CommissionViewer } from './commission-texts.ts'
import { nextStepOf } from './next-step.ts'
import type { NextStep, Shown } from './whose-turn.ts'

const names = { customerName: 'Mia', artistName: 'Rosa' }
type State = Omit<Shown, 'status' | keyof typeof names>
const calm: State = {
  isFrozen: false,
  dispute: 'none',
  isAnswerAwaited: false,
  preparation: null,
  isRevision: false,
  hasRevisionLeft: true,
  hasPaymentFailed: false,
  transfer: null,
  refund: 'none',
  lateness: 'none',
  isTimeOver: false,
}
export const viewers = ['customer', 'artist', 'admin'] as const

/** Of a commission of Mia's with Rosa, in which nothing else is the matter. */
export const next = (
  status: CommissionStatus,
  viewer: CommissionViewer,
  changes: Partial<State> = {},
) => nextStepOf({ status, ...names, ...calm, ...changes }, viewer)

export const step = (
  actor: NextStep['actor'],
  deadline: NextStep['deadline'],
  text: string,
  word: NextStep['word'] = 'By',
) => ({ actor, deadline, text, word })
