import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub, data, Outlet } from 'react-router'
import { expect, test, vi } from 'vitest'
import { pageRoutes } from '#rules/page-paths.ts'
import { session } from '#web/accounts/session-store.ts'
import { adminMessages } from '#web/admin/admin-messages.ts'
import { exampleArtist } from '#web/artists/example-artist.ts'
import { ArtistDialogHost } from '#web/artists/profile/artist-dialog-host.tsx'
import { profileMessages } from '#web/artists/profile/profile-messages.ts'
import { artistId, exampleProfile } from '#web/artists/profile/test-profile.tsx'
import { ErrorBoundary } from './artist-page.tsx'
import ArtistsPage, { shouldRevalidate } from './artists-page.tsx'

const record = { id: artistId, displayName: 'Rosa & Sons', username: 'rosa' }

type Server = { users: (typeof record)[]; total: number }

/** The server as admins or others see it, with these banned artists; returns the calls. A ban adds the artist. */
async function serveTo(
  role: 'admin' | 'customer' | null,
  server: Server = { users: [record], total: 1 },
): Promise<string[]> {
  cleanup()
  const calls: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    const respond = (status: number, body: object) =>
      Promise.resolve(Response.json(body, { status }))
    if (path.endsWith('get-id-and-role'))
      return respond(200, { id: role && 'u1', role, isBanned: false })
    calls.push(path)
    if (role !== 'admin') return respond(404, { code: 'not_found', message: 'No' })
    if (path === '/api/proxy/admin/ban-user') {
      server.users = [record]
      server.total = 1
      return respond(200, {})
    }
    if (path.startsWith('/api/proxy/admin/users?')) return respond(200, server)
    if (path.startsWith(`/public/users/${artistId}`))
      return respond(200, exampleProfile({ banned: server.total > 0 }))
    return respond(404, { code: 'not_found', message: 'No' })
  })
  session.invalidate()
  await act(() => session.known())
  return calls
}

/** With the dialog of an artist if the address names one. */
function openList(at = '/artists?query=rosa') {
  const list = { artists: [exampleArtist()], totalUsers: 1, totalPages: 1, currentPage: 1 }
  const search = { query: 'rosa', orderBy: 'popularity', page: 1 }
  const loaderData = {
    search,
    list: { ...list, searchedFor: null },
    hasArtists: true,
    publicUrl: 'http://x',
  }
  const page = {
    path: '/artists',
    Component: ArtistsPage,
    loader: () => structuredClone(loaderData),
  }
  const Stub = createRoutesStub([
    {
      children: [{ ...page, shouldRevalidate }],
      HydrateFallback: () => null,
      Component: () => (
        <>
          <Outlet />
          <ArtistDialogHost />
        </>
      ),
    },
  ])
  render(<Stub initialEntries={[at]} />)
}

test('below the list of artists an admin sees the banned ones of the search, marked; others ask for none (D-101)', async () => {
  const calls = await serveTo('admin')
  openList()
  const banned = within(await screen.findByRole('region', { name: /^Banned artists/ }))
  expect(banned.getByRole('link', { name: 'Rosa & Sons' }).getAttribute('href')).toBe(
    `/artist/${artistId}`,
  )
  banned.getByText('Banned')
  const asked = calls.filter((path) => path.includes('/admin/users'))
  expect(asked).toEqual(['/api/proxy/admin/users?role=artist&state=banned&query=rosa'])

  const ofOthers = await serveTo('customer')
  openList()
  await screen.findByRole('list', { name: 'Artists' })
  expect(ofOthers.filter((path) => path.includes('/admin/'))).toEqual([])
})

test('where there are more banned artists than are shown, the admin’s list of users has them all', async () => {
  await serveTo('admin', { users: [record], total: 1_200 })
  openList()
  const all = await screen.findByRole('link', { name: 'All banned artists: 1,200' })
  expect(all.getAttribute('href')).toBe('/admin/users?role=artist&state=banned&query=rosa')
  await serveTo('admin')
  openList()
  await screen.findByRole('region', { name: adminMessages.bannedArtists })
  expect(screen.queryByRole('link', { name: /^All banned artists/ })).toBeNull()
})

function openHiddenPage() {
  const Stub = createRoutesStub([
    {
      id: 'page',
      path: pageRoutes.artist,
      Component: () => null,
      ErrorBoundary,
      loader: () => {
        throw data(null, { status: 404 })
      },
    },
  ])
  render(<Stub initialEntries={[`/artist/${artistId}`]} />)
}

test('the page of a banned artist is not found for others, and shown to an admin with its mark and without Follow (D-101)', async () => {
  for (const role of [null, 'customer'] as const) {
    const calls = await serveTo(role)
    openHiddenPage()
    await screen.findByRole('heading', { level: 1, name: profileMessages.notFound })
    expect(calls).toEqual([])
  }
  await serveTo('admin')
  openHiddenPage()
  await screen.findByRole('heading', { level: 1, name: 'Rosa & Sons' })
  screen.getByText('Banned')
  await screen.findByRole('button', { name: 'Unban Rosa & Sons' })
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull())
})

test('after a ban in the dialog the artist is among the banned ones at once, also one who was on no page of the list', async () => {
  await serveTo('admin', { users: [], total: 0 })
  openList(`/artists?query=rosa&artist=${artistId}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Rosa & Sons' }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Ban Rosa & Sons' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Ban Rosa & Sons?' }))
  expect(screen.queryByText(adminMessages.bannedArtists)).toBeNull()
  const told = asked.getByLabelText('What Rosa & Sons is told')
  fireEvent.change(told, { target: { value: 'A complaint.' } })
  fireEvent.click(asked.getByRole('button', { name: 'Ban' }))
  await dialog.findByText('Banned')
  const heading = await screen.findByText(adminMessages.bannedArtists)
  const banned = within(heading.closest('section') ?? document.body)
  banned.getByText('Rosa & Sons')
})
