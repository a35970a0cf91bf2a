import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Artist } from '#contracts/artists/artists.ts'
import HomePage from '#web/pages/home-page.tsx'
import { FakeAudio } from '#web/player/fake-audio.ts'
import { exampleArtist } from '../example-artist.ts'
import { featuredArtists } from './featured-artists.ts'

vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: null, role: null })))

/** Of the server: with every field of an artist. */
function artist(changes: Partial<Artist>): Artist {
  return {
    ...exampleArtist(),
    role: 'artist',
    banned: false,
    about: null,
    artistYoutubeLink: null,
    artistExamples: [],
    customerCommissionPrice: 66.2,
    includedRevisions: 2,
    lastOnline: null,
    dateJoined: '2026-01-01T00:00:00.000Z',
    ...changes,
  }
}

const fern = artist({ id: 'fern', displayName: 'Fern', avatar: '/avatars/fern.webp' })
const moss = artist({
  id: 'moss',
  displayName: 'Moss',
  averageCommissionCompletionTimeHours: null,
  maxTimeTakenForCommission: '3 weeks',
})

/** The home page with these featured artists. */
function open(answer: Artist[] | { artists: Artist[] }) {
  cleanup()
  const loaderData = {
    tracks: [],
    hasFeatured: false,
    artists: featuredArtists(answer),
    publicUrl: 'http://x',
  }
  const Home = (props: Parameters<typeof HomePage>[0]) => (
    <>
      <HomePage {...props} />
      <output>{useLocation().search}</output>
    </>
  )
  const Stub = createRoutesStub([
    { id: 'home', path: '/', Component: Home, loader: () => loaderData },
  ])
  render(<Stub initialEntries={['/']} hydrationData={{ loaderData: { home: loaderData } }} />)
  const part = screen.getByRole('region', { name: 'Commission a Musician' })
  return { part, page: within(part) }
}

test('the home page features artists: each with picture, instrument, ratings, price, delivery, example and profile (ART-21, ART-22, ART-23, ART-24, ART-25, NAV-02)', () => {
  const { part, page } = open([fern, moss])
  expect(part.id).toBe('commission-service')
  const article = page.getByRole('article', { name: 'Fern' })
  expect(article.querySelector('img.avatar')?.getAttribute('src')).toBe('/avatars/fern.webp')
  const card = within(article)
  card.getByText('Acoustic guitar')
  card.getByText('4.5 out of 5 from 32 ratings')
  card.getByText('£66.20')
  expect(card.getByText('Avg Delivery').parentElement?.textContent).toBe('Avg Delivery5 days')
  card.getByRole('button', { name: 'Play an example of Fern' })
  const profile = card.getByRole('link', { name: 'View Profile & Commission Fern' })
  expect(profile.getAttribute('href')).toBe('/artist/fern')
  const promised = within(page.getByRole('article', { name: 'Moss' }))
  const delivery = promised.getByText('Max Delivery').parentElement?.textContent
  expect(delivery).toBe('Max Delivery3 weeks')
  const steps = within(page.getByRole('list', { name: 'How commissions work' }))
  expect(steps.getAllByRole('listitem')).toHaveLength(3)
})

test('the example of a featured artist plays and pauses, and the profile is opened over the page (ART-24, ART-25)', async () => {
  const audio = new FakeAudio()
  vi.stubGlobal('Audio', function () {
    return audio
  })
  const { page } = open([fern, moss])
  const card = within(page.getByRole('article', { name: 'Fern' }))
  fireEvent.click(card.getByRole('button', { name: 'Play an example of Fern' }))
  act(() => audio.begin())
  expect([audio.src, audio.paused]).toEqual([fern.artistExample, false])
  fireEvent.click(card.getByRole('button', { name: 'Pause an example of Fern' }))
  expect(audio.paused).toBe(true)
  card.getByRole('button', { name: 'Play an example of Fern' })

  fireEvent.click(card.getByRole('link', { name: 'View Profile & Commission Fern' }))
  expect(await screen.findByText('?artist=fern', { selector: 'output' })).toBeDefined()
})

test('an artist is featured once, in either form of the answer (ART-27)', () => {
  const named = ({ page }: ReturnType<typeof open>) =>
    page.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
  expect(named(open([moss, fern, moss]))).toEqual(['Moss', 'Fern'])
  expect(named(open({ artists: [fern, moss, fern] }))).toEqual(['Fern', 'Moss'])
})

test('without a featured artist the page says so (ART-26, ERR-67)', () => {
  const { page } = open({ artists: [] })
  expect(page.getByRole('heading', { name: 'No featured artists available' })).toBeDefined()
  expect(page.queryByRole('article')).toBeNull()
})

test('seven artists at most are shown, and the eighth card leads to all of them', () => {
  const artists = Array.from({ length: 9 }, (_, at) =>
    artist({ id: `artist ${at}`, displayName: `Artist ${at}` }),
  )
  for (const [count, shown] of [
    [9, 7],
    [3, 3],
  ] as const) {
    const { page } = open(artists.slice(0, count))
    const cards = within(page.getByRole('list', { name: 'Featured artists' })).getAllByRole(
      'listitem',
    )
    expect([page.getAllByRole('article').length, cards.length]).toEqual([shown, shown + 1])
    const link = within(cards.at(-1) ?? document.body).getByRole('link', { name: 'All artists' })
    expect(link.getAttribute('href')).toBe('/artists')
    expect(page.getAllByRole('link', { name: 'All artists' })).toHaveLength(1)
  }
})
