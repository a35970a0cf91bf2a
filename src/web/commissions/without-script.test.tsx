import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { CommissionRoom } from './commission-room.tsx'
import {
  deliveryId,
  exampleCommission,
  exampleDelivery,
  exampleDispute,
} from './example-commission.ts'

/** The forms of the page as the server sends it: their fields and their buttons. */
function formsOf(changes: Partial<Commission>, refusal: string | null = null) {
  const refused =
    refusal === null
      ? null
      : ({ ok: false, status: 409, code: 'commission_moved', message: refusal } as const)
  const commission = exampleCommission(changes)
  const Room = () => <CommissionRoom commission={commission} refused={refused} />
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
const dayBefore = '2026-11-29T10:00:00.000Z'
const approval = [`deliveryId=${deliveryId}`, 'step=approve']

type Shown = [of: string, commission: Partial<Commission>, forms: (string | null)[][]]

test.each<Shown>([
  ['a request, its artist', { viewer: 'artist' }, [['reason', 'step=accept', 'step=reject']]],
  ['an accepted request, its customer', { status: 'requested' }, [['step=pay', 'step=cancel']]],
  ['a request, its customer', { status: 'pending_artist' }, [['step=cancel']]],
  [
    'a delivery, its customer',
    delivered,
    [approval, [`deliveryId=${deliveryId}`, 'revisionFeedback', 'step=request_changes']],
  ],
  ['a delivery, its artist', { ...delivered, viewer: 'artist' }, []],
  [
    'a delivery after the last revision, its customer',
    used,
    [approval, ['description', 'step=dispute']],
  ],
  ['a delivery after the last revision, its artist', { ...used, viewer: 'artist' }, []],
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
  for (const viewer of ['customer', 'artist', 'admin'] as const)
    for (const changes of [asked, accepted, late, delivered, used, disputed]) {
      const shown = formsOf({ ...changes, singerRequestedGuideTrack: true, viewer })
      const ids = [...shown.page.querySelectorAll('[id]')].map(({ id }) => id)
      expect(ids).toEqual([...new Set(ids)])
    }
})

test('a refused form says why', () => {
  const { page } = formsOf({ status: 'requested' }, 'This commission has moved on.')
  expect(page.querySelector('[role=alert]')?.textContent).toBe('This commission has moved on.')
})
