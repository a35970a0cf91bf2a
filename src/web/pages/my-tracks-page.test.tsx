import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { OwnedFile } from '#contracts/downloads.ts'
import type { OwnedTrack, OwnedTracks } from '#contracts/orders.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import { exampleCommission } from '#web/commissions/example-commission.ts'
import { exampleFile, exampleOwned } from '#web/orders/example-owned.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import MyTracksPage, { loader } from './my-tracks-page.tsx'

const calls: string[] = []
const skylark = exampleTrack({ title: 'Skylark', originalArtist: 'Hoagy Carmichael' })
const owned = exampleOwned({ track: skylark })

const paging = { totalPages: 1, currentPage: 1 }
const noCommissions = {
  commissions: [] as Commission[],
  openCommissions: 0,
  totalCommissions: 0,
  ...paging,
}

function visit(status: number, body: unknown, search = '', commissions = noCommissions) {
  const url = new URL(`http://shop.test/my-tracks${search}`)
  const context = new RouterContextProvider()
  const send = ({ path }: { path: string }) => {
    calls.push(path)
    const isList = status === 200 && path.startsWith('/api/commissions')
    return Promise.resolve({ status, cookies: [], body: isList ? commissions : body })
  }
  context.set(apiContext, createApi(send, { sent: null, received: [] }))
  return loader({ context, url, request: new Request(url), params: {}, pattern: '/my-tracks' })
}

type Changes = Partial<OwnedTracks> & {
  search?: string
  act?: () => unknown
  /** What is owned when the page's data is loaded again. */
  later?: () => OwnedTrack[]
  commissions?: typeof noCommissions
}

async function open(
  tracks: OwnedTrack[],
  { search = '', act: answer, later, commissions, ...changes }: Changes = {},
) {
  cleanup()
  const body = { tracks, totalTracks: tracks.length, ...paging, order: null, ...changes }
  const loaderData = { page: await visit(200, body, search, commissions) }
  const Stub = createRoutesStub([
    {
      id: 'page',
      path: '/my-tracks',
      Component: MyTracksPage,
      action: answer ?? (() => null),
      loader: () => (later ? { ...loaderData.page, tracks: later() } : loaderData.page),
    },
  ])
  render(<Stub initialEntries={[`/my-tracks${search}`]} hydrationData={{ loaderData }} />)
}

test('a bought track can be played, and downloaded without a script', async () => {
  await open([owned])
  const row = within(screen.getByRole('listitem'))
  expect(row.getByRole('link', { name: 'Skylark' }).getAttribute('href')).toBe(
    `/tracks/${skylark.id}?from=my-tracks`,
  )
  expect(row.getByRole('link', { name: 'Download Skylark' }).getAttribute('href')).toBe(
    `/api/proxy/tracks/download/${skylark.id}`,
  )
  row.getByRole('button', { name: 'Play Skylark' })
  const key = row.getByText('Gm')
  expect(key.closest('p')).toBeNull()
  const text = screen.getByRole('listitem').textContent
  for (const part of [
    'Hoagy Carmichael',
    'Key of G minor',
    'Alto (Female Key)',
    '3:42',
    'WAV',
    '3.4 MB',
    '05/03/2026',
    '£5.69',
  ]) {
    expect(text).toContain(part)
  }
})

test('a user without purchases sees a link to the tracks', async () => {
  await open([])
  screen.getByRole('heading', { name: 'Nothing here yet' })
  expect(screen.getByRole('link', { name: 'Browse tracks' }).getAttribute('href')).toBe('/tracks')
})

test('a visitor is redirected to the login page, with the return path (D-006)', async () => {
  const thrown: unknown = await visit(401, { code: 'login_required', message: 'x' }).catch(
    (reason: unknown) => reason,
  )
  const location = thrown instanceof Response ? thrown.headers.get('location') : null
  expect(location).toBe('/login?next=%2Fmy-tracks')
})

const order = { receiptNumber: 'UND-000012', unavailable: [] }

