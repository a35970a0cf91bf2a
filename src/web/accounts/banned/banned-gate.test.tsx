import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'

// As an earlier visit has left it.
localStorage.setItem('isBanned', 'true')
const { session } = await import('../session-store.ts')
const { BannedGate } = await import('./banned-gate.tsx')

/** The server's stream of events. */
class FakeSource extends EventTarget {
  static readonly opened: FakeSource[] = []
  readyState = 1
  constructor() {
    super()
    FakeSource.opened.push(this)
  }
  close() {}
  send(event: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
  }
}
vi.stubGlobal('EventSource', FakeSource)

type Account = {
  id: string | null
  role: string | null
  isBanned: boolean
  username?: string
  suspension?: { since: string; reason: string | null } | null
}
const rosa = { id: 'u1', role: 'artist', username: 'Rosa', isBanned: false }
const banned = { ...rosa, isBanned: true }

const policies = [
  '/terms',
  '/privacy',
  '/refunds',
  '/copyright-policy',
  '/reviews-policy',
  '/about',
]
const papers = [
  '/artist-dashboard/papers',
  '/statements/s1',
  '/artist-dashboard/vat-invoices/INV-000001',
  '/artist-dashboard/tax-reports/t1',
]
const openPaths = ['/', '/login', '/logout', '/contact', '/settings/data', ...papers, ...policies]

function Layout() {
  return (
    <BannedGate>
      <Outlet />
    </BannedGate>
  )
}

async function open(path: string, server: { account: Account; isReachable?: boolean }) {
  cleanup()
  vi.stubGlobal('fetch', () =>
    server.isReachable === false
      ? Promise.reject(new TypeError('no connection'))
      : Promise.resolve(Response.json(server.account)),
  )
  session.invalidate()
  const pages = [...openPaths, '/tracks', '/my-tracks']
  const children = pages.map((page) => ({ path: page, element: <p>The page {page}</p> }))
  const router = createMemoryRouter([{ Component: Layout, children }], { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  await act(() => session.known())
  return router
}

function stopTimers() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const notice = () => screen.queryByRole('alert')?.textContent ?? ''
const page = () => screen.queryByText(/^The page/)?.textContent ?? null

test('the flag on the device blocks before the server has answered, and the answer decides (LST-07, BAN-09)', async () => {
  await open('/tracks', { account: rosa, isReachable: false })
  expect([page(), notice()]).toEqual([null, expect.stringContaining('Access Denied')])

  const router = await open('/tracks', { account: rosa })
  expect([page(), notice()]).toEqual(['The page /tracks', ''])
  expect(localStorage.getItem('isBanned')).toBeNull()
  // Without the flag the server's answer blocks as well.
  await open('/tracks', { account: banned })
  // For the next visit.
  expect(localStorage.getItem('isBanned')).toBe('true')
  localStorage.removeItem('isBanned')
  expect([page(), notice()]).toEqual([null, expect.stringContaining('Access Denied')])
  expect(router.state.location.pathname).toBe('/tracks')
})

test('a banned user reads why instead of the page, is home after 1.5 s, and the notice stays for 4 s (BAN-06, BAN-07, BAN-08, BUS-26, ERR-54, NAV-01, ROL-25)', async () => {
  stopTimers()
  const router = await open('/tracks', { account: banned })
  expect(notice()).toContain('Access Denied')
  expect(notice()).toContain('You are banned from accessing this content!')
  expect(page()).toBeNull()
  await pass(1499)
  expect(router.state.location.pathname).toBe('/tracks')
  await pass(1)
  expect(router.state.location.pathname).toBe('/')
  expect([page(), notice()]).toEqual(['The page /', expect.stringContaining('Access Denied')])
  await pass(2499)
  expect(notice()).toContain('Access Denied')
  await pass(1)
  expect([page(), notice()]).toEqual(['The page /', ''])

  // Another page says it again.
  await act(() => router.navigate('/my-tracks'))
  expect([page(), notice()]).toEqual([null, expect.stringContaining('Access Denied')])
  await pass(1500)
  expect(router.state.location.pathname).toBe('/')
  await pass(2499)
  expect(notice()).toContain('Access Denied')
  await pass(1)
  expect(notice()).toBe('')
})

test.each(openPaths)('a banned user can open %s, without a notice (D-103)', async (path) => {
  await open(path, { account: banned })
  expect([page(), notice()]).toEqual([`The page ${path}`, ''])
})

test.each(['/', '/contact', '/settings/data'])(
  'above %s a suspended user keeps reading since when and why, with the ways to object and to their data',
  async (path) => {
    const suspension = { since: '2026-11-20T10:00:00.000Z', reason: 'Copied recordings.' }
    await open(path, { account: { ...banned, suspension } })
    const element = await screen.findByRole('complementary', { name: 'Your suspension' })
    await waitFor(() => expect(element.textContent).toContain('since 20/11/2026.'))
    const bar = within(element)
    bar.getByText('The reason: Copied recordings.')
    const ways = bar.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(ways).toEqual(['/contact', '/settings/data'].filter((way) => way !== path))
    expect(page()).toBe(`The page ${path}`)
  },
)

test('others see no bar, and without a reason it says only since when', async () => {
  await open('/', { account: rosa })
  expect(screen.queryByRole('complementary')).toBeNull()
  const suspension = { since: '2026-11-20T10:00:00.000Z', reason: null }
  await open('/', { account: { ...banned, suspension } })
  const bar = await screen.findByRole('complementary')
  await waitFor(() => expect(bar.textContent).toContain('since 20/11/2026.'))
  expect(screen.queryByText(/The reason/)).toBeNull()
})

test('an open page is blocked when the server tells of a ban, and is there again after an unban', async () => {
  const server = { account: rosa }
  FakeSource.opened.length = 0
  const router = await open('/tracks', server)
  await expect.poll(() => FakeSource.opened).toHaveLength(1)
  expect(page()).toBe('The page /tracks')
  server.account = banned
  FakeSource.opened[0]?.send({ name: 'accountChanged' })
  await screen.findByText('Access Denied')
  expect(page()).toBeNull()
  server.account = rosa
  FakeSource.opened[0]?.send({ name: 'resync' })
  await screen.findByText(/^The page/)
  expect([router.state.location.pathname, notice()]).toEqual(['/tracks', ''])
})
