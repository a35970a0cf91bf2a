import { act, fireEvent, render, waitFor, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Track, TrackSummary, TrackVersion } from '#contracts/tracks.ts'
import { BuyButton } from '#web/orders/buy-button.tsx'
import { FakeAudio } from '#web/player/fake-audio.ts'
import { player } from '#web/player/player-store.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { TrackCard } from '#web/tracks/track-card.tsx'
import { PreviewWithVersions } from './preview-with-versions.tsx'
import { useShownVersion } from './use-shown-version.ts'

const audio = new FakeAudio()
vi.stubGlobal('Audio', function () {
  return audio
})

const idOf = (last: string) => `0198f000-0000-7000-8000-00000000000${last}`
const inG = exampleTrack({ id: idOf('a'), keySignature: 'G', customerPricePence: 620 })
const inBb = exampleTrack({ id: idOf('b'), keySignature: 'Bb', customerPricePence: 700 })
const gone = exampleTrack({ id: idOf('c'), keySignature: null, isLower: true })
const inD = exampleTrack({ id: idOf('d'), keySignature: 'D' })

/** The server no longer lists `gone`. */
const listed = [inG, inBb, inD]
let delays: Record<string, Promise<void>> = {}
vi.stubGlobal('fetch', async (path: string) => {
  if (path.includes('get-id-and-role')) return Response.json({ id: null, role: null })
  const ids = new URL(path, 'http://x').searchParams.get('ids') ?? ''
  await delays[ids]
  return Response.json({ tracks: listed.filter(({ id }) => id === ids) })
})

function asVersion(track: Track): TrackVersion {
  return track
}

function PagePreview({ track }: { track: TrackSummary }) {
  return <PreviewWithVersions track={track} bars="0z" version={useShownVersion(track)} />
}

function open(changes: Partial<TrackSummary> = {}) {
  const versions = [inG, inBb, gone].map(asVersion)
  const track = { ...exampleTrack({ id: crypto.randomUUID() }), versions, ...changes }
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <>
          <TrackCard track={track}>{(shown) => <BuyButton track={shown} />}</TrackCard>
          <section aria-label="Page">
            <PagePreview track={track} />
          </section>
        </>
      ),
    },
    { path: '/tracks/:id', Component: () => <h1>The version’s page</h1> },
  ])
  delays = {}
  const view = within(render(<Stub />).container)
  const card = within(view.getByRole('article'))
  const page = within(view.getByRole('region', { name: 'Page' }))
  return { view, card, page, track }
}

const hrefOf = (link: HTMLElement) => link.getAttribute('href')

test('a card links to three other versions, and to the page with more', () => {
  const versions = [inG, inBb, gone, inD].map(asVersion)
  const { card, page, track } = open({ versions })
  expect(card.getByText(/^Also in/).textContent).toMatch(/^Also in G.* · B♭.* · lower.* · …more/)
  expect(hrefOf(card.getByRole('link', { name: 'Key of G major' }))).toBe(`/tracks/${inG.id}`)
  expect(hrefOf(card.getByRole('link', { name: 'Key of B flat major' }))).toBe(`/tracks/${inBb.id}`)
  expect(hrefOf(card.getByRole('link', { name: 'lower key' }))).toBe(`/tracks/${gone.id}`)
  expect(card.queryByRole('link', { name: 'Key of D major' })).toBeNull()
  const more = card.getByRole('link', { name: '…more versions of Autumn Leaves' })
  expect(hrefOf(more)).toBe(`/tracks/${track.id}`)
  // The page itself shows all.
  page.getByRole('link', { name: 'Key of D major' })
  expect(page.queryByRole('link', { name: /more/ })).toBeNull()
})

test('a song with one version has no such line', () => {
  expect(open({ versions: [] }).view.queryByText(/Also in/)).toBeNull()
  expect(open({ versions: undefined }).view.queryByText(/Also in/)).toBeNull()
})

