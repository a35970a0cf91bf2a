import { act, cleanup, fireEvent, render, within } from '@testing-library/react'
import { createRoutesStub, Link } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Track } from '#contracts/tracks.ts'
import { readTrackSearch } from '#rules/track-search.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import TracksPage, { clientLoader, ErrorBoundary } from './tracks-page.tsx'

// React reads the FormData of a form submitted in a transition, which this DOM does not support.
vi.stubGlobal('FormData', function () {})

// The session of a visitor.
vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: null, role: null })))

type FakeResponse = { tracks: Track[]; totalTracks: number; totalPages: number }

const two = {
  tracks: [exampleTrack({ id: 't1', title: 'Skylark' }), exampleTrack({ id: 't2' })],
  totalTracks: 24,
  totalPages: 3,
}
const none = { tracks: [], totalTracks: 0, totalPages: 0 }
const exact = { totalIsExact: true, matching: 'exact' as const, searchedFor: null }

/** Opens the page with a server that returns `respond(url)`; `requests` has the query of each request. */
function open(address: string, respond: (url: URL) => Promise<FakeResponse>) {
  // Unmounts the page of the previous test, which would keep its first result.
  cleanup()
  const requests: string[] = []
  const Stub = createRoutesStub([
    {
      path: '/tracks',
      Component: (props) => (
        <>
          <TracksPage {...props} />
          <Link to="/tracks?query=glass">Glass</Link>
        </>
      ),
      ErrorBoundary,
      loader: ({ request }) => {
        const url = new URL(request.url)
        const serverLoader = async () => {
          requests.push(url.search)
          const search = readTrackSearch(url.searchParams)
          return {
            search,
            list: { ...exact, ...(await respond(url)), currentPage: search.page },
            publicUrl: 'http://x',
          }
        }
        return clientLoader({ url, serverLoader })
      },
    },
  ])
  const page = within(render(<Stub initialEntries={[address]} />).container)
  return { page, requests }
}

test('without a search the heading is All Tracks with the number of all (CAT-21, CAT-22)', async () => {
  const { page } = open('/tracks', () => Promise.resolve(two))
  expect(await page.findByRole('heading', { level: 1, name: 'All Tracks 24 tracks' })).toBeDefined()
  const status = page.getByRole('status')
  expect(status.textContent).toBe('24 tracks')
  // HTML lets a heading hold no role of its own.
  expect(status.closest('h1')).toBeNull()
  expect(page.getAllByRole('article')).toHaveLength(2)
})

test('with a search the heading is Search Results (CAT-20)', async () => {
  const { page } = open('/tracks?query=sky', () => Promise.resolve(two))
  const heading = { level: 1, name: 'Search Results 24 tracks' }
  expect(await page.findByRole('heading', heading)).toBeDefined()
})

test("the heading of one artist's tracks contains the artist's name", async () => {
  const { page } = open('/tracks?artistId=0198f000-0000-7000-8000-0000000000aa', () =>
    Promise.resolve(two),
  )
  await page.findByRole('heading', { level: 1, name: 'Tracks by Rosa Lindqvist 24 tracks' })
  expect(
    page.getByRole('link', { name: 'Remove filter Artist: Rosa Lindqvist' }).getAttribute('href'),
  ).toBe('/tracks')
})

test('paging shows the present page and is disabled at both ends (CAT-28)', async () => {
  const first = open('/tracks?query=sky', () => Promise.resolve(two)).page
  await first.findByText('Page 1 of 3')
  expect(first.getByText('Previous').getAttribute('aria-disabled')).toBe('true')
  expect(first.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(
    '/tracks?query=sky&page=2',
  )
  const last = open('/tracks?query=sky&page=3', () => Promise.resolve(two)).page
  await last.findByText('Page 3 of 3')
  expect(last.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe(
    '/tracks?query=sky&page=2',
  )
  expect(last.getByText('Next').getAttribute('aria-disabled')).toBe('true')
})

test('a search without a match offers to clear it, and keeps the sort (CAT-26, ERR-29)', async () => {
  const { page } = open('/tracks?query=zzz&orderBy=price', () => Promise.resolve(none))
  await page.findByRole('heading', { name: 'No tracks found' })
  expect(page.getByRole('link', { name: 'Clear All Filters' }).getAttribute('href')).toBe(
    '/tracks?orderBy=price',
  )
})

test('an empty catalogue announces that tracks are coming (CAT-27, ERR-30)', async () => {
  const { page } = open('/tracks', () => Promise.resolve(none))
  await page.findByRole('heading', { name: 'Track Collection Coming Soon' })
  expect(page.queryByText('No tracks found')).toBeNull()
})

test('a failure shows the panel and no cards; Try Again loads again (CAT-24, CAT-25, ERR-27, ERR-28)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let works = true
  const { page } = open('/tracks?query=first', () =>
    works ? Promise.resolve(two) : Promise.reject(new Error('down')),
  )
  await page.findAllByRole('article')
  works = false
  fireEvent.click(page.getByRole('link', { name: 'Glass' }))
  const panel = within(await page.findByRole('alert'))
  panel.getByRole('heading', { name: 'Unable to Load Tracks' })
  panel.getByText('Failed to load tracks.')
  expect(page.queryByRole('article')).toBeNull()
  works = true
  fireEvent.click(panel.getByRole('button', { name: 'Try Again' }))
  await page.findByRole('heading', { level: 1, name: 'Search Results 24 tracks' })
  vi.restoreAllMocks()
})

test('eight skeletons replace the list while a response is slow (CAT-23)', async () => {
  let arrive = (_response: FakeResponse) => {}
  const slow = new Promise<FakeResponse>((resolve) => (arrive = resolve))
  const { page } = open('/tracks?query=quick', (url) =>
    url.search.includes('glass') ? slow : Promise.resolve(two),
  )
  await page.findAllByRole('article')
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  fireEvent.click(page.getByRole('link', { name: 'Glass' }))
  await act(() => vi.advanceTimersByTimeAsync(149))
  expect(page.queryAllByRole('article')).toHaveLength(2)
  await act(() => vi.advanceTimersByTimeAsync(1))
  const list = page.getByLabelText('Tracks')
  expect(list.getAttribute('aria-busy')).toBe('true')
  expect(list.children).toHaveLength(8)
  expect(page.queryByRole('article')).toBeNull()
  vi.useRealTimers()
  arrive(two)
  expect(await page.findAllByRole('article')).toHaveLength(2)
})

test('returning to the first view needs no second request (CAT-34)', async () => {
  const { page, requests } = open('/tracks', () => Promise.resolve(two))
  await page.findByRole('heading', { level: 1, name: /All Tracks/ })
  fireEvent.click(page.getByRole('link', { name: 'Glass' }))
  await page.findByRole('heading', { level: 1, name: /Search Results/ })
  const box = page.getByRole('searchbox')
  fireEvent.change(box, { target: { value: '' } })
  fireEvent.submit(box)
  await page.findByRole('heading', { level: 1, name: /All Tracks/ })
  expect(requests).toEqual(['', '?query=glass'])
})
