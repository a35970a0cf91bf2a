import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { AccountMenu } from '#web/accounts/account-menu.tsx'
import { exampleOwned } from '#web/orders/example-owned.ts'
import { OwnedTrackList } from '#web/orders/owned-tracks.tsx'
import { session } from '#web/accounts/session-store.ts'
import { exampleOwnTrack, exampleOwnTracks } from '#web/artists/dashboard/example-own-track.ts'
import { OwnTracks } from '#web/artists/dashboard/own-tracks.tsx'
import { RecordingField } from '#web/uploads/recording-field.tsx'
import { CartMenu } from '#web/cart/cart-menu.tsx'
import { cart } from '#web/cart/cart-store.ts'
import CartPage from '#web/pages/orders/cart-page.tsx'
import TrackPage from '#web/pages/tracks/track-page.tsx'
import TracksPage from '#web/pages/tracks/tracks-page.tsx'
import { PlayerBar } from '#web/layout/player-bar.tsx'
import { PlayerBarControls } from '#web/layout/player-bar-controls.tsx'
import { player } from '#web/player/player-store.ts'
import { exampleTrack, noComments } from './example-track.ts'
import { TrackCard } from './track-card.tsx'

const hebrew = /[\u0590-\u05ff]/
const id = '0198f000-0000-7000-8000-0000000000aa'
const user = { id, username: 'נעמי', displayName: 'נעמי', avatar: null }
const track = exampleTrack({
  title: 'עלי שלכת',
  originalArtist: 'אריק',
  description: 'נוגן בטייק אחד.',
  instructions: 'לאט.',
  user,
})
const createdAt = '2026-11-20T10:00:00.000Z'
/** Of every other address. */
const answers = {
  items: [{ track, addedAt: createdAt }],
  trackIds: [],
  comments: [],
  gone: [],
  refusal: null,
  rating: null,
}
const noRefresh = () => Promise.resolve()
const owned = exampleOwned({ track })
const search = { artistId: id, orderBy: 'popularity' as const, page: 1 }
const list = { tracks: [track], totalTracks: 1, totalPages: 1, currentPage: 1 }
const comment = { id, text: 'נפלא', createdAt, user }

vi.stubGlobal('Audio', function () {
  return Object.assign(new EventTarget(), { play: () => Promise.resolve(), pause() {} })
})
vi.stubGlobal('fetch', (path: string) =>
  Promise.resolve(
    Response.json(
      path.includes('get-id-and-role') ? { id: 'u1', role: 'customer', username: 'שירה' } : answers,
    ),
  ),
)

const places: [string, () => ReactNode][] = [
  ['a card', () => <TrackCard track={track}>{() => null}</TrackCard>],
  [
    'a compact card',
    () => (
      <TrackCard track={track} variant="compact">
        {() => null}
      </TrackCard>
    ),
  ],
  [
    'the catalogue',
    () =>
      page(TracksPage, {
        search,
        list,
        others: { kind: 'popular', tracks: [] },
        publicUrl: 'http://shop.test',
      }),
  ],
  [
    'a track’s page',
    () =>
      page(TrackPage, {
        track: { ...track, fineWaveform: '09', ...noComments, comments: [comment] },
        related: [{ ...track, id: 'other' }],
        licence: null,
        head: { title: track.title, path: '/tracks/x' },
        address: 'http://shop.test/tracks/x',
      }),
  ],
  ['the player', () => <PlayerBar Controls={PlayerBarControls} />],
  ['the cart', () => <CartPage />],
  ['the basket', () => <CartMenu />],
  ['the owned tracks', () => <OwnedTrackList tracks={[owned]} />],
  [
    'an artist’s tracks',
    () => <OwnTracks list={exampleOwnTracks(exampleOwnTrack(track))} onChanged={noRefresh} />,
  ],
  ['the account menu', () => <AccountMenu />],
  [
    'an upload in progress',
    () => (
      <RecordingField
        transfer={{
          key: 'k',
          uploadId: null,
          title: null,
          fileName: 'שיר.wav',
          bytes: 2,
          isElsewhere: false,
          isSubmitted: false,
          details: null,
          state: { name: 'checking' },
        }}
        error={undefined}
        maySend
      />
    ),
  ],
]

/** Renders a page with the data of its loader. */
function page(Page: unknown, loaderData: object): ReactNode {
  const Component = Page as (props: { loaderData: object }) => ReactNode
  return <Component loaderData={loaderData} />
}

test.each(places)(
  'user text in any direction does not change the direction of its line: %s',
  async (_place, show) => {
    const Page = createRoutesStub([{ path: '/', Component: () => show() }])
    act(() => player.play(track))
    const { container, unmount } = render(<Page />)
    await act(() => session.known())
    await act(() => cart.follow('account'))
    await expect.poll(() => container.textContent).toMatch(hebrew)
    const written = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
    const unisolated: string[] = []
    while (written.nextNode()) {
      const text = written.currentNode
      if (!hebrew.test(text.textContent ?? '')) continue
      // An avatar's letter is alone on its line.
      if (!text.parentElement?.closest('bdi, [dir=auto], .avatar'))
        unisolated.push(text.textContent ?? '')
    }
    expect(unisolated).toEqual([])
    unmount()
  },
)
