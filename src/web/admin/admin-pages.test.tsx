import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { ContactMessage } from '#contracts/contact/messages.ts'
import type { TrackRecord } from '#contracts/admin/tracks.ts'
import type { UserRecord as Record } from '#contracts/admin/users.ts'
import { session } from '#web/accounts/session-store.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { MessagesList } from '../contact/messages-list.tsx'
import { TracksTable } from './tracks-table.tsx'
import { UserRecord } from './users/user-record.tsx'

const id = 'fe5e1a8a-6f0e-4f43-9a55-0d9f6a1c2b11'
const artist: Record = {
  id,
  email: 'rosa@example.com',
  isEmailVerified: false,
  username: 'rosa',
  displayName: 'Rosa Lindqvist',
  role: 'artist',
  isBanned: false,
  joinedAt: '2026-11-20T10:00:00.000Z',
  tracks: 1234,
  followers: 2,
  bought: 0,
  sold: 7,
  owedPence: 1250,
  areTransfersHeld: false,
  releasePostings: null,
  keptPence: -202,
  owed: [],
  history: [],
}
const track: TrackRecord = {
  id,
  title: 'Skylark',
  originalArtist: 'Hoagy Carmichael',
  artist: { id, name: 'Rosa Lindqvist', isBanned: false },
  createdAt: '2026-11-20T10:00:00.000Z',
  isListed: true,
  withdrawnAt: null,
  isTakenDown: false,
  isQualityValidated: true,
  isFeatured: false,
  customerPricePence: 569,
  sales: 12,
}
const message: ContactMessage = {
  id,
  sentAt: '2026-11-20T10:00:00.000Z',
  name: 'Mia',
  email: 'mia@example.com',
  userId: null,
  subject: 'copyright',
  message: 'This is my song.',
  status: 'new',
  answers: [],
}

type PageName = 'user' | 'tracks' | 'messages'
const pages = {
  user: (stored: unknown) => <UserRecord user={stored as Record} onChanged={() => {}} />,
  tracks: (stored: unknown) => <TracksTable tracks={[stored as TrackRecord]} />,
  messages: (stored: unknown) => <MessagesList messages={[stored as ContactMessage]} />,
}

/** The server stores `before`, and `after` once an action has been sent. */
async function open(page: PageName, before: object, after = before) {
  cleanup()
  let stored = before
  const calls: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string } = {}) => {
    if (path.endsWith('get-id-and-role'))
      return Promise.resolve(Response.json({ id: 'u1', role: 'admin', isBanned: false }))
    calls.push({ path, body: JSON.parse(body ?? 'null') })
    stored = after
    return Promise.resolve(Response.json({}))
  })
  session.invalidate()
  await act(() => session.known())
  const Shown = () => pages[page](useLoaderData())
  const routes = [
    { path: '*', loader: () => stored, Component: Shown, HydrateFallback: () => null },
  ]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
  return calls
}

