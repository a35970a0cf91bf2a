import { renderToString } from 'react-dom/server'
import { cleanup, render, screen, within } from '@testing-library/react'
import { createRoutesStub, MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { AccountMenu } from './account-menu.tsx'
import { session } from './session-store.ts'

type Who = { id: string | null; role: string | null; username?: string; isBanned?: boolean }

function open(who: Who, address: string) {
  cleanup()
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(who)))
  session.invalidate()
  const Page = createRoutesStub([{ path: '*', Component: AccountMenu }])
  render(<Page initialEntries={[address]} />)
}

test('a visitor sees a login link that returns to the present page', async () => {
  open({ id: null, role: null }, '/tracks?query=skylark')
  const link = await screen.findByRole('link', { name: 'Log in' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Ftracks%3Fquery%3Dskylark')
})

test.each([
  ['artist', 'Artist Dashboard'],
  ['customer', 'Become an artist'],
])(
  'the account menu of a %s links to My Tracks, to %s, and to logging out',
  async (role, dashboard) => {
    open({ id: 'u1', role, username: 'Rosa' }, '/')
    await screen.findByRole('button', { name: 'Account of Rosa' })
    const menu = within(screen.getByRole('navigation', { name: 'Account' }))
    expect(menu.getByRole('link', { name: 'My Tracks' }).getAttribute('href')).toBe('/my-tracks')
    expect(menu.getByRole('link', { name: 'Following' }).getAttribute('href')).toBe('/following')
    expect(menu.getByRole('link', { name: dashboard }).getAttribute('href')).toBe(
      '/artist-dashboard',
    )
    const form = menu.getByRole('button', { name: 'Log out' }).closest('form')
    expect([form?.getAttribute('action'), form?.method]).toEqual(['/logout', 'post'])
  },
)

test('the browser stores whether the user is banned, for display, until the ban is lifted (BAN-09)', async () => {
  open({ id: 'u1', role: 'artist', username: 'Rosa', isBanned: true }, '/')
  await session.known()
  expect(localStorage.getItem('isBanned')).toBe('true')
  open({ id: 'u1', role: 'artist', username: 'Rosa', isBanned: false }, '/')
  await session.known()
  expect(localStorage.getItem('isBanned')).toBeNull()
})

test('a page rendered on the server has a login link before any script runs', () => {
  const markup = renderToString(
    <MemoryRouter initialEntries={['/tracks?query=skylark']}>
      <AccountMenu />
    </MemoryRouter>,
  )
  document.body.innerHTML = markup
  // Cached pages are rendered without the query; the browser adds it.
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
    '/login?next=%2Ftracks',
  )
  // Without scripts it stays.
  expect(document.querySelector('.needs-script')).toBeNull()
  document.body.innerHTML = ''
})