test('after paying, the new tracks come first and are marked, with a link to the receipt (D-054)', async () => {
  const fresh = exampleOwned({ isNew: true, track: exampleTrack({ id: 'new', title: 'Ash' }) })
  await open([fresh, owned], { order: { ...order, hasGranted: true } })
  const bought = within(screen.getByRole('region', { name: 'It’s yours. Sing it.' }))
  bought.getByRole('link', { name: 'Download Ash' })
  bought.getByText('New')
  expect(bought.queryByText('Skylark')).toBeNull()
  expect(bought.getByRole('link', { name: 'Receipt UND-000012' }).getAttribute('href')).toBe(
    '/receipts/UND-000012',
  )
  const others = within(screen.getByRole('region', { name: 'Everything you own' }))
  others.getByRole('link', { name: 'Download Skylark' })
  expect(others.queryByText('New')).toBeNull()
  expect(screen.getByRole('link', { name: 'Receipts' }).getAttribute('href')).toBe('/receipts')
})

test('an order of tracks that were owned before says that the money is on its way back', async () => {
  await open([owned], { order: { ...order, hasGranted: false } })
  const bought = within(screen.getByRole('region', { name: 'You owned this already' }))
  expect(bought.getAllByText(/on its way back to your card/)).toHaveLength(1)
})

test.each([
  [true, 'It’s yours. Sing it.'],
  [false, 'Your money is on its way back'],
])(
  'tracks that were taken off the site while they were paid are named, whether others were bought (%s)',
  async (hasGranted, heading) => {
    await open([owned], { order: { ...order, hasGranted, unavailable: ['Ash', 'Elm'] } })
    const bought = within(screen.getByRole('region', { name: heading }))
    bought.getByText(/^Taken off the site .*: Ash, Elm\. .* on its way back to your card/)
    expect(bought.queryByText(/Yours for ever/) !== null).toBe(hasGranted)
  },
)

test('a track that is not public any more has no link to a page, keeps its cover and can be downloaded', async () => {
  await open([exampleOwned({ track: skylark, isListed: false })])
  expect(screen.queryByRole('link', { name: 'Skylark' })).toBeNull()
  const row = screen.getByText('Skylark').closest('li')
  expect(row?.querySelector('img')?.getAttribute('src')).toBe(skylark.coverUrl)
  screen.getByRole('link', { name: 'Download Skylark' })
})

