import { act, cleanup, fireEvent, render, waitFor, within } from '@testing-library/react'
import { createRoutesStub, Link, useLocation, useNavigationType } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readArtistSearch } from '#rules/artists/artist-search.ts'
import { exampleArtist } from '#web/artists/example-artist.ts'
import type { ArtistList } from '#web/artists/grid/artist-list.ts'
import ArtistsPage, { ErrorBoundary, meta } from './artists-page.tsx'

// React reads the FormData of a form submitted in a transition, which this DOM does not support.
vi.stubGlobal('FormData', function () {})

type Answer = Partial<ArtistList> | Promise<Partial<ArtistList>>

const rosa = exampleArtist()
const listOf = (answer: Partial<ArtistList>): ArtistList => ({
  artists: [rosa],
  totalUsers: 1,
  totalPages: 1,
  currentPage: 1,
  searchedFor: null,
  ...answer,
})

/** Opens the page with a server that returns `respond(query)`. */
function open(address: string, respond: (query: URLSearchParams) => Answer = () => ({})) {
  cleanup()
  function Where() {
    const { pathname, search } = useLocation()
    return <output>{`${useNavigationType()} ${pathname}${search}`}</output>
  }
  const Stub = createRoutesStub([
    {
      path: '/artists',
      Component: (props) => (
        <>
          <ArtistsPage {...props} />
          <Where />
          <Link to="/artists?query=second">Second</Link>
        </>
      ),
      ErrorBoundary,
      loader: async ({ request }) => {
        const { searchParams } = new URL(request.url)
        const search = readArtistSearch(searchParams)
        const answer = await respond(searchParams)
        const list = listOf({ currentPage: search.page, ...answer })
        return { search, list, hasArtists: true, publicUrl: 'http://x' }
      },
    },
  ])
  const page = within(render(<Stub initialEntries={[address]} />).container)
  return { page, where: () => page.getAllByRole('status').at(-1)?.textContent }
}

function fakeTimers() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a card shows the artist’s figures, customer price and average delivery, and its link is over the whole card (ART-01, ART-07, ART-18, ART-29)', async () => {
  const { page } = open('/artists')
  const card = within(await page.findByRole('article', { name: 'Rosa Lindqvist' }))
  expect(card.getByRole('link', { name: 'Rosa Lindqvist' }).getAttribute('href')).toBe(
    `/artist/${rosa.id}`,
  )
  card.getByText('Acoustic guitar')
  card.getByText('4.5 out of 5 from 32 ratings')
  card.getByText('£66.20')
  card.getByText('5 days avg')
  const counts = card.getAllByRole('term').map((term) => term.parentElement?.textContent)
  expect(counts).toEqual(['Tracks1,200', 'Followers210', 'Reviews6', 'Commissions4'])
  expect(card.getByRole('button', { name: 'Play an example of Rosa Lindqvist' })).toBeDefined()
})

test('what is not known of an artist is left out or named (ART-10, ART-18)', async () => {
  const nobody = exampleArtist({
    displayName: '',
    username: '',
    artistInstrument: null,
    artistExample: null,
    numOfRatings: 0,
    averageTrackRating: null,
    customerCommissionPricePence: null,
    averageCommissionCompletionTime: null,
    availableForCommission: false,
  })
  const { page } = open('/artists', () => ({ artists: [nobody] }))
  const card = within(await page.findByRole('article', { name: 'Unknown Artist' }))
  card.getByText('N/A')
  card.getByText('Not available')
  expect(card.queryByRole('button')).toBeNull()
  expect(card.queryByText(/out of 5|avg/)).toBeNull()
})

