import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { exampleCommission, exampleDelivery, exampleDispute } from '../example-commission.ts'
import { button, openRoom } from '../room/test-room.tsx'
import { ageText } from './age-text.ts'
import { CommissionsTable } from './commissions-table.tsx'
import { DisputesList } from './disputes-list.tsx'

const { id } = exampleCommission()
const dispute = exampleDispute()
const disputed: Partial<Commission> = {
  viewer: 'admin',
  status: 'delivered',
  isDisputed: true,
  dispute,
  deliveries: [exampleDelivery()],
}
const held = { ...exampleCommission().money, heldPence: 4420 }
const about = ': Skylark in B flat'

async function openAction(label: string) {
  fireEvent.click(screen.getByRole('button', { name: label + about }))
  return within(await screen.findByRole('dialog'))
}

async function send(dialog: Awaited<ReturnType<typeof openAction>>, label: string) {
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: label })))
  await act(() => vi.dynamicImportSettled())
}

function write(dialog: Awaited<ReturnType<typeof openAction>>, label: RegExp, value: string) {
  fireEvent.change(dialog.getByLabelText(label), { target: { value } })
}

const ways = ['Pay the artist', 'Pay a part', 'Refund the customer', 'Grant a revision']

const decideLinks = () =>
  screen
    .queryAllByRole('link', { name: /^(Pay|Refund|Grant)/ })
    .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])

test('a commission that is disputed, or frozen, links to the page of each decision; another one to none', async () => {
  await openRoom(disputed)
  const outcomes = ['release', 'partial', 'refund', 'extra_revision']
  expect(decideLinks()).toEqual(
    ways.map((way, place) => [
      way + about,
      `/admin/commissions/${id}/decide?outcome=${outcomes[place]}`,
    ]),
  )
  const frozen = { ...disputed, isDisputed: false, dispute: null, isFrozen: true }
  await openRoom(frozen)
  expect(decideLinks()).toHaveLength(4)
  await openRoom({ ...frozen, isFrozen: false })
  expect(decideLinks()).toEqual([])
})

test('an admin freezes what is paid and not approved, and lets it go on', async () => {
  const open = { viewer: 'admin', status: 'in_progress' } as const
  const { calls } = await openRoom(open)
  const dialog = await openAction('Freeze')
  write(dialog, /^What Mia and Rosa are told$/, 'We look into it.')
  await send(dialog, 'Freeze')
  expect(calls[0]?.[0]).toBe(`POST /api/proxy/admin/commissions/${id}/freeze`)

  const frozen = await openRoom({ ...open, isFrozen: true, freezeReason: 'We look into it.' })
  expect(button(`Freeze${about}`)).toBeNull()
  const thaw = await openAction('Let it go on')
  write(thaw, /^What Mia and Rosa are told$/, 'All is well.')
  expect(thaw.getAllByText('“Skylark in B flat” goes on.')).toHaveLength(2)
  await send(thaw, 'Let it go on')
  expect(frozen.calls).toEqual([
    [`POST /api/proxy/admin/commissions/${id}/unfreeze`, { reason: 'All is well.', note: '' }],
  ])

  for (const status of ['requested', 'approved', 'completed'] as const) {
    await openRoom({ viewer: 'admin', status })
    expect([status, button(`Freeze${about}`)]).toEqual([status, null])
  }
})

const suspended = /^A party is suspended\. Until that is lifted/

test('while a party is suspended an admin can neither grant a revision nor let it go on, and reads why', async () => {
  const ofSuspended = { ...disputed, isFrozen: true, isPartyBanned: true }
  await openRoom(ofSuspended)
  expect(screen.queryByRole('link', { name: `Grant a revision${about}` })).toBeNull()
  expect(decideLinks()).toHaveLength(3)
  expect(button(`Let it go on${about}`)).toBeNull()
  screen.getByText(suspended)
  const commission = exampleCommission(ofSuspended)
  await show(<DisputesList disputes={[{ dispute, commission }]} />)
  expect(decideLinks()).toHaveLength(3)
  screen.getByText(suspended)
  await openRoom({ ...ofSuspended, isPartyBanned: false })
  expect(decideLinks()).toHaveLength(4)
  expect(screen.queryByText(suspended)).toBeNull()
})

