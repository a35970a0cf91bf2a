import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { Refused } from '#web/api/result.ts'
import { CommissionRoom } from './room/commission-room.tsx'
import {
  closedRoom,
  deliveryId,
  exampleCommission,
  exampleDelivery,
  exampleDispute,
  exampleNote,
} from './example-commission.ts'
import { exampleMessages } from './messages/example-message.ts'
import type { SentFields } from './refused-form.ts'

/** The forms of the page as the server sends it: their fields and their buttons. */
function formsOf(
  changes: Partial<Commission>,
  sent: SentFields | null = null,
  issues?: Refused['issues'],
) {
  const message = 'This commission has moved on.'
  const refused =
    sent === null
      ? null
      : {
          ...({ ok: false, status: 409, code: 'commission_moved', message, sent } as const),
          ...(issues && { issues }),
        }
  // The forms of messages have a test of their own.
  const commission = exampleCommission({ room: closedRoom, ...changes })
  const shown = { commission, messages: exampleMessages() }
  const Room = () => <CommissionRoom {...shown} refused={refused} />
  const router = createMemoryRouter([{ path: '*', Component: Room }])
  const html = renderToString(<RouterProvider router={router} />)
  const page = new DOMParser().parseFromString(html.replaceAll(/<\/?noscript>/g, ''), 'text/html')
  const forms = [...page.querySelectorAll('form[method=post]')].map((form) =>
    [...form.querySelectorAll('[name]')].map((field) => {
      const value = field.getAttribute('value')
      return value === null ? field.getAttribute('name') : `${field.getAttribute('name')}=${value}`
    }),
  )
  return { html, page, forms }
}

const delivered: Partial<Commission> = { status: 'delivered', deliveries: [exampleDelivery()] }
const used: Partial<Commission> = { ...delivered, revisionCount: 2 }
const disputed: Partial<Commission> = { ...used, isDisputed: true, dispute: exampleDispute() }
const answered = exampleDispute({ state: 'answered', answer: 'It is at 1:20.' })
const late: Partial<Commission> = { status: 'in_progress', readAt: '2026-11-30T10:00:00.000Z' }
const unreadRoom = { ...closedRoom, readAs: 'reason' } as const
const working: Partial<Commission> = { status: 'in_progress' }
const frozen: Partial<Commission> = { ...working, isFrozen: true }
const judgedRoom = { ...closedRoom, readAs: 'judge' } as const
const judged: Partial<Commission> = { ...frozen, viewer: 'admin', room: judgedRoom }
const dayBefore = '2026-11-29T10:00:00.000Z'
const approval = [`deliveryId=${deliveryId}`, 'step=approve']
const { requestKey } = exampleMessages()
const newNote = [
  `deliveryId=${deliveryId}`,
  `requestKey=${requestKey}`,
  'noteSeconds',
  'noteText',
  'step=add_note',
]
const { id: noteId } = exampleNote()
const noted: Partial<Commission> = { ...delivered, notes: [exampleNote()] }
const revised: Partial<Commission> = { ...noted, status: 'in_progress' }
const ownNote = [`noteId=${noteId}`, `noteText-${noteId}`, 'step=edit_note', 'step=withdraw_note']
const settledNote = [
  `noteId=${noteId}`,
  'hasBox=on',
  `isDone-${noteId}`,
  `noteAnswer-${noteId}`,
  'step=settle_note',
]
const changeRequest = [`deliveryId=${deliveryId}`, 'revisionFeedback', 'step=request_changes']

type Shown = [of: string, commission: Partial<Commission>, forms: (string | null)[][]]

