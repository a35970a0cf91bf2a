import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { CommissionRoom } from './commission-room.tsx'
import { deliveryId, exampleCommission, exampleDelivery } from './example-commission.ts'

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

test.each([
  [{ viewer: 'artist' }, [['reason', 'step=accept', 'step=reject']]],
  [{ status: 'requested' }, [['step=pay', 'step=cancel']]],
  [{ status: 'pending_artist' }, [['step=cancel']]],
  [
    { status: 'delivered', deliveries: [exampleDelivery()] },
    [
      [`deliveryId=${deliveryId}`, 'step=approve'],
      [`deliveryId=${deliveryId}`, 'revisionFeedback', 'step=request_changes'],
    ],
  ],
  [{ status: 'completed' }, []],
] as const)('without a script the commission %j has the forms %j', (changes, forms) => {
  expect(formsOf(changes as Partial<Commission>).forms).toEqual(forms)
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
  for (const viewer of ['customer', 'artist', 'admin'] as const)
    for (const status of ['pending_artist', 'requested', 'in_progress', 'delivered'] as const) {
      const shown = formsOf({
        viewer,
        status,
        deliveries: [exampleDelivery()],
        singerRequestedGuideTrack: true,
      })
      const ids = [...shown.page.querySelectorAll('[id]')].map(({ id }) => id)
      expect(ids).toEqual([...new Set(ids)])
    }
})

test('a refused form says why', () => {
  const { page } = formsOf({ status: 'requested' }, 'This commission has moved on.')
  expect(page.querySelector('[role=alert]')?.textContent).toBe('This commission has moved on.')
})
