import { expect, test } from 'vitest'
import { commissionProcess, type CommissionStatus } from './commission-process.ts'
import {
  noteActions,
  possibleNoteActions,
  refusalOfNote,
  type NoteAction,
  type NoteAuthor,
} from './note-process.ts'

const calm = { isFrozen: false, isDisputed: false }
const actions: NoteAction[] = ['add', ...noteActions]
const viewers = ['customer', 'artist', 'admin'] as const

const by = (author: NoteAuthor, changes = {}) => ({
  author,
  isDone: false,
  isAnswered: false,
  isOfNewest: false,
  ...changes,
})

/** What is possible in a status, as 'actor action of author'. */
function possible(
  status: CommissionStatus,
  changes: Partial<typeof calm & { isOfNewest: boolean }> = {},
): string[] {
  const { isOfNewest = false, ...commission } = changes
  return viewers.flatMap((actor) =>
    actions.flatMap((action) =>
      (['customer', 'artist'] as const).flatMap((author) => {
        const note = action === 'add' ? null : by(author, { isOfNewest })
        const refusal = refusalOfNote({ status, ...calm, ...commission }, { action, actor, note })
        return refusal === null ? `${actor}: ${action} ${action === 'add' ? '' : author}` : []
      }),
    ),
  )
}

const settling = ['artist: tickOff customer', 'artist: tickOff artist', 'artist: answer customer']

const writing = [
  'customer: add ',
  'customer: edit customer',
  'customer: withdraw customer',
  'artist: add ',
  'artist: edit artist',
  'artist: withdraw artist',
]

test('both write notes of a delivery that waits, change their own, and the artist settles those of the delivery before', () => {
  expect(new Set(possible('delivered'))).toEqual(new Set([...writing, ...settling]))
})

test('notes of the delivery that is judged are answered, and ticked off only after that', () => {
  const judged = { isOfNewest: true }
  expect(new Set(possible('delivered', judged))).toEqual(
    new Set([...writing, 'artist: answer customer']),
  )
  const attempt = { action: 'tickOff', actor: 'artist', note: by('customer', judged) } as const
  expect(refusalOfNote({ status: 'delivered', ...calm }, attempt)).toBe('note_judged')
  expect(possible('in_progress', judged)).toEqual(settling)
})

test('while the artist works notes do not change any more, but are ticked off and answered', () => {
  expect(possible('in_progress')).toEqual(settling)
})

test('in every other status notes are there to be read', () => {
  const inUse = new Set<CommissionStatus>(['delivered', 'in_progress'])
  for (const status of commissionProcess.statuses.filter((one) => !inUse.has(one)))
    expect([status, possible(status)]).toEqual([status, []])
  const attempt = { action: 'add', actor: 'customer', note: null } as const
  expect(refusalOfNote({ status: 'approved', ...calm }, attempt)).toBe('commission_moved')
})

test('notes of a frozen or a disputed commission stay as the team finds them', () => {
  for (const status of ['delivered', 'in_progress'] as const) {
    expect(possible(status, { isFrozen: true })).toEqual([])
    expect(possible(status, { isDisputed: true })).toEqual([])
  }
  const attempt = { action: 'tickOff', actor: 'artist', note: by('customer') } as const
  const refusalOf = (changes: Partial<typeof calm>) =>
    refusalOfNote({ status: 'delivered', ...calm, ...changes }, attempt)
  expect(refusalOf({ isFrozen: true })).toBe('commission_frozen')
  expect(refusalOf({ isDisputed: true })).toBe('dispute_open')
  expect(refusalOf({ isFrozen: true, isDisputed: true })).toBe('commission_frozen')
})

test('a note that is answered or ticked off is neither changed nor taken back, and can be settled again', () => {
  const delivered = { status: 'delivered', ...calm } as const
  for (const settled of [{ isDone: true }, { isAnswered: true }]) {
    const note = by('customer', settled)
    for (const action of ['edit', 'withdraw'] as const)
      expect(refusalOfNote(delivered, { action, actor: 'customer', note })).toBe('note_settled')
    expect(possibleNoteActions(delivered, { actor: 'artist', note })).toEqual(['tickOff', 'answer'])
    expect(possibleNoteActions(delivered, { actor: 'customer', note })).toEqual([])
  }
})

test('nobody changes what the other one wrote, and nobody but the artist settles', () => {
  const delivered = { status: 'delivered', ...calm } as const
  const refusals = (actor: NoteAuthor, author: NoteAuthor) =>
    noteActions.map((action) => refusalOfNote(delivered, { action, actor, note: by(author) }))
  expect(refusals('customer', 'artist')).toEqual([
    'not_allowed',
    'not_allowed',
    'not_allowed',
    'not_allowed',
  ])
  expect(refusals('artist', 'customer')).toEqual(['not_allowed', 'not_allowed', null, null])
})
