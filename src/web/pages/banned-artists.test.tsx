import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub, data } from 'react-router'
import { expect, test, vi } from 'vitest'
import { pageRoutes } from '#rules/page-paths.ts'
import { session } from '#web/accounts/session-store.ts'
import { exampleArtist } from '#web/artists/example-artist.ts'
import { profileMessages } from '#web/artists/profile/profile-messages.ts'
import { artistId, exampleProfile } from '#web/artists/profile/test-profile.tsx'
import { ErrorBoundary } from './artist-page.tsx'
import ArtistsPage from './artists-page.tsx'

const record = { id: artistId, displayName: 'Rosa & Sons', username: 'rosa' }

/** The server as admins or others see it; returns the calls. */
async function serveTo(role: 'admin' | 'customer' | null): Promise<string[]> {
  cleanup()
  const calls: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    const respond = (status: number, body: object) =>
      Promise.resolve(Response.json(body, { status }))
    if (path.endsWith('get-id-and-role'))
      return respond(200, { id: role && 'u1', role, isBanned: false })
    calls.push(path)
    if (role !== 'admin') return respond(404, { code: 'not_found', message: 'No' })
    if (path.startsWith('/api/proxy/admin/users')) return respond(200, { users: [record] })
    if (path.startsWith(`/public/users/${artistId}`))
      return respond(200, { ...exampleProfile(), banned: true })
    return respond(404, { code: 'not_found', message: 'No' })
  })
  session.invalidate()
  await act(() => session.known())
  return calls
}

function openList() {
  const list = { artists: [exampleArtist()], totalUsers: 1, totalPages: 1, currentPage: 1 }
  const search = { query: 'rosa', orderBy: 'popularity', page: 1 }
  const loaderData = {
    search,
    list: { ...list, searchedFor: null },
    hasArtists: true,
    publicUrl: 'http://x',
  }
  const Stub = createRoutesStub([{ id: 'page', path: '/artists', Component: ArtistsPage }])
  render(
    <Stub
      initialEntries={['/artists?query=rosa']}
      hydrationData={{ loaderData: { page: loaderData } }}
    />,
  )
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
