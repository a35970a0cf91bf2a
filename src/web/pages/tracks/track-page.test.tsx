import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Track } from '#contracts/tracks.ts'
import { originalTuning } from '#rules/listening/tuning.ts'
import { trackPath } from '#rules/page-paths.ts'
import { player } from '#web/player/player-store.ts'
import { exampleTrack, noComments } from '#web/tracks/example-track.ts'
import { trackStructuredData, trackTitle } from '#web/tracks/track-meta.ts'
import TrackPage from './track-page.tsx'

// The session of a visitor.
vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: null, role: null })))

const licence = {
  trackLicenseStatus: 'not_required',
  trackLicensedFrom: null,
  trackLicenseDocumentUrl: null,
} as const

async function open(
  changes: Partial<Track & { isKeyStated: boolean }> = {},
  from: string | null = null,
) {
  const track = {
    ...exampleTrack({ id: crypto.randomUUID(), ...changes }),
    fineWaveform: '0z9a0z9a',
    ...noComments,
  }
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: TrackPage,
      loader: () => ({
        track,
        related: [],
        licence,
        from,
        head: { title: trackTitle(track), path: trackPath(track.id) },
        address: 'http://x.test/tracks/x',
      }),
    },
  ])
  const page = within(render(<Stub />).container)
  await page.findByRole('heading', { level: 1, name: track.title })
  return page
}

test('the block Created by leads to the page of the track’s artist (TRK-35)', async () => {
  const { user } = exampleTrack()
  const page = await open()
  const block = page.getByText('Created by').parentElement ?? document.body
  expect(within(block).getByRole('link').getAttribute('href')).toBe(`/artist/${user?.id}`)
})

test('the details describe the recording (TRK-06 to TRK-12, TRK-15, TRK-16)', async () => {
  const page = await open()
  const details = within(page.getByRole('region', { name: 'Details' }))
  const facts = details.getAllByRole('term').map((term) => term.textContent)
  expect(facts).toEqual([
    'Title',
    'Original artist',
    'Format',
    'Instrumentation',
    'Genre',
    'Vocal range',
    'Key',
    'Tempo',
    'Length',
    'Uploaded',
    'Rating',
    'License',
  ])
  for (const text of ['Autumn Leaves', 'Joseph Kosma', 'Backing Track', 'Acoustic Guitar']) {
    details.getByText(text)
  }
  details.getByText('Jazz')
  details.getByText('Alto (Female Key)')
  details.getByText('Gm')
  details.getByText('About 92 BPM')
  details.getByText('05/03/2026')
  details.getByText('4.5 out of 5 from 32 ratings')
})

test('a key that the artist stands by although the recording sounds like another is marked as the artist’s', async () => {
  const keyOf = async (isKeyStated: boolean) => {
    const page = await open({ isKeyStated })
    const details = within(page.getByRole('region', { name: 'Details' }))
    return details.getByText('Key', { selector: 'dt' }).nextElementSibling?.textContent
  }
  expect(await keyOf(true)).toBe('GmKey of G minor, stated by the artist')
  expect(await keyOf(false)).toBe('GmKey of G minor')
})

test('a tempo that could not be measured is not shown', async () => {
  const page = await open({ tempoBpm: null })
  expect(page.queryByText('Tempo', { selector: 'dt' })).toBeNull()
  expect(page.queryByText(/BPM/)).toBeNull()
})

test('an invalid key is not shown (TRK-13)', async () => {
  const page = await open({ keySignature: 'n/a' })
  expect(page.queryByText('Key', { selector: 'dt' })).toBeNull()
  expect(page.queryByText(/Key of/)).toBeNull()
})

test.each([
  { isHigher: true, isLower: false, banner: 'Higher key than the original' },
  { isHigher: false, isLower: true, banner: 'Lower key than the original' },
  { isHigher: true, isLower: true, banner: null },
  { isHigher: false, isLower: false, banner: null },
])('higher $isHigher and lower $isLower: the banner reads $banner (TRK-14)', async (row) => {
  const page = await open({ isHigher: row.isHigher, isLower: row.isLower })
  expect(page.queryByText(/key than the original/)?.textContent ?? null).toBe(row.banner)
})

test('about, instructions and What You Get are shown; without instructions their section is left out (TRK-18, TRK-19, TRK-21)', async () => {
  const page = await open({ instructions: 'Wait two bars.' })
  page.getByText('Fingerpicked, one take.')
  page.getByRole('heading', { name: 'Performance instructions' })
  page.getByText('Wait two bars.')
  const gets = within(page.getByRole('region', { name: 'What You Get' })).getAllByRole('listitem')
  expect(gets.map((item) => item.textContent)).toEqual([
    'The full-length audio file, 3:42 long',
    'Backing Track: Acoustic Guitar',
    'The performance instructions',
    'Unlimited downloads from My Tracks',
  ])
  const without = await open({ instructions: null })
  expect(without.queryByRole('heading', { name: 'Performance instructions' })).toBeNull()
})

