// What the page of artists makes of the answer to its request.

import { cleanup, render, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createApi } from '#web/api/client.ts'
import { publicApiContext, siteContext } from '#web/api/contexts.ts'
import { exampleArtist } from '#web/artists/example-artist.ts'
import { exampleSite } from '../../../../tests/support/pages/example-site.ts'
import ArtistsPage, { loader } from './artists-page.tsx'

const [rosa, moss] = [
  exampleArtist(),
  exampleArtist({ id: '0198f000-0000-7000-8000-0000000000bb', displayName: 'Moss' }),
]
const page = (users: unknown[], paging = {}) => ({
  users,
  totalUsers: users.length,
  totalPages: 1,
  currentPage: 1,
  searchedFor: null,
  ...paging,
})

/** The page at an address, of a server that answers a query. */
async function open(address: string, answer: (query: URLSearchParams) => unknown) {
  cleanup()
  const url = new URL(address, 'http://shop.test')
  const send = ({ path }: { path: string }) => {
    const body = answer(new URL(path, url).searchParams)
    return Promise.resolve({ status: 200, cookies: [], body })
  }
  const context = new RouterContextProvider()
  context.set(publicApiContext, createApi(send, { sent: null, received: [] }))
  context.set(siteContext, exampleSite)
  const loaded = await loader({
    context,
    url,
    request: new Request(url),
    params: {},
    pattern: '',
  })
  const Stub = createRoutesStub([
    { id: 'artists', path: '/artists', Component: ArtistsPage, loader: () => loaded },
  ])
  const hydrationData = { loaderData: { artists: loaded } }
  const { container } = render(
    <Stub initialEntries={[url.pathname + url.search]} hydrationData={hydrationData} />,
  )
  return within(container)
}

test('a page of artists is an object with its paging, or an array of all there are (ART-20)', async () => {
  const names = (shown: Awaited<ReturnType<typeof open>>) =>
    shown.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
  const paged = await open('/artists?page=2', () =>
    page([moss], { totalUsers: 11, totalPages: 2, currentPage: 2 }),
  )
  expect(names(paged)).toEqual(['Moss'])
  expect(paged.getByRole('heading', { level: 1 }).textContent).toBe('Artists 11 artists')
  expect(paged.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page')
  const bare = await open('/artists', () => [rosa, moss])
  expect(names(bare)).toEqual(['Rosa Lindqvist', 'Moss'])
  expect(bare.getByRole('heading', { level: 1 }).textContent).toBe('Artists 2 artists')
})

test('a site without any artist says so, and does not blame the search; with one, the search is', async () => {
  const fresh = await open('/artists', () => page([]))
  fresh.getByRole('heading', { name: 'No artists yet' })
  const register = fresh.getByRole('link', { name: 'Register as an artist' })
  expect(register.getAttribute('href')).toContain('/register')
  const some = await open('/artists', (query) =>
    page(query.get('availableForCommission') === 'true' ? [] : [rosa]),
  )
  some.getByRole('heading', { name: 'No artists found' })
  some.getByText('Only artists who take commissions at the moment were searched.')
  const searched = await open('/artists?query=zzz', (query) =>
    page(query.has('query') ? [] : [rosa]),
  )
  searched.getByRole('heading', { name: 'No artists found' })
})

test('a card names what its price is for, and leaves out what is zero (ART-29)', async () => {
  const fresh = exampleArtist({ numOfCommissions: 0, numOfReviews: 0 })
  const nothing = exampleArtist({
    id: '0198f000-0000-7000-8000-0000000000cc',
    displayName: 'Fern',
    numOfCommissions: 0,
    numOfReviews: 0,
    numOfFollowers: 0,
    numOfUploadedTracks: 0,
  })
  const shown = await open('/artists', () => page([fresh, nothing]))
  const card = within(shown.getByRole('article', { name: 'Rosa Lindqvist' }))
  expect(card.getByText('£66.20').textContent).toBe('Commission £66.20')
  expect(card.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Tracks',
    'Followers',
  ])
  const empty = within(shown.getByRole('article', { name: 'Fern' }))
  expect(empty.queryByRole('term')).toBeNull()
})