test('typing is applied after a pause of 500 ms, trimmed, without a history entry; Enter and choices are entries, and each begins at page 1 (ART-01, ART-05, ART-06, ART-12, VAL-31, BUS-10)', async () => {
  fakeTimers()
  const { page, where } = open('/artists?page=3')
  await pass(0)
  const box = page.getByRole('searchbox', { name: 'Search artists' })
  fireEvent.change(box, { target: { value: ' fern ' } })
  await pass(499)
  expect(where()).toBe('POP /artists?page=3')
  await pass(1)
  expect(where()).toBe('REPLACE /artists?query=fern')
  fireEvent.change(box, { target: { value: 'moss' } })
  fireEvent.submit(box)
  await pass(0)
  expect(where()).toBe('PUSH /artists?query=moss')

  const paged = open('/artists?query=moss&page=3')
  await pass(0)
  const sort = paged.page.getByRole('combobox', { name: 'Sort by' })
  fireEvent.change(sort, { target: { value: 'Num of Followers/ascending' } })
  await pass(0)
  expect(paged.where()).toBe('PUSH /artists?query=moss&orderBy=Num+of+Followers%2Fascending')
})

test('filters are in the URL and shown as chips; available is the default, and all is an own choice (ART-01)', async () => {
  const { page, where } = open('/artists?page=2')
  await page.findByRole('article')
  const group = (name: string) => within(page.getByRole('group', { name, hidden: true }))
  const chosen = (name: string) =>
    group(name)
      .getAllByRole<HTMLInputElement>('radio', { hidden: true })
      .find((radio) => radio.checked)?.value
  expect(['Availability', 'Online within', 'Commissions'].map(chosen)).toEqual(['true', '', ''])
  fireEvent.click(group('Online within').getByLabelText('30 days'))
  await waitFor(() => expect(where()).toBe('PUSH /artists?lastOnlineWithin=30'))
  fireEvent.click(group('Availability').getByLabelText('All'))
  await waitFor(() =>
    expect(where()).toBe('PUSH /artists?availableForCommission=all&lastOnlineWithin=30'),
  )
  const chips = page.getByRole('list', { name: 'Active filters' })
  const links = within(chips).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/artists?lastOnlineWithin=30',
    '/artists?availableForCommission=all',
    '/artists',
  ])
})

test('every sort of the specification can be chosen (ART-01)', async () => {
  const { page } = open('/artists')
  await page.findByRole('article')
  const options = within(page.getByRole('combobox', { name: 'Sort by' })).getAllByRole('option')
  expect(options.map((option) => option.getAttribute('value'))).toEqual([
    'popularity',
    'rating',
    'commission-price',
    'num-of-commissions',
    'num-of-commissions/ascending',
    'num-of-uploaded-tracks',
    'num-of-uploaded-tracks/ascending',
    'Num of Followers',
    'Num of Followers/ascending',
    'Num of Reviews',
    'Num of Reviews/ascending',
    'date-joined',
    'date-joined/ascending',
  ])
})

test('up to seven pages are all linked, more have ellipses around the present one (ART-01, ART-09)', async () => {
  const shown = async (current: number, totalPages: number) => {
    const { page } = open(`/artists?page=${current}`, () => ({ totalPages, totalUsers: 99 }))
    const nav = within(await page.findByRole('navigation', { name: 'Pages' }))
    expect(nav.getByRole('link', { current: 'page' }).getAttribute('aria-label')).toBe(
      `Page ${current}`,
    )
    return nav
      .getAllByRole('listitem')
      .map((item) => item.textContent)
      .join(' ')
  }
  expect(await shown(2, 7)).toBe('1 2 3 4 5 6 7')
  expect(await shown(1, 8)).toBe('1 2 3 4 5 … 8')
  expect(await shown(4, 9)).toBe('1 2 3 4 5 … 9')
  expect(await shown(5, 9)).toBe('1 … 4 5 6 … 9')
  expect(await shown(6, 9)).toBe('1 … 5 6 7 8 9')
})

test('a page that is gone to has the focus on its list', async () => {
  const { page, where } = open('/artists?query=fern', () => ({ totalPages: 3, totalUsers: 25 }))
  fireEvent.click(await page.findByRole('link', { name: 'Go to page 3' }))
  await waitFor(() => expect(where()).toBe('PUSH /artists?query=fern&page=3'))
  await waitFor(() =>
    expect(document.activeElement).toBe(page.getByRole('region', { name: 'Results' })),
  )
  expect(page.getByText('25 artists, page 3')).toBeDefined()
})

