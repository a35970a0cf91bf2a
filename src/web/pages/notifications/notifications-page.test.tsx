import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Notification } from '#contracts/notifications/notifications.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import NotificationsPage, { loader } from './notifications-page.tsx'

const entry = (changes: Partial<Notification>): Notification => ({
  id: '0198f000-0000-7000-8000-000000000001',
  kind: 'sale',
  sentence: 'You sold “Ash” and earned £2.90.',
  addition: '',
  coverUrl: null,
  path: '/artist-dashboard',
  createdAt: '2026-03-05T12:00:00.000Z',
  isRead: false,
  ...changes,
})

vi.stubGlobal('fetch', (path: string) =>
  Promise.resolve(
    Response.json(path.includes('get-id-and-role') ? { id: null, role: null } : { unread: 0 }),
  ),
)

async function open(
  notifications: Notification[],
  { search = '', unread = 1, totalPages = 1 } = {},
) {
  cleanup()
  const asked: string[] = []
  const url = new URL(`http://site.test/notifications${search}`)
  const context = new RouterContextProvider()
  const send = ({ path }: { path: string }) => {
    asked.push(path)
    const body = { notifications, unread, totalPages, currentPage: 1 }
    return Promise.resolve({ status: 200, cookies: [], body })
  }
  context.set(apiContext, createApi(send, { sent: null, received: [] }))
  const request = new Request(url)
  const page = await loader({ context, url, request, params: {}, pattern: '/notifications' })
  const Stub = createRoutesStub([
    { id: 'page', path: '/notifications', Component: NotificationsPage, loader: () => page },
  ])
  const initialEntries = [`/notifications${search}`]
  render(<Stub initialEntries={initialEntries} hydrationData={{ loaderData: { page } }} />)
  return asked
}

const filter = () => within(screen.getByRole('navigation', { name: 'Which notifications' }))

test('a notification has the cover of its listed track, or else a sign of its kind', async () => {
  const cover = '/public/tracks/1/cover.svg?v=2-0-x'
  const covered = { id: '0198f000-0000-7000-8000-000000000002', coverUrl: cover } as const
  const alarm = { id: '0198f000-0000-7000-8000-000000000003', kind: 'payment_alarm' } as const
  await open([entry({}), entry({ ...covered, kind: 'comment' }), entry(alarm)])
  const [sale, comment, problem] = screen.getAllByRole('listitem').slice(-3)
  expect(comment?.querySelector('img')?.getAttribute('src')).toBe(cover)
  expect(comment?.querySelector('img')?.alt).toBe('')
  const signOf = (row: Element | undefined) =>
    row?.querySelector('.notification-picture')?.innerHTML
  expect(sale?.querySelector('img')).toBeNull()
  expect(signOf(sale)).toContain('<svg')
  expect(signOf(problem)).toContain('<svg')
  expect(signOf(sale)).not.toBe(signOf(problem))
})

test('unread notifications can be shown alone, in pages, with their number', async () => {
  expect(await open([entry({})], { unread: 3 })).toEqual(['/api/notifications?page=1&show=all'])
  const links = filter().getAllByRole('link')
  expect(
    links.map((link) => [
      link.textContent,
      link.getAttribute('href'),
      link.getAttribute('aria-current'),
    ]),
  ).toEqual([
    ['All', '/notifications', 'page'],
    ['Unread3', '/notifications?show=unread', null],
  ])

  const asked = await open([entry({})], { search: '?show=unread', unread: 30, totalPages: 2 })
  expect(asked).toEqual(['/api/notifications?page=1&show=unread'])
  expect(
    filter()
      .getByRole('link', { name: /^Unread/ })
      .getAttribute('aria-current'),
  ).toBe('page')
  const next = screen.getByRole('link', { name: 'Next' })
  expect(next.getAttribute('href')).toBe('/notifications?show=unread&page=2')
})

test('when nothing is unread the way to all notifications stays', async () => {
  await open([], { search: '?show=unread', unread: 0 })
  screen.getByRole('heading', { name: 'All notifications are read.' })
  expect(filter().getByRole('link', { name: 'All' }).getAttribute('href')).toBe('/notifications')
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})

test('a user without any notification has nothing to choose from', async () => {
  await open([], { unread: 0 })
  screen.getByRole('heading', { name: 'No notifications yet' })
  expect(screen.queryByRole('navigation')).toBeNull()
})

test.each([
  ['', 'You sold “Ash” and earned £2.90.'],
  ['?show=unread', 'Notifications'],
])(
  'at the address "%s" the focus is on “%s” after a notification was marked as read',
  async (search, name) => {
    await open([entry({})], { search })
    fireEvent.click(screen.getByRole('button', { name: /^Mark as read:/ }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe(name))
  },
)
