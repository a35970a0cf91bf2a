import { act, cleanup, fireEvent, render, within } from '@testing-library/react'
import { createRoutesStub, Link } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Track } from '#contracts/tracks.ts'
import { readTrackSearch } from '#rules/search/track-search.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import TracksPage, { clientLoader, ErrorBoundary } from './tracks-page.tsx'

// React reads the FormData of a form submitted in a transition, which this DOM does not support.
vi.stubGlobal('FormData', function () {})

// The session of a visitor, and filters without numbers.
const fetched = { id: null, role: null, filters: [] }
vi.stubGlobal('fetch', () => Promise.resolve(Response.json(fetched)))

type FakeResponse = {
  tracks: Track[]
  totalTracks: number
  totalPages: number
  totalIsExact?: boolean
}

const two = {
  tracks: [exampleTrack({ id: 't1', title: 'Skylark' }), exampleTrack({ id: 't2' })],
  totalTracks: 24,
  totalPages: 3,
}
const none = { tracks: [], totalTracks: 0, totalPages: 0 }
const exact = { totalIsExact: true, matching: 'exact' as const, searchedFor: null }

/** Opens the page with a server that returns `respond(url)`; `requests` has the query of each request. */
function open(address: string, respond: (url: URL) => Promise<FakeResponse>) {
  // Unmounts an earlier page of the test, which would keep its first result.
  cleanup()
  const requests: string[] = []
  const Stub = createRoutesStub([
    {
      path: '/tracks',
      Component: (props) => (
        <>
          <TracksPage {...props} />
          <Link to="/tracks?query=glass">Glass</Link>
          <Link to="/tracks?genre=Folk">Folk music</Link>
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
            others: { kind: 'popular' as const, tracks: [] },
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

test.each(['query=sky', 'keySig=Eb', 'genre=Folk', 'isLower=true', 'query=sky&type=Jam+Track'])(
  'with %s the heading is Search Results (CAT-20)',
  async (params) => {
    const { page } = open(`/tracks?${params}`, () => Promise.resolve(two))
    const heading = { level: 1, name: 'Search Results 24 tracks' }
    expect(await page.findByRole('heading', heading)).toBeDefined()
  },
)

test.each([
  [1, true, '1 track'],
  [1400, true, '1,400 tracks'],
  [1400, false, 'about 1,400 tracks'],
  [12_345, false, 'about 12,000 tracks'],
])('a total of %i, exact: %s, is announced as %s (CAT-22)', async (totalTracks, isExact, count) => {
  const { page } = open('/tracks?query=sky', () =>
    Promise.resolve({ ...two, totalTracks, totalIsExact: isExact }),
  )
  await page.findByRole('heading', { level: 1, name: `Search Results ${count}` })
  expect(page.getByRole('status').textContent).toBe(count)
  expect(page.getByText(/^Page 1 of 3/).textContent).toBe('Page 1 of 3')
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

test('a single page of results has no paging', async () => {
  const { page } = open('/tracks?query=sky', () => Promise.resolve({ ...two, totalPages: 1 }))
  await page.findByRole('list', { name: 'Tracks' })
  expect(page.queryByText(/^Page/)).toBeNull()
})

test('a search without a match repeats its words', async () => {
  const { page } = open('/tracks?query=zzz', () => Promise.resolve(none))
  const hint = await page.findByText(/Try fewer words/)
  expect(hint.textContent).toMatch(/^Nothing for “zzz”\. Try/)
  const filtered = open('/tracks?genre=Folk', () => Promise.resolve(none)).page
  expect((await filtered.findByText(/Try fewer words/)).textContent).toMatch(/^Try/)
})

test('a search without a match offers to clear it, and keeps the sort (CAT-26, ERR-29)', async () => {
  const { page } = open('/tracks?query=zzz&orderBy=price', () => Promise.resolve(none))
  await page.findByRole('heading', { name: 'No tracks found' })
  expect(page.getByRole('link', { name: 'Clear All Filters' }).getAttribute('href')).toBe(
    '/tracks?orderBy=price',
  )
})

test('filters without a match offer to clear them with the search (CAT-26)', async () => {
  const { page } = open('/tracks?genre=Folk&isHigher=true', () => Promise.resolve(none))
  await page.findByRole('heading', { name: 'No tracks found' })
  const clear = page.getByRole('link', { name: 'Clear All Filters' })
  expect(clear.getAttribute('href')).toBe('/tracks')
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

/** Which of the page's states are shown. */
function statesOf(page: ReturnType<typeof open>['page']): string[] {
  const states = {
    loading: page.queryByLabelText('Tracks')?.getAttribute('aria-busy') === 'true',
    list: page.queryAllByRole('article').length > 0,
    empty: page.queryByText('Track Collection Coming Soon') !== null,
    'no results': page.queryByText('No tracks found') !== null,
    error: page.queryByText('Unable to Load Tracks') !== null,
  }
  return Object.entries(states).flatMap(([state, isShown]) => (isShown ? [state] : []))
}

test('the page is in exactly one state: list, loading, error, loading, no results, list, empty (CAT-35)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const responses: (() => Promise<FakeResponse>)[] = [
    () => Promise.resolve(two),
    () => after(1000, () => Promise.reject(new Error('down'))),
    () => after(1000, () => Promise.resolve(none)),
  ]
  const { page } = open('/tracks?query=x', () => responses.shift()?.() ?? Promise.resolve(two))
  await page.findAllByRole('article')
  expect(statesOf(page)).toEqual(['list'])
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  fireEvent.click(page.getByRole('link', { name: 'Glass' }))
  await pass(100)
  expect(statesOf(page)).toEqual(['list'])
  await pass(500)
  expect(statesOf(page)).toEqual(['loading'])
  await pass(1000)
  expect(statesOf(page)).toEqual(['error'])
  fireEvent.click(page.getByRole('radio', { name: 'Jazz', hidden: true }))
  await pass(500)
  expect(statesOf(page)).toEqual(['loading'])
  await pass(1000)
  expect(statesOf(page)).toEqual(['no results'])
  fireEvent.click(page.getByRole('link', { name: 'Folk music' }))
  await pass(500)
  expect(statesOf(page)).toEqual(['list'])
  vi.useRealTimers()
  const empty = open('/tracks', () => Promise.resolve(none)).page
  await empty.findByText('Track Collection Coming Soon')
  expect(statesOf(empty)).toEqual(['empty'])
})

const after = (ms: number, then: () => Promise<FakeResponse>) =>
  new Promise((resolve) => setTimeout(resolve, ms)).then(then)

test('a late response to a former search never replaces that to a newer one', async () => {
  const { page } = open('/tracks', ({ search }) => {
    const isFormer = search.includes('glass')
    const response = { ...two, totalTracks: isFormer ? 99 : 24 }
    return search === '' ? Promise.resolve(two) : after(isFormer ? 2000 : 500, async () => response)
  })
  await page.findAllByRole('article')
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  fireEvent.click(page.getByRole('link', { name: 'Glass' }))
  await act(() => vi.advanceTimersByTimeAsync(100))
  fireEvent.click(page.getByRole('link', { name: 'Folk music' }))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  page.getByRole('heading', { level: 1, name: 'Search Results 24 tracks' })
  const folk = page.getByRole<HTMLInputElement>('radio', { name: 'Folk', hidden: true })
  expect(folk.checked).toBe(true)
})

test('after paging the results are focused and scrolled into view, and the page is announced', async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  onTestFinished(() => void vi.restoreAllMocks())
  const { page } = open('/tracks?query=sky', () => Promise.resolve(two))
  await page.findByText('Page 1 of 3')
  expect(scrolled).not.toHaveBeenCalled()
  fireEvent.click(page.getByRole('link', { name: 'Next' }))
  await page.findByText('Page 2 of 3')
  const results = page.getByRole('region', { name: 'Results' })
  await expect.poll(() => document.activeElement).toBe(results)
  expect(scrolled.mock.contexts).toEqual([results])
  expect(page.getByRole('status').textContent).toBe('24 tracks, page 2')
})

test('the panel has a button that leads to the results', async () => {
  const { page, requests } = open('/tracks?genre=Folk', () => Promise.resolve(two))
  fireEvent.click(await page.findByRole('button', { name: 'Show 24 tracks', hidden: true }))
  expect(document.activeElement).toBe(page.getByRole('region', { name: 'Results' }))
  expect(requests).toHaveLength(1)
})
