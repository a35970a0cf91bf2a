import { act, render, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { session } from '#web/accounts/session-store.ts'
import { exampleFile, exampleOwned } from '#web/orders/example-owned.ts'
import { ownedTracks } from '#web/orders/owned-tracks-store.ts'
import { player } from '#web/player/player-store.ts'
import { originalTuning } from '#rules/listening/tuning.ts'
import { exampleTrack, noComments } from '#web/tracks/example-track.ts'
import TrackPage from './track-page.tsx'

const track = exampleTrack({ id: '0198f000-0000-7000-8000-000000000001', durationSeconds: 185 })
const singer = { id: 'u1', role: 'customer', username: 'mia' }
const mp3 = exampleFile({ format: 'mp3', label: 'MP3', bytes: 2_600_000 })
const owned = exampleOwned({ track, files: [exampleFile(), mp3] })

/** Opens the page for a user who owns the track, or another one. */
async function open(trackIds: string[], answer: unknown = { tracks: [owned] }) {
  const calls: string[] = []
  const answers: Record<string, unknown> = {
    '/api/proxy/auth/get-id-and-role': singer,
    '/api/proxy/my-tracks/ids': { trackIds },
    [`/api/proxy/my-tracks?track=${track.id}`]: answer,
  }
  vi.stubGlobal('fetch', (address: string) => {
    calls.push(address)
    const found = answers[address]
    return Promise.resolve(Response.json(found ?? {}, { status: found ? 200 : 404 }))
  })
  await ownedTracks.follow({ state: 'visitor' })
  session.invalidate()
  await session.known()
  const licence = {
    trackLicenseStatus: 'not_required',
    trackLicensedFrom: null,
    trackLicenseDocumentUrl: null,
  } as const
  const loaded = {
    track: { ...track, fineWaveform: '0z9a', ...noComments, versions: [] },
    related: [],
    licence,
    from: null,
    head: { title: 'Skylark', path: '/tracks/x' },
    address: 'http://x.test/tracks/x',
  }
  const Stub = createRoutesStub([{ path: '/', Component: TrackPage, loader: () => loaded }])
  const page = within(render(<Stub />).container)
  await page.findByRole('heading', { level: 1 })
  return { page, calls }
}

test('the page of an owned track says since when, plays the full recording and offers its files, without a price', async () => {
  const { page } = await open([track.id])
  const box = within(await page.findByRole('region', { name: 'Yours' }))
  await box.findByText(/^Yours since/)
  box.getByText('05/03/2026')
  const link = (name: string | RegExp) => box.getByRole('link', { name }).getAttribute('href')
  const download = `/api/proxy/tracks/download/${track.id}`
  expect(link(/as WAV/)).toBe(download)
  expect(link(/as MP3/)).toBe(`${download}?format=mp3`)
  expect(link('My Tracks')).toBe('/my-tracks')
  expect(page.queryByRole('region', { name: 'Buy' })).toBeNull()
  expect(page.queryByText('£5.69')).toBeNull()
  expect(page.queryByRole('button', { name: /Add|Buy Now|Preview/ })).toBeNull()
  expect(page.getAllByRole('button', { name: `Play ${track.title}` })).toHaveLength(2)
  const seek = page.getByRole('slider', { name: `Seek in ${track.title}` })
  expect(seek.getAttribute('max')).toBe('185')
})

test('an owned track heard in another key has no sentence about the key that is bought', async () => {
  onTestFinished(() => player.setTuning(originalTuning))
  const { page } = await open([track.id])
  await page.findByText(/^Yours since/)
  act(() => player.setTuning({ semitones: 2, tempoPercent: 100 }))
  page.getByText(/sounds in A/)
  expect(page.queryByText(/^The recording you buy/)).toBeNull()
})

test('a track that the user does not own is for sale, and nothing is asked about it', async () => {
  const { page, calls } = await open(['0198f000-0000-7000-8000-000000000002'])
  await page.findByRole('region', { name: 'Buy' })
  page.getByText('£5.69')
  page.getByRole('button', { name: /^Add / })
  expect(calls.filter((address) => address.includes('?track='))).toEqual([])
})

test('if what the user owns cannot be loaded, the download stays, and the preview plays', async () => {
  const { page } = await open([track.id], { tracks: [] })
  const box = within(await page.findByRole('region', { name: 'Yours' }))
  await box.findByText('Yours')
  box.getByRole('link', { name: `Download ${track.title}` })
  expect(page.getAllByRole('button', { name: `Preview ${track.title}` })).toHaveLength(2)
})
