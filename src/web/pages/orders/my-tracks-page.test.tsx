import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { OwnedFile } from '#contracts/downloads.ts'
import { exampleFile, exampleOwned } from '#web/orders/example-owned.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { openMyTracks, visitMyTracks } from '../../../../tests/support/pages/my-tracks-page.tsx'

const skylark = exampleTrack({ title: 'Skylark', originalArtist: 'Hoagy Carmichael' })
const owned = exampleOwned({ track: skylark })

test('a bought track can be played, and downloaded without a script', async () => {
  await openMyTracks([owned])
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
  await openMyTracks([])
  screen.getByRole('heading', { name: 'Nothing here yet' })
  expect(screen.getByRole('link', { name: 'Browse tracks' }).getAttribute('href')).toBe('/tracks')
})

test('a visitor is redirected to the login page, with the return path (D-006)', async () => {
  const refused = { code: 'login_required', message: 'x' }
  const thrown: unknown = await visitMyTracks('', { owned: refused }, 401).loaded.catch(
    (reason: unknown) => reason,
  )
  const location = thrown instanceof Response ? thrown.headers.get('location') : null
  expect(location).toBe('/login?next=%2Fmy-tracks')
})

const order = { receiptNumber: 'UND-000012', unavailable: [] }

test('after paying, the new tracks come first and are marked, with a link to the receipt (D-054)', async () => {
  const fresh = exampleOwned({ isNew: true, track: exampleTrack({ id: 'new', title: 'Ash' }) })
  await openMyTracks([fresh, owned], { order: { ...order, hasGranted: true } })
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
  await openMyTracks([owned], { order: { ...order, hasGranted: false } })
  const bought = within(screen.getByRole('region', { name: 'You owned this already' }))
  expect(bought.getAllByText(/on its way back to your card/)).toHaveLength(1)
})

test.each([
  [true, 'It’s yours. Sing it.'],
  [false, 'Your money is on its way back'],
])(
  'tracks that were taken off the site while they were paid are named, whether others were bought (%s)',
  async (hasGranted, heading) => {
    await openMyTracks([owned], { order: { ...order, hasGranted, unavailable: ['Ash', 'Elm'] } })
    const bought = within(screen.getByRole('region', { name: heading }))
    bought.getByText(/^Taken off the site .*: Ash, Elm\. .* on its way back to your card/)
    expect(bought.queryByText(/Yours for ever/) !== null).toBe(hasGranted)
  },
)

test.each([
  [null, 'Something is wrong with Skylark'],
  ['open', 'Refund requested for Skylark'],
  ['declined', 'Refund declined for Skylark'],
] as const)('beside a track whose request is %s a link says %s', async (refundRequest, name) => {
  await openMyTracks([exampleOwned({ track: skylark, refundRequest })])
  const link = await screen.findByRole('link', { name })
  expect(link.getAttribute('href')).toBe(`/my-tracks/${skylark.id}/refund`)
})

test('a track that is not public any more has no link to a page, keeps its cover and can be downloaded', async () => {
  await openMyTracks([exampleOwned({ track: skylark, isListed: false })])
  expect(screen.queryByRole('link', { name: 'Skylark' })).toBeNull()
  const row = screen.getByRole('heading', { name: 'Skylark' }).closest('li')
  expect(row?.querySelector('img')?.getAttribute('src')).toBe(skylark.coverUrl)
  screen.getByRole('link', { name: 'Download Skylark' })
})

test('the search and the order are a form without a script, and nothing found is said', async () => {
  await openMyTracks([], { search: '?query=moon&orderBy=title' })
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
    await openMyTracks(tracks, { search })
    expect(screen.queryByRole('search', { name: 'My tracks' }) !== null).toBe(isShown)
  },
)

test('pages keep the search; everything can be downloaded as one ZIP', async () => {
  await openMyTracks([owned], {
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
  await openMyTracks([withMp3({ canBeRequested: true })], { act: () => ({ refused }) })
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
  await openMyTracks([withMp3({ canBeRequested: true })], { later: () => states.next })
  expect(clicked).toEqual([])
  await ask()
  await screen.findByText(
    'Your MP3 is ready and is being downloaded. If nothing happens, press the button.',
  )
  expect(clicked).toEqual([`/api/proxy/tracks/download/${skylark.id}?format=mp3`])

  // Not where it was ready before, nor where it is needed to be played.
  await openMyTracks([ready])
  await openMyTracks([{ ...withMp3({ canBeRequested: true }), stream: null }], {
    later: () => states.next,
  })
  states.next = [{ ...ready, stream: null }]
  await ask()
  await screen.findByRole('link', { name: /^Download Skylark as MP3/ })
  expect(clicked).toHaveLength(1)
})

test('a format in preparation says so, a ready one is a link, a broken one gives the reason', async () => {
  await openMyTracks([withMp3({ state: 'waiting' })])
  expect(screen.getByText('Preparing your MP3…')).toBeDefined()
  expect(screen.queryByRole('button', { name: /MP3/ })).toBeNull()
  await openMyTracks([withMp3({ state: 'ready', bytes: 1024 * 1024 })])
  const link = screen.getByRole('link', { name: /^Download Skylark as MP3/ })
  expect(link.getAttribute('href')).toBe(`/api/proxy/tracks/download/${skylark.id}?format=mp3`)
  expect(link.textContent).toContain('1.0 MB')
  await openMyTracks([withMp3({ state: 'refused', reason: 'It cannot be made.' })])
  screen.getByText('It cannot be made.')
  expect(screen.queryByRole('button', { name: /MP3/ })).toBeNull()
})

test('a format that browsers cannot play says what to do, and has no play button', async () => {
  await openMyTracks([{ ...withMp3({ canBeRequested: true }), stream: null }])
  expect(screen.queryByRole('button', { name: /^Play/ })).toBeNull()
  expect(screen.getByText(/have an MP3 made/)).toBeDefined()
})