test('parties see nothing of what admins can do', async () => {
  for (const viewer of ['customer', 'artist'] as const) {
    await openRoom({ ...disputed, viewer })
    expect(screen.queryByRole('heading', { name: 'What you can do' })).toBeNull()
  }
})

async function show(element: ReactElement) {
  cleanup()
  const routes = [{ path: '*', Component: () => element }]
  await act(async () => render(<RouterProvider router={createMemoryRouter(routes)} />))
}

/** Below the name. */
const partiesLine = () =>
  screen.getByRole('heading', { name: 'Skylark in B flat' }).nextElementSibling?.textContent

test.each([
  ['2026-11-19T10:00:00.000Z', 'Open for 24 hours: 24 hours of the promised 48 left'],
  ['2026-11-18T10:00:01.000Z', 'Open for 47 hours: 1 hour of the promised 48 left'],
  ['2026-11-18T10:00:00.000Z', 'Open for 48 hours: longer than the promised 48 hours'],
])(
  'a dispute that was opened at %s says its age against what was promised (BUS-21)',
  async (openedAt, sentence) => {
    const one = exampleDispute({ openedAt, answer: 'It is at 1:20.', answeredAt: openedAt })
    const commission = exampleCommission({ ...disputed, dispute: one, money: held })
    await show(<DisputesList disputes={[{ dispute: one, commission }]} />)
    expect(screen.getByText(sentence)).toBeDefined()
    screen.getByText('The bridge is missing.')
    screen.getByText('It is at 1:20.')
    expect(partiesLine()).toBe('Mia against Rosa, £44.20 held')
    screen.getByRole('button', { name: 'Play the preview of delivery 1' })
    screen.getByRole('link', { name: `Pay the artist${about}` })
  },
)

test('a decided dispute offers no decision', async () => {
  const one = exampleDispute({
    state: 'resolved',
    outcome: 'refund',
    decision: 'It goes back.',
    resolvedAt: '2026-11-20T09:00:00.000Z',
  })
  const commission = exampleCommission({ ...disputed, isDisputed: false, dispute: one })
  await show(<DisputesList disputes={[{ dispute: one, commission }]} />)
  screen.getByText('It goes back.')
  expect(partiesLine()).toBe('Mia against Rosa')
  expect(decideLinks()).toEqual([])
})

test('a row of an admin’s list says the state with its marks, and the age', async () => {
  const commission = exampleCommission({
    viewer: 'admin',
    status: 'cron_pending',
    hasTransferFailed: true,
    hasRefundFailed: true,
    isFrozen: true,
    isDisputed: true,
  })
  await show(<CommissionsTable commissions={[commission]} />)
  const row = screen.getByRole('row', { name: /Skylark/ })
  expect(within(row).getByRole('link', { name: 'Skylark in B flat' }).getAttribute('href')).toBe(
    `/commissions/${id}`,
  )
  for (const part of [
    'Mia',
    'Rosa',
    'Approved, transfer waiting',
    'Frozen, Disputed, Transfer failed, Refund failed',
    '£44.20',
    '2 days',
  ])
    expect(row.textContent).toContain(part)
})

test.each([
  ['2026-11-20T09:00:01.000Z', '0 hours'],
  ['2026-11-20T09:00:00.000Z', '1 hour'],
  ['2026-11-19T10:00:01.000Z', '23 hours'],
  ['2026-11-19T10:00:00.000Z', '1 day'],
  ['2026-09-11T10:00:00.000Z', '70 days'],
])('from %s on, an age is %s', (from, text) => {
  expect(ageText(from, '2026-11-20T10:00:00.000Z')).toBe(text)
})
