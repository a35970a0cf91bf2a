// The steps of a note that is pinned to a second of a delivery: one table says who, and in which status.

import type { CommissionStatus } from './commission-process.ts'
import type { CommissionViewer } from './commission-texts.ts'

export const noteAuthors = ['customer', 'artist'] as const
export type NoteAuthor = (typeof noteAuthors)[number]

type Rule = {
  by: readonly NoteAuthor[]
  in: readonly CommissionStatus[]
  /** Whose notes it is done to; of a new one there is no author yet. */
  of?: 'own' | 'customer'
  /** Not to one that is ticked off or answered: the other party has read it. */
  isOpenOnly?: true
  /** Not to one of the delivery that the customer is judging: nothing was done about it yet. */
  isAfterJudgment?: true
}

/**
 * Notes are written while a delivery waits for its customer. With a request for changes they become what the artist works
 * from, and do not change any more; from then on, and with the next delivery, the artist ticks them off. After the approval
 * they are there to be read.
 * A frozen commission is as it is for the team that looks at it, and so is one that is disputed: both sides are heard about
 * what was noted before.
 */
const noteTable = {
  add: { by: noteAuthors, in: ['delivered'] },
  edit: { by: noteAuthors, in: ['delivered'], of: 'own', isOpenOnly: true },
  withdraw: { by: noteAuthors, in: ['delivered'], of: 'own', isOpenOnly: true },
  /** Or takes the tick back. */
  tickOff: { by: ['artist'], in: ['in_progress', 'delivered'], isAfterJudgment: true },
  answer: { by: ['artist'], in: ['in_progress', 'delivered'], of: 'customer' },
} as const satisfies Record<string, Rule>

export type NoteAction = keyof typeof noteTable
/** What can be done to a note that exists. */
export const noteActions = ['edit', 'withdraw', 'tickOff', 'answer'] as const satisfies NoteAction[]

const rules: Record<NoteAction, Rule> = noteTable

export type NotedCommission = {
  status: CommissionStatus
  isFrozen: boolean
  isDisputed: boolean
}

export type NoteState = {
  author: NoteAuthor
  isDone: boolean
  isAnswered: boolean
  /** It was written on the newest delivery that is ready. */
  isOfNewest: boolean
}

type Attempt = {
  action: NoteAction
  actor: CommissionViewer
  /** It is null for a new one. */
  note: NoteState | null
}

/** Why this is not possible now; null if it is. */
export function refusalOfNote(
  { status, isFrozen, isDisputed }: NotedCommission,
  { action, actor, note }: Attempt,
) {
  const rule = rules[action]
  if (actor === 'admin' || !rule.by.includes(actor)) return 'not_allowed'
  if (!rule.in.includes(status)) return 'commission_moved'
  if (isFrozen) return 'commission_frozen'
  if (isDisputed) return 'dispute_open'
  if (note === null) return null
  const author = rule.of === 'own' ? actor : rule.of
  if (author !== undefined && note.author !== author) return 'not_allowed'
  if (rule.isAfterJudgment && status === 'delivered' && note.isOfNewest) return 'note_judged'
  return rule.isOpenOnly && (note.isDone || note.isAnswered) ? 'note_settled' : null
}

/** What `actor` can do with a note now: its buttons. */
export function possibleNoteActions(
  commission: NotedCommission,
  { actor, note }: { actor: CommissionViewer; note: NoteState },
) {
  return noteActions.filter((action) => refusalOfNote(commission, { action, actor, note }) === null)
}
