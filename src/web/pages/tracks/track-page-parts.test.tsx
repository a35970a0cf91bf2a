import { act, fireEvent, render, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { LicenceInfo } from '#web/licences/licence-facts.tsx'
import type { Track, TrackSummary } from '#contracts/tracks.ts'
import { session } from '#web/accounts/session-store.ts'
import { exampleTrack, noComments } from '#web/tracks/example-track.ts'
import { originalTuning } from '#rules/listening/tuning.ts'
import { player } from '#web/player/player-store.ts'
import type { ReRecording } from '#web/tracks/re-recording.ts'
import TrackPage from './track-page.tsx'

const trackId = '0198f000-0000-7000-8000-000000000001'
const artistId = '0198f000-0000-7000-8000-0000000000aa'
const licensed: LicenceInfo = {
  trackLicenseStatus: 'licensed',
  trackLicensedFrom: 'A publisher',
  trackLicenseDocumentUrl: null,
}
const documentUrl = '/api/proxy/license/1'
const ofOwner = { price: 4.5, pricePence: 450, downloadCount: 31, purchaseCount: 12 }
const ofOthers = { price: null, pricePence: null, downloadCount: null, purchaseCount: null }

type User = { id: string; role: 'customer' | 'artist' | 'admin' } | null
type Shown = {
  track?: Partial<Omit<Track, 'user'>> & { user?: TrackSummary['user'] }
  related?: TrackSummary[] | null
  licence?: LicenceInfo | null
  reRecording?: ReRecording | null
  as?: User
  statistics?: () => Response | Promise<Response>
}

const visitor = { id: null, role: null, isBanned: false, hasBoughtCommission: false }

async function open({
  track,
  related = [],
  licence = licensed,
  reRecording = null,
  as = null,
  statistics,
}: Shown = {}) {
  const calls: string[] = []
  const answers: Record<string, () => Response | Promise<Response>> = {
    '/api/proxy/auth/get-id-and-role': () =>
      Response.json(as ? { ...visitor, ...as, username: 'mia' } : visitor),
    '/api/proxy/my-tracks/ids': () => Response.json({ trackIds: [] }),
    [`/api/proxy/tracks/${trackId}`]:
      statistics ?? (() => Response.json({ ...exampleTrack(), ...ofOwner })),
    [`/api/proxy/tracks/${trackId}/license-info`]: () =>
      Response.json({ ...licensed, trackLicenseDocumentUrl: documentUrl }),
  }
  vi.stubGlobal('fetch', (address: string) => {
    calls.push(address)
    return Promise.resolve(answers[address]?.() ?? Response.json({}, { status: 404 }))
  })
  session.invalidate()
  await session.known()
  const loaded = {
    track: { ...exampleTrack(), fineWaveform: '0z9a', ...noComments, versions: [], ...track },
    related,
    licence,
    reRecording,
    from: null,
    head: { title: 'Skylark', path: '/tracks/x' },
    address: 'http://x.test/tracks/x',
  }
  const Stub = createRoutesStub([{ path: '/', Component: TrackPage, loader: () => loaded }])
  const page = within(render(<Stub />).container)
  await page.findByRole('heading', { level: 1 })
  return { page, calls }
}

const others = (count: number): TrackSummary[] =>
  Array.from({ length: count }, (_, at) => exampleTrack({ id: `other-${at}`, title: `Song ${at}` }))

test('the page has a panel to rate and comment, with a link to log in for visitors (TRK-36, NAV-03)', async () => {
  const { page } = await open()
  const panel = within(page.getByRole('region', { name: 'Ratings and comments' }))
  const link = await panel.findByRole('link', { name: 'Log in' })
  expect(link.getAttribute('href')).toMatch(/^\/login/)
})

test('more tracks by the artist are listed: at most five, without the track itself (TRK-31, TRK-32, BUS-12)', async () => {
  const [first, ...rest] = others(5)
  const { page } = await open({ related: [first ?? exampleTrack(), exampleTrack(), ...rest] })
  const list = within(page.getByRole('region', { name: 'More Tracks by Rosa Lindqvist' }))
  const titles = () => list.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)
  expect(titles()).toEqual(['Song 0', 'Song 1', 'Song 2', 'Song 3', 'Song 4'])

  const { page: another } = await open({ related: others(6) })
  const fromSix = within(another.getByRole('region', { name: /^More Tracks/ }))
  expect(fromSix.getAllByRole('article')).toHaveLength(5)
})