test.each<Shown>([
  ['a request, its artist', { viewer: 'artist' }, [['reason', 'step=accept', 'step=reject']]],
  ['an accepted request, its customer', { status: 'requested' }, [['step=pay', 'step=cancel']]],
  ['a request, its customer', { status: 'pending_artist' }, [['step=cancel']]],
  ['a delivery, its customer', delivered, [newNote, approval, changeRequest]],
  ['a delivery with an own note, its customer', noted, [newNote, ownNote, approval, changeRequest]],
  [
    'a delivery with a note, its artist',
    { ...noted, viewer: 'artist' },
    [newNote, [`noteId=${noteId}`, `noteAnswer-${noteId}`, 'step=settle_note']],
  ],
  [
    'work with a note, its artist',
    { ...revised, viewer: 'artist' },
    [settledNote, ['reason', 'step=give_up']],
  ],
  ['work with a note, its customer', revised, []],
  [
    'work with an answer that is unread, its customer',
    { ...revised, notes: [exampleNote({ isUnread: true })] },
    [[`upTo=${noteId}`, 'step=read_messages']],
  ],
  ['frozen work with a note, its artist', { ...revised, isFrozen: true, viewer: 'artist' }, []],
  ['a delivery, its artist', { ...delivered, viewer: 'artist' }, [newNote]],
  [
    'a delivery after the last revision, its customer',
    used,
    [newNote, approval, ['description', 'step=dispute']],
  ],
  ['a delivery after the last revision, its artist', { ...used, viewer: 'artist' }, [newNote]],
  ['a disputed delivery, its customer', disputed, [approval, ['step=end_dispute']]],
  [
    'a disputed delivery, its artist',
    { ...disputed, viewer: 'artist' },
    [['answer', 'step=answer_dispute']],
  ],
  ['an answered dispute, its artist', { ...disputed, dispute: answered, viewer: 'artist' }, []],
  ['work that is not late enough, its customer', { ...late, readAt: dayBefore }, []],
  ['late work, its customer', late, [['step=cancel_overdue']]],
  ['late work, its artist', { ...late, viewer: 'artist' }, [['reason', 'step=give_up']]],
  [
    'work, an admin',
    { ...working, viewer: 'admin', room: unreadRoom },
    [
      ['reason', 'note', 'step=freeze'],
      ['readReason', 'step=read_with_reason'],
    ],
  ],
  ['frozen work, an admin', judged, [['reason', 'note', 'step=unfreeze']]],
  ['frozen work of a suspended party, an admin', { ...judged, isPartyBanned: true }, []],
  ['a completed commission, its customer', { status: 'completed' }, []],
])('without a script the forms of %s are those of the own steps', (_of, changes, forms) => {
  expect(formsOf(changes).forms).toEqual(forms)
})

test('the page that the server sends has the time of London, what is left, and no id twice', () => {
  const { page } = formsOf({
    status: 'requested',
    payBy: '2026-07-22T10:00:00.000Z',
    readAt: '2026-07-20T09:00:00.000Z',
  })
  expect(page.querySelector('.deadline')?.textContent).toMatch(
    /22 Jul 2026.*11:00.*2 days 1 hour left$/,
  )
  const asked: Partial<Commission> = { status: 'pending_artist' }
  const accepted: Partial<Commission> = { status: 'requested' }
  const other = exampleNote({ id: '0198f000-0000-7000-8000-0000000000a2', author: 'artist' })
  const twice: Partial<Commission> = { ...delivered, notes: [exampleNote(), other] }
  for (const viewer of ['customer', 'artist', 'admin'] as const)
    for (const state of [asked, accepted, late, delivered, used, disputed, twice, revised]) {
      const shown = formsOf({ ...state, singerRequestedGuideTrack: true, viewer })
      const ids = [...shown.page.querySelectorAll('[id]')].map(({ id }) => id)
      expect(ids).toEqual([...new Set(ids)])
    }
})

test('a refused form says why', () => {
  const { page } = formsOf({ status: 'requested' }, { step: 'pay' })
  expect(page.querySelector('[role=alert]')?.textContent).toBe('This commission has moved on.')
})

test('a form that is refused for its fields says what is wrong with them', () => {
  const issues = [{ path: ['reason'], message: 'Please give a reason.' }]
  const { page } = formsOf({ ...working, viewer: 'admin' }, { step: 'freeze', reason: ' ' }, issues)
  expect(page.querySelector('[role=alert]')?.textContent).toBe('Please give a reason.')
})