/** Writes what is told, or the note of an action of which nobody is told. */
async function decide(label: string, words: string, field: RegExp) {
  fireEvent.click(await screen.findByRole('button', { name: label }))
  const dialog = await screen.findByRole('dialog')
  const submit = within(dialog).getByRole('button', { name: label.split(':')[0] ?? '' })
  fireEvent.click(submit)
  await within(dialog).findByText(/^Please (enter a reason|say why)\.$/, {
    selector: '.error-text *, .error-text',
  })
  fireEvent.change(within(dialog).getByLabelText(field), { target: { value: words } })
  fireEvent.click(submit)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test.each([
  ['user', 'Hold transfers: Rosa Lindqvist', { areTransfersHeld: true }, 'hold-transfers', 'note'],
  ['tracks', 'Take down: Skylark', { isTakenDown: true }, 'take-down', 'reason'],
  ['tracks', 'Remove approval: Skylark', { isQualityValidated: false }, 'quality', 'note'],
  ['tracks', 'Feature: Skylark', { isFeatured: true }, 'feature', 'note'],
  ['messages', 'Close message: Mia', { status: 'closed' }, 'move', 'note'],
] as const)(
  'on the page of %s, %s needs its words, is sent once, and shows the new state',
  async (page, label, change, end, words) => {
    const success = vi.spyOn(toast, 'success')
    const before = { user: artist, tracks: track, messages: message }[page]
    const calls = await open(page, before, { ...before, ...change })
    const field = words === 'note' ? /^Note for admins$/ : /^What Rosa Lindqvist is told$/
    await decide(label, 'A complaint.', field)
    expect(success).toHaveBeenCalled()
    expect(calls).toHaveLength(1)
    expect(calls[0]?.path).toMatch(new RegExp(`^/api/proxy/admin/\\w+/${id}/${end}$`))
    expect(calls[0]?.body).toMatchObject({ [words]: 'A complaint.' })
    await waitFor(() => expect(screen.queryByRole('button', { name: label })).toBeNull())
  },
)

test('a user’s record has what they sold and are owed, and the ways to their tracks and the audit log', async () => {
  const entry = {
    id: '1',
    actedAt: '2026-11-20T10:00:00.000Z',
    admin: { id: 'u1', name: null },
    action: 'ban_user',
    subject: { kind: 'user', id, name: 'Rosa Lindqvist' },
    reason: 'Copied recordings.',
    note: 'Zoë wrote to us.',
    removed: null,
  }
  const payout = { kind: 'payout', id: '2', name: 'po_1' }
  const paidOut = { ...entry, id: '2', action: 'pay_out', subject: payout }
  await open('user', { ...artist, areTransfersHeld: true, history: [entry, paidOut] })
  const link = async (name: string) =>
    (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await link('1,234')).toBe(`/admin/tracks?artist=${id}`)
  expect(await link('In the audit log')).toBe(`/admin/audit-log?subject=${id}`)
  screen.getByText('£12.50')
  screen.getByText(', on hold')
  expect(await link('po_1')).toBe('/admin/money')
  expect(await link('−\u2060£2.02')).toBe('/admin/money/margins')
  screen.getByText(', loses money')
  screen.getByRole('row', {
    name: /A deleted account Banned Rosa Lindqvist Told: Copied recordings\. ?Note: Zoë wrote to us\./,
  })
})

test('a withdrawn track has no link to its page, and an admin can neither be banned nor held', async () => {
  const withdrawn = { ...track, isListed: false, withdrawnAt: '2026-11-20T10:00:00.000Z' }
  await open('tracks', { ...withdrawn, isTakenDown: true })
  await screen.findByText('Taken down')
  expect(screen.queryByRole('link', { name: 'Skylark' })).toBeNull()
  screen.getByRole('button', { name: 'Put back: Skylark' })
  await open('user', { ...artist, role: 'admin' })
  await screen.findByText('rosa@example.com (not verified)')
  expect(screen.queryByRole('button')).toBeNull()
})

test('the track of a banned artist is called hidden, has no link, and cannot be featured', async () => {
  await open('tracks', {
    ...track,
    isListed: false,
    artist: { ...track.artist, isBanned: true },
  })
  await screen.findByText('Hidden by the ban')
  expect(screen.queryByText('Listed')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Skylark' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Feature: Skylark' })).toBeNull()
})

test('a message is answered in a form that says to whom, and the answer is shown then', async () => {
  const answers = [{ text: 'It is yours.\nSorry.', sentAt: '2026-11-21T10:00:00.000Z' }]
  const answered = { ...message, status: 'answered', answers }
  const calls = await open('messages', message, answered)
  fireEvent.click(await screen.findByRole('button', { name: 'Answer: Mia' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Answer by email' }))
  dialog.getByText('This is my song.')
  expect(dialog.getByText('Mia').parentElement?.textContent).toBe('Mia (mia@example.com) wrote:')
  const send = dialog.getByRole('button', { name: 'Send' })
  fireEvent.click(send)
  await dialog.findByText('Please enter what they are answered.', {
    selector: '.error-text *, .error-text',
  })
  const field = dialog.getByLabelText('Your answer')
  fireEvent.change(field, { target: { value: 'It is yours.\nSorry.' } })
  fireEvent.click(send)
  fireEvent.click(send)
  await screen.findByText(/^It is yours\.\s+Sorry\.$/)
  expect(calls).toEqual([
    {
      path: `/api/proxy/admin/messages/${id}/answer`,
      body: expect.objectContaining({ answer: 'It is yours.\nSorry.' }),
    },
  ])
  expect(screen.queryByRole('button', { name: 'Answer: Mia' })).toBeNull()
})