test('an artist without other tracks has none to list (TRK-33, ERR-34)', async () => {
  const { page } = await open({ related: [exampleTrack()] })
  page.getByText('No other tracks available from this artist.')
  expect(page.queryByRole('article')).toBeNull()
})

test('if related tracks cannot be loaded, the page says so, works, and loads them again (TRK-34, ERR-33)', async () => {
  const { page } = await open({ related: null })
  expect(page.getByRole('alert').textContent).toBe('Failed to load related tracks')
  page.getByRole('button', { name: /Add to Basket/ })
  page.getByRole('button', { name: 'Try Again' })
})

test.each([
  { user: { id: artistId, username: 'rosa', displayName: 'Rosa L', avatar: null }, name: 'Rosa L' },
  { user: artistId, name: 'Unknown Artist' },
  { user: null, name: 'Artist Not Available' },
  { user: undefined, name: 'Artist Not Available' },
])('the page is shown with the user $user (TRK-37)', async ({ user, name }) => {
  const { page } = await open({ track: { user } })
  page.getByText(name, { selector: '.track-by bdi' })
  page.getByRole('button', { name: /Add to Basket/ })
  expect(page.queryByRole('region', { name: /^More Tracks/ }) === null).toBe(!user)
})

test('the license is shown to everyone, its document to the artist and admins (TRK-20, LIC-07)', async () => {
  const { page, calls } = await open({ as: { id: 'other', role: 'artist' } })
  const facts = (shown: typeof page) => shown.getByRole('region', { name: 'Details' }).textContent
  expect(facts(page)).toMatch(/LicenseLicensedLicensed fromA publisher$/)
  expect(calls.filter((call) => call.includes('license-info'))).toEqual([])
  for (const as of [
    { id: artistId, role: 'artist' },
    { id: 'a', role: 'admin' },
  ] as const) {
    const { page: own } = await open({ as })
    const link = await own.findByRole('link', { name: 'Open' })
    expect(link.getAttribute('href')).toBe(documentUrl)
  }
  const { page: without } = await open({ licence: null })
  expect(facts(without)).toContain('Failed to load license information')
})

test('a spinner is shown while the statistics are loaded (NAV-17)', async () => {
  const answer = Promise.withResolvers<null>()
  const { page } = await open({
    as: { id: artistId, role: 'artist' },
    statistics: () => answer.promise.then(() => Response.json({ ...exampleTrack(), ...ofOwner })),
  })
  const box = await page.findByRole('region', { name: 'Owner Statistics' })
  expect(box.querySelector('.spinner')).not.toBeNull()
  answer.resolve(null)
  await within(box).findByText('Downloads')
  expect(box.querySelector('.spinner')).toBeNull()
})

test('the artist sees statistics, prices and the share of the platform (TRK-22 to TRK-27, ROL-20)', async () => {
  const { page } = await open({ as: { id: artistId, role: 'artist' } })
  const box = within(await page.findByRole('region', { name: 'Owner Statistics' }))
  await box.findByText('Downloads')
  const facts = box
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(facts).toEqual([
    ['Downloads', '31'],
    ['Purchases', '12'],
    ['Price (artist receives)', '£4.50'],
    ['Customer price', '£5.69'],
    ['Platform commission and fee', '£1.19'],
  ])
})

test.each([
  null,
  { id: 'x', role: 'customer' },
  { id: 'y', role: 'artist' },
  { id: 'z', role: 'admin' },
] as const)('the statistics are not shown to %j, and not requested (TRK-22)', async (as) => {
  const { page, calls } = await open({ as })
  await page.findByRole('region', { name: 'What You Get' })
  expect(page.queryByRole('region', { name: 'Owner Statistics' })).toBeNull()
  expect(calls).not.toContain(`/api/proxy/tracks/${trackId}`)
})

test.each([
  ['a failure', () => Response.json({ message: 'x' }, { status: 500 })],
  ['an ended session', () => Response.json({ ...exampleTrack(), ...ofOthers })],
])('with %s the statistics say that they cannot be shown', async (_name, statistics) => {
  const { page } = await open({ as: { id: artistId, role: 'artist' }, statistics })
  expect(await page.findByText('Failed to load statistics')).toBeDefined()
})

