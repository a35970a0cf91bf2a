import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { FollowedWithTracks } from '#contracts/artists/follows.ts'
import { session } from '#web/accounts/session-store.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import FollowingPage, { meta } from './following-page.tsx'

const rosa: FollowedWithTracks = {
  id: 'rosa',
  username: 'rosa',
  displayName: 'Rosa & Sons',
  avatar: null,
  tracks: [exampleTrack({ id: 't1', title: 'Skylark' }), exampleTrack({ id: 't2', title: 'Rain' })],
}
const fern = { ...rosa, id: 'fern', username: 'fern', displayName: 'Fern', tracks: [] }

type Server = { role: string; followers: () => Response }

async function open(artists: FollowedWithTracks[], server: Partial<Server> = {}) {
  cleanup()
  const { role = 'customer', followers = () => Response.json({ followers: [] }) } = server
  vi.stubGlobal('fetch', (path: string) => {
    if (path.endsWith('get-id-and-role'))
      return Promise.resolve(Response.json({ id: crypto.randomUUID(), role, isBanned: false }))
    if (path.endsWith('/followers')) return Promise.resolve(followers())
    return Promise.resolve(Response.json({ following: artists, items: [], gone: [], trackIds: [] }))
  })
  session.invalidate()
  await act(() => session.known())
  const Stub = createRoutesStub([{ id: 'page', path: '/following', Component: FollowingPage }])
  const page = { artists, totalPages: 1, currentPage: 1 }
  render(<Stub initialEntries={['/following']} hydrationData={{ loaderData: { page } }} />)
}

test('the followed artists are shown with their newest tracks and the follow button; following nobody leads to the artists', async () => {
  await open([rosa, fern])
  expect(meta({} as Parameters<typeof meta>[0])).toContainEqual({
    name: 'robots',
    content: 'noindex',
  })
  const part = within(screen.getByRole('region', { name: 'Rosa & Sons' }))
  expect(part.getByRole('link', { name: 'Skylark' }).getAttribute('href')).toBe('/tracks/t1')
  part.getByRole('link', { name: 'Rain' })
  await part.findByRole('button', { name: 'Following Rosa & Sons' })
  within(screen.getByRole('region', { name: 'Fern' })).getByText('No tracks yet.')
  expect(screen.queryByRole('heading', { name: 'Your followers' })).toBeNull()

  await open([])
  const link = screen.getByRole('link', { name: 'Find artists' })
  expect(link.getAttribute('href')).toBe('/artists')
})

test('an artist sees the own followers; a list that fails says so and is repeated (ERR-63)', async () => {
  let answer = Response.json({}, { status: 500 })
  await open([], { role: 'artist', followers: () => answer.clone() })
  await screen.findByText('Failed to get followers list')
  answer = Response.json({ message: 'Away.' }, { status: 503 })
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Away.')
  answer = Response.json({
    followers: [{ id: 'mia', username: 'mia', displayName: 'Mia Sings', avatar: null }],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  const part = within(await screen.findByRole('region', { name: 'Your followers' }))
  await part.findByText('Mia Sings')
  part.getByText('1 follower')
  expect(screen.queryByText('Away.')).toBeNull()
})