test('a picked version takes the place of the track on its card, and the same link leads back', async () => {
  const { card, track } = open()
  const link = card.getByRole('link', { name: 'Key of B flat major' })
  link.focus()
  fireEvent.click(link)
  await card.findByText('£7.00')
  expect(hrefOf(card.getByRole('heading').querySelector('a') as HTMLElement)).toBe(
    `/tracks/${inBb.id}`,
  )
  expect(hrefOf(card.getByRole('link', { name: 'View Autumn Leaves' }))).toBe(`/tracks/${inBb.id}`)
  card.getByText('Key of B flat major')
  expect(card.getByRole('status').textContent).toMatch(/: Key of B flat major$/)
  fireEvent.click(card.getByRole('button', { name: 'Preview Autumn Leaves' }))
  expect(player.getState().track?.id).toBe(inBb.id)
  act(() => player.stop())

  expect(document.activeElement).toBe(link)
  expect(link.textContent).toContain('Gm')
  expect(hrefOf(link)).toBe(`/tracks/${track.id}`)
  fireEvent.click(link)
  await card.findByText('£5.69')
  expect(document.activeElement).toBe(link)
  expect(link.textContent).toContain('B♭')
})

test('a picked version is what the button of the card adds', async () => {
  const { card } = open()
  fireEvent.click(card.getByRole('link', { name: 'Key of G major' }))
  await card.findByText('£6.20')
  fireEvent.click(card.getByRole('button', { name: 'Add Autumn Leaves to basket' }))
  await card.findByRole('button', { name: 'In basket: Autumn Leaves' })
  fireEvent.click(card.getByRole('link', { name: /Key of G minor/ }))
  expect(await card.findByRole('button', { name: 'Add Autumn Leaves to basket' })).toBeDefined()
})

test('the preview of a picked version plays if the one before it played', async () => {
  const { card, track } = open()
  fireEvent.click(card.getByRole('link', { name: 'Key of G major' }))
  await card.findByText('£6.20')
  expect(player.getState().track).toBeNull()

  fireEvent.click(card.getByRole('button', { name: 'Preview Autumn Leaves' }))
  act(() => audio.begin())
  fireEvent.click(card.getByRole('link', { name: /Key of G minor/ }))
  await waitFor(() => expect(player.getState().track?.id).toBe(track.id))
  expect(audio.src).toBe(track.previewUrl)
  act(() => player.stop())
})

test('the version picked last is shown, however late the response to an earlier one arrives', async () => {
  const { card } = open()
  let arrive = () => {}
  delays[inG.id] = new Promise((resolve) => (arrive = resolve))
  fireEvent.click(card.getByRole('link', { name: 'Key of G major' }))
  fireEvent.click(card.getByRole('link', { name: 'Key of B flat major' }))
  await card.findByText('£7.00')
  await act(async () => arrive())
  expect(card.queryByText('£6.20')).toBeNull()
})

test('a version that is not listed any more opens its page, which tells so', async () => {
  const { view, card } = open()
  fireEvent.click(card.getByRole('link', { name: 'lower key' }))
  expect(await view.findByRole('heading', { name: 'The version’s page' })).toBeDefined()
})

test('a version opened in a new tab leaves the card as it is', () => {
  const { card } = open()
  const link = card.getByRole('link', { name: 'Key of G major' })
  expect(fireEvent.click(link, { ctrlKey: true })).toBe(true)
  expect(fireEvent.click(link)).toBe(false)
})

test('a track’s page previews another version in place, and offers to open it', async () => {
  const { page } = open()
  expect(page.queryByRole('link', { name: 'Open this version' })).toBeNull()
  fireEvent.click(page.getByRole('link', { name: 'Key of G major' }))
  const offer = await page.findByRole('link', { name: 'Open this version' })
  expect(hrefOf(offer)).toBe(`/tracks/${inG.id}`)
  fireEvent.click(page.getByRole('button', { name: 'Preview Autumn Leaves' }))
  expect(player.getState().track?.id).toBe(inG.id)
  act(() => player.stop())
  fireEvent.click(page.getByRole('link', { name: /Key of G minor/ }))
  await waitFor(() => expect(page.queryByRole('link', { name: 'Open this version' })).toBeNull())
})
