// What the catalogue's page shows where no track has every word that was typed.

import { cleanup, render, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { TrackList } from '#contracts/catalogue.ts'
import { createApi } from '#web/api/client.ts'
import { publicApiContext, siteContext } from '#web/api/contexts.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { exampleSite } from '../../../../tests/support/pages/example-site.ts'
import TracksPage, { loader } from './tracks-page.tsx'

const fetched = { id: null, role: null, filters: [] }
vi.stubGlobal('fetch', () => Promise.resolve(Response.json(fetched)))

const tracksNamed = (...titles: string[]) =>
  titles.map((title, place) => ({ ...exampleTrack({ id: `t${place}`, title }), versions: [] }))

/** Other tracks than those of `tracksNamed`. */
const named = (...titles: string[]) =>
  tracksNamed(...titles).map((track) => ({ ...track, id: `other-${track.title}` }))

type Others = (search: URLSearchParams) => TrackList['tracks']
const popularOnes: Others = () => tracksNamed('Popular 1', 'Popular 2', 'Popular 3')

/** Opens the page with what the server returns for the search; `asked` has the path of each request. */
async function open(address: string, found: Partial<TrackList>, others = popularOnes) {
  cleanup()
  const asked: string[] = []
  const list = {
    totalIsExact: true,
    matching: 'exact',
    searchedFor: null,
    currentPage: 1,
    totalPages: 1,
  }
  const context = new RouterContextProvider()
  const send = ({ path }: { path: string }) => {
    asked.push(path)
    const isOther = path.includes('limit=')
    const tracks = isOther ? others(new URL(path, 'http://x').searchParams) : []
    const body = { ...list, tracks, totalTracks: tracks.length, ...(isOther ? {} : found) }
    return Promise.resolve({ status: 200, cookies: [], body })
  }
  context.set(publicApiContext, createApi(send, { sent: null, received: [] }))
  context.set(siteContext, { ...exampleSite, publicUrl: 'http://x' })
  const url = new URL(address, 'http://x')
  const request = new Request(url)
  const loaded = await loader({ context, url, request, params: {}, pattern: '/tracks' })
  const loaderData = { page: loaded }
  const Stub = createRoutesStub([{ id: 'page', path: '/tracks', Component: TracksPage }])
  const view = render(<Stub initialEntries={[address]} hydrationData={{ loaderData }} />)
  return { page: within(view.container), asked }
}

test.each([
  {
    matching: 'closest',
    searchedFor: 'house rising sun',
    text: 'No exact match. Closest to “house rising sun”.',
  },
  {
    matching: 'corrected',
    searchedFor: 'house of the rising sun',
    text: 'Showing results for “house of the rising sun”.',
  },
  // Without other words, the closest tracks are close to what was typed.
  { matching: 'closest', searchedFor: null, text: 'No exact match. Closest to “the hous rizing”.' },
] as const)(
  'above $matching tracks the page says what they match, and the box keeps what was typed',
  async ({ matching, searchedFor, text }) => {
    const tracks = tracksNamed('The House of the Rising Sun')
    const found = { tracks, totalTracks: 1, matching, searchedFor }
    const { page } = await open('/tracks?query=the+hous+rizing', found)
    const note = page.getByText(text, { selector: 'bdi' })
    const card = page.getByRole('article', { name: 'The House of the Rising Sun' })
    expect(note.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(page.getByRole('status').textContent).toBe(`1 track. ${text}`)
    expect(page.getByRole<HTMLInputElement>('searchbox').value).toBe('the hous rizing')
    expect(page.queryByText('No tracks found')).toBeNull()
  },
)

test('above tracks that have every word there is no such line', async () => {
  const found = { tracks: tracksNamed('Skylark'), totalTracks: 1 }
  const { page } = await open('/tracks?query=skylark', found)
  expect(page.queryByText(/No exact match|Showing results/)).toBeNull()
})

test.each(['/tracks?query=zzz', '/tracks?genre=Jazz'])(
  'where nothing is found, %s leads on to all tracks, to popular ones and to a commission (CAT-26)',
  async (address) => {
    const { page } = await open(address, {})
    page.getByRole('heading', { name: 'No tracks found' })
    expect(page.getByRole('link', { name: 'Clear All Filters' }).getAttribute('href')).toBe(
      '/tracks',
    )
    const popular = within(page.getByRole('region', { name: 'Popular tracks' }))
    const titles = popular.getAllByRole('article').map((card) => within(card).getByRole('heading'))
    expect(titles.map((title) => title.textContent)).toEqual([
      'Popular 1',
      'Popular 2',
      'Popular 3',
    ])
    expect(popular.getAllByRole('button', { name: /^Add Popular/ })).toHaveLength(3)
    const commission = page.getByRole('link', { name: 'See the commission service' })
    expect(commission.getAttribute('href')).toBe('/#commission-service')
  },
)

const titlesIn = (section: HTMLElement) =>
  within(section)
    .getAllByRole('heading', { level: 3 })
    .map((title) => title.textContent)

test('below three results or fewer there are three others of the genre of the first, without those found', async () => {
  const [skylark, ash] = tracksNamed('Skylark', 'Ash')
  const tracks = [
    { ...skylark, genre: 'Jazz' },
    { ...ash, genre: 'Folk' },
  ] as TrackList['tracks']
  const found = { tracks, totalTracks: 2 }
  const { page, asked } = await open('/tracks?query=a', found, (search) =>
    search.get('genre') === 'Jazz' ? [...tracks, ...named('Blue', 'Body', 'Laura', 'Misty')] : [],
  )
  expect(asked.slice(1)).toEqual([
    expect.stringMatching(/[?&]genre=Jazz&.*limit=5|limit=5&.*genre=Jazz/),
  ])
  const similar = page.getByRole('region', { name: 'Similar tracks' })
  expect(titlesIn(similar)).toEqual(['Blue', 'Body', 'Laura'])
  expect(within(similar).getAllByRole('button', { name: /^Add/ })).toHaveLength(3)
  const list = page.getByRole('list', { name: 'Tracks' })
  expect(list.compareDocumentPosition(similar) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test.each([
  ['without a genre', null],
  ['of a genre without another track', 'Jazz'],
] as const)('below a result %s there are popular tracks, without it', async (_, genre) => {
  const tracks = tracksNamed('Skylark').map((track) => ({ ...track, genre }))
  const { page } = await open('/tracks?query=sky', { tracks, totalTracks: 1 }, (search) =>
    search.has('genre') ? tracks : [...named('Moon'), ...tracks, ...named('Sun')],
  )
  expect(titlesIn(page.getByRole('region', { name: 'Popular tracks' }))).toEqual(['Moon', 'Sun'])
  expect(page.queryByText('Similar tracks')).toBeNull()
})

test.each([
  ['four results', '/tracks?query=sky', 4],
  ['a small catalogue without a search', '/tracks', 2],
])('below %s there are no others', async (_, address, totalTracks) => {
  const tracks = named(...['Ash', 'Elm', 'Oak', 'Yew'].slice(0, totalTracks))
  const { page, asked } = await open(address, { tracks, totalTracks })
  expect(asked).toHaveLength(1)
  expect(page.getAllByRole('article')).toHaveLength(totalTracks)
})

test('an empty catalogue asks for no popular tracks', async () => {
  const { page, asked } = await open('/tracks', {})
  page.getByRole('heading', { name: 'Track Collection Coming Soon' })
  expect(asked).toHaveLength(1)
})
