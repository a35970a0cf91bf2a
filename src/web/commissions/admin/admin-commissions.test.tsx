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
const decide = `POST /api/proxy/admin/disputes/${dispute.id}/decide`
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

test.each([
  ['Pay the artist', 'release'],
  ['Refund the customer', 'refund'],
  ['Grant a revision', 'extra_revision'],
])(
  'an admin decides a dispute by %s, with what both parties are told and a private note',
  async (label, outcome) => {
    const { calls } = await openRoom(disputed)
    const dialog = await openAction(label)
    await send(dialog, label)
    dialog.getByText('Please enter a reason.', { selector: '.field *' })
    expect(calls).toEqual([])

    write(dialog, /^What Mia and Rosa are told$/, 'It is another song.')
    write(dialog, /^Note for admins/, 'Heard it twice.')
    const preview = within(dialog.getByRole('region', { name: 'Preview of what is sent' }))
    expect(
      preview
        .getAllByText(/will read, on the site and by email:$/)
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Mia will read, on the site and by email:',
      'Rosa will read, on the site and by email:',
    ])
    expect(preview.getAllByText(/It is another song\./)).toHaveLength(2)
    expect(preview.queryByText(/Heard it twice/)).toBeNull()
    await send(dialog, label)
    const words = { reason: 'It is another song.', note: 'Heard it twice.' }
    expect(calls).toEqual([[decide, { outcome, ...words }]])
  },
)

test('a granted revision is said to be a delivery and a request for changes more', async () => {
  await openRoom(disputed)
  const dialog = await openAction('Grant a revision')
  const effect = /^The artist delivers once more, .* then has one more request for changes\./
  expect(dialog.queryByText(effect)).not.toBeNull()
})

test.each([
  ['Pay the artist', /^The recording is approved: £40\.00 goes to the artist, although the bank/],
  ['Pay a part', /^The recording is approved: the part goes to the artist, although the bank/],
  ['Refund the customer', /: the bank has given the money back to the customer already, /],
])('once the bank has given the payment back, %s says what that means', async (label, said) => {
  await openRoom({ ...disputed, isLostAtBank: true })
  expect((await openAction(label)).queryByText(said)).not.toBeNull()
})

test('a part of the price is named in pounds, and shows what goes back to the customer', async () => {
  const { calls } = await openRoom(disputed)
  const dialog = await openAction('Pay a part')
  write(dialog, /^What Mia and Rosa are told$/, 'Half of it is fine.')
  await send(dialog, 'Pay a part')
  dialog.getByText('Please enter the artist’s part in pounds, like 15.00.', {
    selector: '.field *',
  })
  expect(calls).toEqual([])

  const said = () => dialog.getByText(/goes to the artist, .* back to the customer/).textContent
  write(dialog, /^The artist’s part in pounds/, '15.00')
  expect(said()).toBe('£15.00 goes to the artist, £27.50 back to the customer.')
  write(dialog, /^The artist’s part in pounds/, '40.00')
  expect(dialog.queryByText(/goes to the artist, /)).toBeNull()
  write(dialog, /^The artist’s part in pounds/, '15.00')
  await send(dialog, 'Pay a part')
  expect(calls[0]?.[1]).toMatchObject({ outcome: 'partial', artistPart: '15.00' })
})

test('a commission without a dispute is decided while it is frozen, by its own call', async () => {
  const frozen = {
    ...disputed,
    isDisputed: false,
    dispute: null,
    isFrozen: true,
    freezeReason: 'A check.',
  }
  const { calls } = await openRoom(frozen)
  const dialog = await openAction('Refund the customer')
  write(dialog, /^What Mia and Rosa are told$/, 'It goes back.')
  await send(dialog, 'Refund the customer')
  expect(calls[0]?.[0]).toBe(`POST /api/proxy/admin/commissions/${id}/decide`)

  await openRoom({ ...frozen, isFrozen: false, freezeReason: null })
  expect(button(`Refund the customer${about}`)).toBeNull()
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
    screen.getByRole('button', { name: `Pay the artist${about}` })
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
  expect(screen.queryByRole('button', { name: /^(Pay|Refund|Grant)/ })).toBeNull()
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