test('the page has buttons to buy and to preview the track (TRK-28, TRK-30)', async () => {
  const page = await open()
  const buying = within(page.getByRole('region', { name: 'Buy' }))
  expect(buying.getByText('£5.69')).toBeDefined()
  expect(buying.getByRole('button', { name: /Add to Basket/ })).toBeDefined()
  expect(buying.getByRole('button', { name: /Buy Now/ })).toBeDefined()
  expect(buying.getByRole('button', { name: 'Preview of Autumn Leaves' })).toBeDefined()
})

test('beside a key that was changed the page says which key is bought', async () => {
  const page = await open({ keySignature: 'Em' })
  expect(page.queryByText(/^The recording you buy/)).toBeNull()
  act(() => player.setTuning({ semitones: 4, tempoPercent: 100 }))
  await page.findByText('The recording you buy is in Em. My Tracks plays it in any key.')
  act(() => player.setTuning(originalTuning))
  expect(page.queryByText(/^The recording you buy/)).toBeNull()
})

test('the breadcrumb links to the catalogue, or back to My Tracks (TRK-01, TRK-02)', async () => {
  const page = await open()
  const breadcrumb = within(page.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(breadcrumb.getByRole('link', { name: 'Tracks' }).getAttribute('href')).toBe('/tracks')
  const owned = await open({}, 'my-tracks')
  expect(owned.getByRole('link', { name: 'My Tracks' }).getAttribute('href')).toBe('/my-tracks')
})

test('from the dashboard there is a link back to it, else there is none (TRK-03, CST-38)', async () => {
  const page = await open({}, 'artist-dashboard')
  expect(page.getByRole('link', { name: 'Back to Track Management' }).getAttribute('href')).toBe(
    '/artist-dashboard',
  )
  const plain = await open()
  expect(plain.queryByRole('link', { name: 'Back to Track Management' })).toBeNull()
})

test('a share button in the page’s head opens a menu for its address (SHR-02, TRK-04)', async () => {
  const page = await open({ title: 'Skylark' })
  const head = page.getByRole('button', { name: 'Share' }).closest('.breadcrumb-bar')
  const shared = within(head instanceof HTMLElement ? head : document.body)
  const items = shared.getAllByRole('menuitem', { hidden: true })
  expect(items.map((item) => item.textContent)).toEqual([
    'Facebook',
    'X',
    'WhatsApp',
    'LinkedIn',
    'Reddit',
    'Copy link',
  ])
  expect(decodeURIComponent(items[0]?.getAttribute('href') ?? '')).toMatch(
    /u=http:\/\/x\.test\/tracks\/[\w-]+$/,
  )
})

test('a report button in the page’s head opens the report dialog of the track, for visitors, too (FLG-01, TRK-05)', async () => {
  const page = await open({ title: 'Skylark' })
  const report = page.getByRole('button', { name: 'Report' })
  expect(report.closest('.breadcrumb-bar')).not.toBeNull()
  fireEvent.click(report)
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this track' }))
  dialog.getByText('Skylark in G minor, female key')
})

test('title and structured data contain key and voice, the price in GBP, and a rating only if there is one (BUS-01, FMT-01)', () => {
  expect(trackTitle(exampleTrack())).toBe('Autumn Leaves in G minor, female key')
  expect(
    trackTitle(exampleTrack({ keySignature: null, vocalRange: null, vocalGender: null })),
  ).toBe('Autumn Leaves')
  const user = { id: 'a1', username: 'rosa_l', displayName: 'Rosa', avatar: null }
  const sharePictureUrl = '/public/tracks/1/share.png?v=1'
  const dataOf = (track: Track) =>
    trackStructuredData({ ...track, sharePictureUrl }, 'http://x.test')
  const rated = dataOf(exampleTrack({ id: '1', user }))
  expect(rated).toMatchObject({
    '@context': 'https://schema.org',
    '@type': ['Product', 'MusicRecording'],
    name: 'Autumn Leaves',
    image: [
      'http://x.test/public/tracks/1/share.png?v=1',
      'http://x.test/public/tracks/1/cover.png',
    ],
    url: 'http://x.test/tracks/1',
    duration: 'PT222S',
    offers: {
      '@type': 'Offer',
      price: '5.69',
      priceCurrency: 'GBP',
      availability: 'https://schema.org/InStock',
      url: 'http://x.test/tracks/1',
    },
    aggregateRating: { ratingValue: '4.5', ratingCount: 32 },
    byArtist: { name: 'Rosa' },
  })
  const unrated = exampleTrack({ averageRating: null, numOfRatings: 0 })
  expect(dataOf(unrated)).not.toHaveProperty('aggregateRating')
})

test('the page has a panel to rate and comment on the track (TRK-36)', async () => {
  const page = await open()
  const panel = within(page.getByRole('region', { name: 'Ratings and comments' }))
  expect(panel.getByText('4.5 out of 5 from 32 ratings')).toBeDefined()
  expect(panel.getByRole('link', { name: 'Log in' })).toBeDefined()
  expect(panel.getByText(/^No comments yet/)).toBeDefined()
})
