import { render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { pageRoutes } from '#rules/page-paths.ts'
import { createApi } from '#web/api/client.ts'
import { publicApiContext, siteContext } from '#web/api/contexts.ts'
import { artistId, exampleProfile, exampleTracks } from '#web/artists/profile/test-profile.tsx'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { ArtistLine } from '#web/tracks/track-artists.tsx'
import { artistStructuredData } from '#web/artists/profile/artist-meta.ts'
import { exampleSite } from '../../../../tests/support/pages/example-site.ts'
import ArtistPage, { ErrorBoundary, loader, meta } from './artist-page.tsx'

const tracksCall = '/public/tracks/query'

type Served = { status: number; body: unknown }

/** The loaded page; nothing but its public calls is asked, without cookies. */
async function load(id: string, answers: Record<string, Served> = {}) {
  const url = new URL(`http://shop.test/artist/${id}`)
  const served: Record<string, Served> = {
    [`/public/users/${artistId}`]: { status: 200, body: exampleProfile() },
    [tracksCall]: { status: 200, body: exampleTracks(['Skylark', 'Danny Boy']) },
    ...answers,
  }
  const send = ({ path }: { path: string }) => {
    const { status, body } = served[new URL(path, url).pathname] ?? { status: 404, body: {} }
    return Promise.resolve({ status, cookies: [], body })
  }
  const context = new RouterContextProvider()
  context.set(publicApiContext, createApi(send, { sent: null, received: [] }))
  context.set(siteContext, { ...exampleSite, publicUrl: url.origin })
  const args = { context, url, request: new Request(url), params: { id }, pattern: '' }
  const loaded = await loader(args)
  return { page: loaded.data, headers: new Headers(loaded.init?.headers) }
}

async function open() {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: null, role: null })))
  const { page } = await load(artistId)
  const Stub = createRoutesStub([
    { id: 'artist', path: pageRoutes.artist, Component: ArtistPage, loader: () => page },
  ])
  const hydrationData = { loaderData: { artist: page } }
  return render(<Stub initialEntries={[`/artist/${artistId}`]} hydrationData={hydrationData} />)
}

test('the page has the parts of the dialog, for everyone, with the tracks from the start (NAV-12, PAG-01, PAG-04)', async () => {
  await open()
  screen.getByRole('heading', { level: 1, name: 'Rosa & Sons' })
  const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)
  expect(titles).toEqual([
    "Examples Of Artist's Playing Style",
    'Video',
    'Artist Reviews',
    'Artist Info',
    'All Uploaded Tracks',
  ])
  const tracks = within(screen.getByRole('region', { name: 'All Uploaded Tracks' }))
  tracks.getByText('Showing 2 of 2 tracks')
  tracks.getByRole('link', { name: 'Danny Boy' })
  // Each row has its cover, and can be put into the basket.
  const rows = tracks.getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('img')?.getAttribute('src'))).toEqual([
    '/public/tracks/t0/cover.svg',
    '/public/tracks/t1/cover.svg',
  ])
  await tracks.findByRole('button', { name: 'Add Danny Boy to basket' })
  // Without a script the catalogue searches them.
  const form = tracks.getByRole<HTMLFormElement>('search')
  expect([form.getAttribute('action'), new FormData(form).get('artistId')]).toEqual([
    '/tracks',
    artistId,
  ])
})

test('an artist’s name above a track leads to their page (NAV-12, PAG-02)', () => {
  const { user } = exampleTrack()
  const Stub = createRoutesStub([{ path: '/', Component: () => <ArtistLine user={user} /> }])
  render(<Stub />)
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/artist/${user?.id}`)
})

test('other sites get the address, a description and a rating only if there are ratings', async () => {
  const { page } = await load(artistId)
  const text = JSON.stringify(meta({ loaderData: page } as Parameters<typeof meta>[0]))
  expect(text).toContain(`"http://shop.test/artist/${artistId}"`)
  expect(text).toContain('"content":"Two guitars. One room."')
  expect(text).toContain('"ratingValue":"4.4","ratingCount":32')
  expect(text).toContain(`http://shop.test/public/users/${artistId}/share.png?v=1`)
  expect(text).toContain('A portrait of Rosa & Sons')
  expect(text).not.toContain('og.png')
  const unrated = artistStructuredData({ ...page.artist, numOfRatings: 0 }, 'http://shop.test')
  expect(JSON.stringify(unrated)).not.toContain('AggregateRating')
})

test('the page of an artist who is not there says so in its own words', async () => {
  const Stub = createRoutesStub([
    {
      path: pageRoutes.artist,
      Component: () => null,
      ErrorBoundary,
      loader: async () => {
        await load('me')
        return null
      },
    },
  ])
  render(<Stub initialEntries={['/artist/me']} />)
  await screen.findByRole('heading', { level: 1, name: 'Artist not found' })
  expect(screen.queryByText(/track/)).toBeNull()
  expect(screen.getByRole('link', { name: 'All artists' }).getAttribute('href')).toBe('/artists')
})

test('an unknown or invalid id is not found; a page without its tracks is not stored', async () => {
  for (const id of ['me', '0198f000-0000-7000-8000-0000000000bb'])
    await expect(load(id)).rejects.toMatchObject({ init: { status: 404 } })
  expect((await load(artistId)).headers.has('cache-control')).toBe(false)
  const { page, headers } = await load(artistId, { [tracksCall]: { status: 500, body: {} } })
  expect([page.tracks, headers.get('cache-control')]).toEqual([null, 'no-store'])
})
