import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Track } from '#contracts/tracks.ts'
import { SiteHeader } from '#web/layout/site-header.tsx'
import { SiteFooter } from '#web/layout/site-footer.tsx'
import { CatalogueResults } from '#web/tracks/catalogue-results.tsx'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { earlyCards, TrackCard } from '#web/tracks/track-card.tsx'
import { CachedMarkup, CacheMarkupContext, type CacheMarkup } from './cached-markup.tsx'

const cached = new Map<string, string>()

/** The same as the server's cache (web/entry.server.tsx). One cache for all tests, so that a stale entry would be found. */
const cacheMarkup: CacheMarkup = (key, part) => {
  const markup = cached.get(key) ?? renderToString(part)
  cached.set(key, markup)
  return markup
}

/** Every component with cached markup. */
function Page({ track }: { track: Track }) {
  const tracks = Array.from({ length: earlyCards + 1 }, (_card, at) => ({ ...track, id: `${at}` }))
  const list = { tracks: [...tracks, track], totalTracks: 1, totalPages: 1, currentPage: 1 }
  return (
    <main>
      <CatalogueResults search={{ orderBy: 'popularity', page: 1 }} list={list} isLoading={false} />
      <ul>
        {(['default', 'compact', 'rectangular', 'featured'] as const).map((variant) =>
          [true, false].map((isEarly) => (
            <CachedMarkup as="li" key={`${variant} ${isEarly}`} from={[variant, isEarly, track]}>
              <TrackCard track={track} variant={variant} isEarly={isEarly} />
            </CachedMarkup>
          )),
        )}
      </ul>
      <SiteFooter />
      {['/', '/tracks'].map((address) => (
        <MemoryRouter key={address} initialEntries={[address]}>
          <SiteHeader />
        </MemoryRouter>
      ))}
    </main>
  )
}

test.each<[string, Partial<Track>]>([
  ['as it is', {}],
  ['at another price', { customerPricePence: 700 }],
  ['with another rating', { averageRating: 3.5, numOfRatings: 33 }],
  ['without ratings', { averageRating: null, numOfRatings: 0 }],
  ['without a preview', { previewUrl: null }],
  ['without key, genre and voice', { keySignature: null, genre: null, vocalGender: null }],
  ['of a missing artist', { user: null }],
])('a track %s has the same markup cached and rendered again', (_what, changes) => {
  const page = <Page track={exampleTrack(changes)} />
  const asCached = () =>
    renderToString(<CacheMarkupContext value={cacheMarkup}>{page}</CacheMarkupContext>)
  const [first, again] = [asCached(), asCached()]
  expect(first).toBe(renderToString(page))
  expect(again).toBe(first)
})