test('the search and the order are a form without a script, and nothing found is said', async () => {
  await open([], { search: '?query=moon&orderBy=title' })
  const form = within(screen.getByRole('search', { name: 'My tracks' }))
  expect(form.getByRole<HTMLInputElement>('searchbox').value).toBe('moon')
  expect(form.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' }).value).toBe('title')
  screen.getByRole('heading', { name: /None of your tracks matches.*moon/ })
  const all = screen.getByRole('link', { name: 'Show all my tracks' })
  expect(all.getAttribute('href')).toBe('/my-tracks')
})

test.each([
  [7, '', false],
  [8, '', true],
  [1, '?query=sky', true],
  [1, '?orderBy=title', true],
  [0, '', false],
])(
  'of %i owned tracks at the address "%s" the search is shown: %s',
  async (count, search, isShown) => {
    const tracks = Array.from({ length: count }, (_, at) =>
      exampleOwned({ track: exampleTrack({ id: `track-${at}` }) }),
    )
    await open(tracks, { search })
    expect(screen.queryByRole('search', { name: 'My tracks' }) !== null).toBe(isShown)
  },
)

test('pages keep the search; everything can be downloaded as one ZIP', async () => {
  await open([owned], {
    search: '?query=sky&page=2',
    currentPage: 2,
    totalPages: 3,
    totalTracks: 101,
  })
  const next = screen.getByRole('link', { name: 'Next' })
  expect(next.getAttribute('href')).toBe('/my-tracks?query=sky&page=3')
  const all = screen.getByRole('link', { name: 'Download all' })
  expect(all.getAttribute('href')).toBe('/api/proxy/my-tracks/zip')
})

const mp3 = exampleFile({ format: 'mp3', label: 'MP3', state: 'absent', bytes: null })
const withMp3 = (changes: Partial<OwnedFile>) =>
  exampleOwned({ track: skylark, files: [exampleFile(), { ...mp3, ...changes }] })

test('another format is asked for by a form; a refusal is shown beside it', async () => {
  const refused = { message: 'Please wait.' }
  await open([withMp3({ canBeRequested: true })], { act: () => ({ refused }) })
  const button = screen.getByRole('button', { name: 'Make MP3 of Skylark' })
  const fields = Object.fromEntries(new FormData(button.closest('form') ?? undefined))
  expect(fields).toEqual({ id: skylark.id, format: 'mp3' })
  await act(async () => fireEvent.click(button))
  expect((await screen.findByRole('alert')).textContent).toBe('Please wait.')
})

test('a format that was asked for here is downloaded by itself, once, when it is ready', async () => {
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    clicked.push(this.getAttribute('href') ?? '')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const ask = async () =>
    act(async () => fireEvent.click(screen.getByRole('button', { name: 'Make MP3 of Skylark' })))
  const ready = withMp3({ state: 'ready', bytes: 1024 })
  const states = { next: [ready] }
  await open([withMp3({ canBeRequested: true })], { later: () => states.next })
  expect(clicked).toEqual([])
  await ask()
  await screen.findByText(
    'Your MP3 is ready and is being downloaded. If nothing happens, press the button.',
  )
  expect(clicked).toEqual([`/api/proxy/tracks/download/${skylark.id}?format=mp3`])

  // Not where it was ready before, nor where it is needed to be played.
  await open([ready])
  await open([{ ...withMp3({ canBeRequested: true }), stream: null }], { later: () => states.next })
  states.next = [{ ...ready, stream: null }]
  await ask()
  await screen.findByRole('link', { name: /^Download Skylark as MP3/ })
  expect(clicked).toHaveLength(1)
})

test('a format in preparation says so, a ready one is a link, a broken one gives the reason', async () => {
  await open([withMp3({ state: 'waiting' })])
  expect(screen.getByText('Preparing your MP3…')).toBeDefined()
  expect(screen.queryByRole('button', { name: /MP3/ })).toBeNull()
  await open([withMp3({ state: 'ready', bytes: 1024 * 1024 })])
  const link = screen.getByRole('link', { name: /^Download Skylark as MP3/ })
  expect(link.getAttribute('href')).toBe(`/api/proxy/tracks/download/${skylark.id}?format=mp3`)
  expect(link.textContent).toContain('1.0 MB')
  await open([withMp3({ state: 'refused', reason: 'It cannot be made.' })])
  screen.getByText('It cannot be made.')
  expect(screen.queryByRole('button', { name: /MP3/ })).toBeNull()
})

test('a format that browsers cannot play says what to do, and has no play button', async () => {
  await open([{ ...withMp3({ canBeRequested: true }), stream: null }])
  expect(screen.queryByRole('button', { name: /^Play/ })).toBeNull()
  expect(screen.getByText(/have an MP3 made/)).toBeDefined()
})

const waiting = exampleCommission()
const accepted = exampleCommission({
  id: '0198f000-0000-7000-8000-0000000000c2',
  name: 'Danny Boy',
  status: 'requested',
})

test('while commissions are open they stand above the tracks: what is next, by when, and where', async () => {
  calls.length = 0
  const commissions = {
    ...noCommissions,
    commissions: [accepted, waiting],
    totalCommissions: 42,
    totalPages: 3,
    currentPage: 2,
  }
  await open([owned], { search: '?open=2', commissions })
  expect(calls).toContain('/api/commissions?as=customer&state=open&page=2')
  const part = screen.getByRole('region', { name: 'Your commissions' })
  const tracks = screen.getByRole('region', { name: 'Everything you own' })
  expect(part.compareDocumentPosition(tracks)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const [first, second] = within(part).getAllByRole('listitem')
  for (const text of [
    'By Rosa · £44.20',
    'Your turn: Confirm and pay, so that the work can begin.',
    'Waiting for payment',
  ])
    expect(first?.textContent).toContain(text)
  expect(first?.querySelector('time')?.dateTime).toBe(accepted.payBy)
  expect(second?.textContent).toContain('Rosa reviews the request.')
  const links = within(part).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/commissions/${accepted.id}`,
    `/commissions/${waiting.id}`,
    '/my-tracks',
    '/my-tracks?open=3',
  ])
})

test('without an open commission nothing is said of them', async () => {
  await open([owned])
  expect(screen.queryByRole('region', { name: 'Your commissions' })).toBeNull()
})
