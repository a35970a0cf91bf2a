// The life of a message from the contact form.

import { defineProcess, type StatusOf, type StepOf } from '../process.ts'

export const messageProcess = defineProcess({
  statuses: ['new', 'answered', 'closed'],
  start: 'new',
  steps: {
    answer: { from: ['new'], to: 'answered', by: ['admin'] },
    close: { from: ['new', 'answered'], to: 'closed', by: ['admin'] },
    reopen: { from: ['answered', 'closed'], to: 'new', by: ['admin'] },
  },
})

export type MessageStatus = StatusOf<typeof messageProcess>
type MessageStep = StepOf<typeof messageProcess>
/** Without the answer, which is a call of its own. */
export const messageMoves = ['close', 'reopen'] as const satisfies MessageStep[]
export type MessageMove = (typeof messageMoves)[number]
