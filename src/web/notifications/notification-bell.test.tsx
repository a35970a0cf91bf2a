import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Notification } from '#contracts/notifications/notifications.ts'
import { session } from '#web/accounts/session-store.ts'
import { NotificationBell } from './notification-bell.tsx'
import { notifications } from './notifications-store.ts'

const entry = (at: number, isRead: boolean): Notification => ({
  id: `0198f000-0000-7000-8000-00000000000${at}`,
  kind: 'comment',
  sentence: `sam commented on “Song ${at}”.`,
  addition: '',
  coverUrl: null,
  path: `/tracks/${at}`,
  createdAt: '2026-03-05T12:00:00.000Z',
  isRead,
})

/** What the server has, and whether it responds with it. */
const server = { unread: 0, list: [] as Notification[], fails: false, calls: [] as string[] }

vi.stubGlobal('fetch', (path: string, { method }: RequestInit = {}) => {
  const respond = (body: object, status = 200) => Promise.resolve(Response.json(body, { status }))
  if (path.includes('get-id-and-role'))
    return respond({ id: 'u1', role: 'customer', username: 'mia' })
  if (server.fails) return respond({ code: 'fault', message: 'An error occurred.' }, 500)
  if (method === 'POST') {
    server.calls.push(path)
    const all = path === '/api/notifications/read'
    server.list = server.list.map((one) => ({
      ...one,
      isRead: one.isRead || all || path.includes(one.id),
    }))
    server.unread = server.list.filter(({ isRead }) => !isRead).length
  }
  return respond({ unread: server.unread, notifications: server.list, totalPages: 1 })
})

async function open(state: Partial<typeof server>) {
  cleanup()
  Object.assign(server, { unread: 0, list: [], fails: false, calls: [] }, state)
  session.invalidate()
  const Page = createRoutesStub([{ path: '*', Component: NotificationBell }])
  render(<Page />)
  return screen.findByRole('button', { name: /^Notifications/ })
}

async function openMenu() {
  const menu = screen.getByRole('region', { name: 'Notifications', hidden: true })
  // What a browser does when the popover opens.
  await act(async () => {
    menu.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' }))
  })
  return within(menu)
}

test.each([
  [0, 'Notifications', ''],
  [1, 'Notifications, 1 unread', '1'],
  [99, 'Notifications, 99 unread', '99'],
  [120, 'Notifications, 120 unread', '99+'],
])(
  'with %i unread notifications the bell is named %s and shows %s',
  async (unread, name, badge) => {
    await open({ unread })
    const bell = await screen.findByRole('button', { name })
    expect(bell.textContent).toBe(badge)
  },
)

test('the bell opens the newest notifications: each links to its subject and has its time, unread ones are marked in words, and are read singly or all', async () => {
  await open({ unread: 2, list: [entry(1, false), entry(2, false), entry(3, true)] })
  const menu = await openMenu()
  const rows = await menu.findAllByRole('listitem')
  expect(rows).toHaveLength(3)
  const links = menu.getAllByRole('link', { name: /commented/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/tracks/1',
    '/tracks/2',
    '/tracks/3',
  ])
  expect(rows.map((row) => row.querySelector('time')?.textContent)).toEqual(
    Array(3).fill('05/03/2026, 12:00'),
  )
  expect(rows.map((row) => row.textContent?.includes('New'))).toEqual([true, true, false])
  expect(rows.map((row) => row.querySelector('strong') !== null)).toEqual([true, true, false])

  fireEvent.click(menu.getByRole('button', { name: 'Mark as read: sam commented on “Song 2”.' }))
  await screen.findByRole('button', { name: 'Notifications, 1 unread' })
  await waitFor(() =>
    expect(menu.getAllByRole('button', { name: /^Mark as read:/ })).toHaveLength(1),
  )
  fireEvent.click(menu.getByRole('button', { name: 'Mark all as read' }))
  await screen.findByRole('button', { name: 'Notifications' })
  await waitFor(() => expect(menu.queryByRole('button')).toBeNull())
  expect(server.calls).toEqual([
    '/api/notifications/0198f000-0000-7000-8000-000000000002/read',
    '/api/notifications/read',
  ])
})

test('following a notification marks it as read', async () => {
  await open({ unread: 1, list: [entry(1, false)] })
  const menu = await openMenu()
  fireEvent.click(await menu.findByRole('link', { name: /commented/ }))
  await screen.findByRole('button', { name: 'Notifications' })
  expect(server.calls).toEqual([`/api/notifications/${entry(1, false).id}/read`])
})

test('the menu says that there is nothing yet, and that loading failed, with another try', async () => {
  await open({})
  const empty = await openMenu()
  await empty.findByText('No notifications yet')

  await open({ unread: 1, list: [entry(1, false)] })
  server.fails = true
  const menu = await openMenu()
  await menu.findByText('Failed to load notifications')
  server.fails = false
  fireEvent.click(menu.getByRole('button', { name: 'Try again' }))
  await menu.findByRole('link', { name: /commented/ })
  expect(menu.queryByText('Failed to load notifications')).toBeNull()
})

test('a growing number is announced; another user of the tab sees nothing of it', async () => {
  await open({ unread: 1 })
  await screen.findByRole('button', { name: 'Notifications, 1 unread' })
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => notifications.store.setState({ unread: 2 }))
  expect(screen.getByRole('status').textContent).toBe('You have a new notification')
  act(() => notifications.followSession({ state: 'visitor' }))
  expect(notifications.store.getState().unread).toBe(0)
})