const video = 'https://youtu.be/dQw4w9WgXcQ'

test('a guide at YouTube is loaded only when the user wants it (TRK-17)', async () => {
  const { page } = await open({ track: { youtubeGuideUrl: video } })
  const guide = within(page.getByRole('region', { name: 'Guide track' }))
  expect(document.querySelector('iframe, [src*=youtube], [href*=ytimg]')).toBeNull()
  expect(guide.getByRole('link', { name: /Watch on YouTube/ }).getAttribute('href')).toBe(video)
  fireEvent.click(guide.getByRole('button', { name: 'Play the guide' }))
  expect(guide.getByTitle('Guide track of Autumn Leaves').getAttribute('src')).toBe(
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  )
  page.getByText('The guide track', { selector: 'li' })
})

test.each([
  { track: { youtubeGuideUrl: 'https://vimeo.com/1' }, href: 'https://vimeo.com/1' },
  {
    track: { youtubeGuideUrl: video, guideTrackUrl: 'https://a.test/g' },
    href: 'https://a.test/g',
  },
  { track: { youtubeGuideUrl: 'javascript:alert(1)' }, href: undefined },
])(
  'with $track the guide is a link to $href, without a player (TRK-17)',
  async ({ track, href }) => {
    const { page } = await open({ track })
    const guide = within(page.getByRole('region', { name: 'Guide track' }))
    expect(guide.queryByRole('button')).toBeNull()
    expect(guide.queryByRole('link')?.getAttribute('href')).toBe(href)
  },
)

test('without a guide there is no section for it (TRK-17)', async () => {
  const { page } = await open()
  expect(page.queryByRole('region', { name: 'Guide track' })).toBeNull()
})

const reRecord = /^Have Rosa Lindqvist (re-)?record it /
const form = `/artist/${artistId}/commission?track=${trackId}`
const sameKey = { path: form, words: 'record it for you (£44.20, within 2 weeks)' }
const otherKey = {
  path: `${form}&offer=1`,
  words: 're-record it in this key (£16.70, within 3 days)',
}

test('the artist can be asked to record the track again, in the key and at the tempo in which it is heard, and nobody reads of another key before it is chosen', async () => {
  const { page } = await open({ reRecording: { sameKey, otherKey: { ...otherKey, path: form } } })
  const link = page.getByRole('link', { name: reRecord })
  expect(link.getAttribute('href')).toBe(form)
  expect(link.textContent).toBe('Have Rosa Lindqvist record it for you (£44.20, within 2 weeks)')
  act(() => player.openTuned({ semitones: -2, tempoPercent: 90 }))
  expect(link.getAttribute('href')).toBe(`${form}&key=-2&tempo=90`)
  expect(link.textContent).toBe(
    'Have Rosa Lindqvist re-record it in this key (£16.70, within 3 days)',
  )
  act(() => player.openTuned(originalTuning))
})

test('once the singer has changed the key, the offer that fits is asked for, at its price', async () => {
  const { page } = await open({ reRecording: { sameKey, otherKey } })
  const link = page.getByRole('link', { name: reRecord })
  // Another tempo in the same key is another wish.
  act(() => player.openTuned({ semitones: 0, tempoPercent: 90 }))
  expect(link.textContent).toContain('(£44.20, within 2 weeks)')
  expect(link.getAttribute('href')).toBe(`${form}&tempo=90`)
  act(() => player.openTuned({ semitones: 3, tempoPercent: 100 }))
  expect(link.textContent).toContain('(£16.70, within 3 days)')
  expect(link.getAttribute('href')).toBe(`${form}&offer=1&key=3`)
  act(() => player.openTuned(originalTuning))
})

test('nobody is asked to record a track again who takes no commissions, and no artist is asked by themselves', async () => {
  const { page } = await open({ reRecording: null })
  expect(page.queryByRole('link', { name: reRecord })).toBeNull()

  const { page: own } = await open({
    reRecording: { sameKey, otherKey },
    as: { id: artistId, role: 'artist' },
  })
  expect(own.queryByRole('link', { name: reRecord })).toBeNull()
})