test('a slow list shows six skeletons, and a late response never replaces a newer one (ART-02, BUS-11)', async () => {
  fakeTimers()
  const first = Promise.withResolvers<Answer>()
  const second = Promise.withResolvers<Answer>()
  const { page } = open('/artists', (query) => {
    const text = query.get('query')
    return text === null ? {} : text === 'first' ? first.promise : second.promise
  })
  await pass(0)
  const box = page.getByRole('searchbox', { name: 'Search artists' })
  fireEvent.change(box, { target: { value: 'first' } })
  fireEvent.submit(box)
  await pass(200)
  expect(page.getByLabelText('Artists').children).toHaveLength(6)
  expect(page.queryByRole('article')).toBeNull()
  fireEvent.click(page.getByRole('link', { name: 'Second' }))
  second.resolve({ artists: [exampleArtist({ displayName: 'The second' })] })
  await pass(200)
  first.resolve({ artists: [exampleArtist({ displayName: 'The first' })] })
  await pass(200)
  expect(
    page.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent),
  ).toEqual(['The second'])
})

test('a list that fails to load says so, and Try Again loads it again (ART-03, ERR-55)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isBroken = true
  const { page } = open('/artists?query=fern', () => {
    if (isBroken) throw new Error('no database')
    return {}
  })
  const alert = within(await page.findByRole('alert'))
  alert.getByText('Failed to load artists. Please try again.')
  isBroken = false
  fireEvent.click(alert.getByRole('button', { name: 'Try Again' }))
  expect(await page.findByRole('article', { name: 'Rosa Lindqvist' })).toBeDefined()
})

test('without a match the page says so and leads on: to all artists, or to a search without filters (ART-04)', async () => {
  const none = { artists: [], totalUsers: 0, totalPages: 0 }
  const { page } = open('/artists?query=fern', () => none)
  await page.findByRole('heading', { name: 'No artists found' })
  expect(page.getByRole('link', { name: 'Search all artists' }).getAttribute('href')).toBe(
    '/artists?query=fern&availableForCommission=all',
  )
  const filtered = open('/artists?minCommissions=50&orderBy=rating', () => none).page
  const clear = await filtered.findByRole('link', { name: 'Clear All Filters' })
  expect(clear.getAttribute('href')).toBe('/artists?orderBy=rating')
  const spelled = open('/artists?query=fren', () => ({ searchedFor: 'fern' })).page
  expect(await spelled.findByText('Showing results for “fern”.', { selector: 'bdi' })).toBeDefined()
})

test('a view without a search may be indexed, others not, and each has its own title and canonical address', () => {
  const metaOf = (address: string, answer: Partial<ArtistList> = {}) => {
    const search = readArtistSearch(new URL(address, 'http://x').searchParams)
    const list = listOf({ currentPage: search.page, totalUsers: 25, totalPages: 3, ...answer })
    const tags = meta({ loaderData: { search, list, hasArtists: true, publicUrl: 'http://x' } })
    const title = tags.find((tag) => 'title' in tag)
    const canonical = tags.find((tag) => 'rel' in tag && tag.rel === 'canonical')
    const isIndexed = tags.every((tag) => !('name' in tag && tag.name === 'robots'))
    return { ...title, ...(canonical && { href: Object(canonical).href }), isIndexed }
  }
  expect(metaOf('/artists?orderBy=rating&page=2&utm_source=x')).toEqual({
    title: 'Artists, page 2 | Undersong',
    href: 'http://x/artists?page=2',
    isIndexed: true,
  })
  expect(metaOf('/artists?lastOnlineWithin=7')).toMatchObject({
    title: 'Search Results | Undersong',
    isIndexed: false,
  })
})