const asked: Partial<Commission> = { status: 'pending_artist', viewer: 'artist' }
const open: Partial<Commission> = { room: { ...closedRoom, isOpen: true } }
const ofArtist = { viewer: 'artist' } as const
const ofAdmin = { viewer: 'admin' } as const
const words = 'Softer, <please>.'

/** A step, the field of its words, and commissions that have its form, and not any more. */
type Refusable = [step: string, field: string, Partial<Commission>, Partial<Commission>]

test.each<Refusable>([
  ['accept', 'reason', asked, { ...asked, status: 'cancelled' }],
  ['reject', 'reason', asked, { ...asked, status: 'cancelled' }],
  ['request_changes', 'revisionFeedback', delivered, disputed],
  ['dispute', 'description', used, disputed],
  ['answer_dispute', 'answer', { ...disputed, ...ofArtist }, { ...used, ...ofArtist }],
  ['give_up', 'reason', { ...late, ...ofArtist }, { ...delivered, ...ofArtist }],
  ['freeze', 'reason', { ...working, ...ofAdmin }, { status: 'completed', ...ofAdmin }],
  ['unfreeze', 'reason', { ...frozen, ...ofAdmin }, { ...frozen, isPartyBanned: true, ...ofAdmin }],
  ['add_note', 'noteText', delivered, revised],
  ['edit_note', `noteText-${noteId}`, noted, revised],
  ['withdraw_note', `noteText-${noteId}`, noted, noted],
  [
    'settle_note',
    `noteAnswer-${noteId}`,
    { ...revised, ...ofArtist },
    { ...disputed, ...ofArtist },
  ],
  ['send_message', 'text', open, { room: closedRoom }],
  [
    'read_with_reason',
    'readReason',
    { ...ofAdmin, room: unreadRoom },
    { ...ofAdmin, room: judgedRoom },
  ],
])(
  'what was typed into a refused form to %s stands in it again, or beside the reason',
  (step, field, shown, gone) => {
    const sent = { step, noteId, [field]: words }
    const again = formsOf(shown, sent).page
    expect(again.querySelector(`textarea[name="${field}"]`)?.textContent).toBe(words)
    expect(again.querySelector('[role=alert]')?.textContent).toBe('This commission has moved on.')
    // In no other form.
    expect(
      [...again.querySelectorAll('textarea')].filter((one) => one.value === words),
    ).toHaveLength(1)
    if (shown === gone) return
    const moved = formsOf(gone, sent).page
    expect(moved.querySelector(`textarea[name="${field}"]`)).toBeNull()
    expect(moved.querySelector('[role=alert]')?.textContent).toContain(`You had written:${words}`)
  },
)

test('a refused note keeps its second and its tick, and its form is open', () => {
  const added = formsOf(delivered, { step: 'add_note', noteSeconds: '12.5', noteText: words }).page
  expect(added.querySelector('[name=noteSeconds]')?.getAttribute('value')).toBe('12.5')
  const box = (sent: SentFields) => {
    const { page } = formsOf({ ...revised, ...ofArtist }, sent)
    const isTicked = page.querySelector(`[name="isDone-${noteId}"]`)?.hasAttribute('checked')
    return [isTicked, page.querySelector('.noted-delivery details')?.hasAttribute('open')]
  }
  expect(box({ step: 'settle_note', noteId, [`isDone-${noteId}`]: 'on' })).toEqual([true, true])
  expect(box({ step: 'settle_note', noteId })).toEqual([false, true])
  expect(box({ step: 'give_up', reason: words })).toEqual([false, false])
})

test('the artist is told to tick off only what can be ticked off', () => {
  const shown = (changes: Partial<Commission>) =>
    formsOf({ ...revised, ...ofArtist, ...changes }).page.body.textContent
  expect(shown({})).toContain('Tick off what you have done.')
  expect(shown({ isFrozen: true })).not.toContain('Tick off')
})
