import { act, fireEvent, render, within } from '@testing-library/react'
import { lazy, Suspense, useState } from 'react'
import { createRoutesStub, Link, Outlet } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { TrackSummary } from '#contracts/tracks.ts'
import { PlayerBar } from '#web/layout/player-bar.tsx'
import { PlayerBarControls } from '#web/layout/player-bar-controls.tsx'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { FakeAudio } from './fake-audio.ts'
import { player } from './player-store.ts'
import { PreviewButton } from './preview-button.tsx'
import { PreviewTrackButton } from './preview-track-button.tsx'

const audio = new FakeAudio()
vi.stubGlobal('Audio', function () {
  return audio
})
vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: null, role: null })))

const Dialog = lazy(() => import('#web/ui/dialog.tsx'))

/** Two pages of tracks, the first with a dialog, and the bar around both. */
function openSite({ inRow, inBar }: { inRow: TrackSummary; inBar: TrackSummary }) {
  function Site() {
    return (
      <>
        <Link to="/">First</Link>
        <Link to="/second">Second</Link>
        <Outlet />
        <PlayerBar Controls={PlayerBarControls} />
      </>
    )
  }
  function First() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <PreviewButton track={inBar} />
        <section aria-label="Row">
          <PreviewTrackButton track={inRow} />
        </section>
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
        {isOpen && (
          <Suspense>
            <Dialog open title="Examples" onOpenChange={() => setIsOpen(false)}>
              <PreviewTrackButton track={inRow} />
            </Dialog>
          </Suspense>
        )}
      </>
    )
  }
  const pages = [
    { index: true, Component: First },
    { path: 'second', Component: () => <h1>Second page</h1> },
  ]
  const Routes = createRoutesStub([{ path: '/', Component: Site, children: pages }])
  const { baseElement } = render(<Routes />)
  const page = within(baseElement)
  return {
    page,
    row: within(page.getByRole('region', { name: 'Row' })),
    async leave() {
      fireEvent.click(page.getByRole('link', { name: 'Second' }))
      await page.findByRole('heading', { name: 'Second page' })
    },
  }
}

const tracks = () => ({
  inRow: exampleTrack({ id: crypto.randomUUID(), title: 'Row' }),
  inBar: exampleTrack({ id: crypto.randomUUID(), title: 'Bar' }),
})

test('the compact button of rows and dialogs reads Preview Track, then Loading and Pause (PLY-03)', () => {
  const { row } = openSite(tracks())
  fireEvent.click(row.getByRole('button', { name: 'Preview Track of Row' }))
  row.getByRole('button', { name: 'Loading the preview of Row' })
  act(() => audio.begin())
  row.getByRole('button', { name: 'Pause the preview of Row' })
  expect(audio.paused).toBe(false)
  act(() => player.stop())
})

test('leaving the page stops what a row’s button started, and what the bar plays goes on (PLY-12)', async () => {
  const site = openSite(tracks())
  fireEvent.click(site.row.getByRole('button', { name: 'Preview Track of Row' }))
  act(() => audio.begin())
  await site.leave()
  expect([audio.paused, player.getState().track]).toEqual([true, null])

  fireEvent.click(site.page.getByRole('link', { name: 'First' }))
  fireEvent.click(await site.page.findByRole('button', { name: 'Preview Bar' }))
  act(() => audio.begin())
  await site.leave()
  expect(audio.paused).toBe(false)
  within(site.page.getByRole('region', { name: 'Preview player' })).getByText('Playing')
  act(() => player.stop())
})

test('leaving the page does not stop what the bar plays after a row’s button (PLY-12)', async () => {
  const site = openSite(tracks())
  fireEvent.click(site.row.getByRole('button', { name: 'Preview Track of Row' }))
  act(() => audio.begin())
  fireEvent.click(site.page.getByRole('button', { name: 'Preview Bar' }))
  act(() => audio.begin())
  await site.leave()
  expect([audio.paused, player.getState().track?.title]).toEqual([false, 'Bar'])
  act(() => player.stop())
})

test('closing a dialog stops the preview that was started in it, and not one that was started before (PLY-12)', async () => {
  const { page } = openSite(tracks())
  fireEvent.click(page.getByRole('button', { name: 'Open' }))
  const first = within(await page.findByRole('dialog', { name: 'Examples' }))
  fireEvent.click(first.getByRole('button', { name: 'Preview Track of Row' }))
  act(() => audio.begin())
  fireEvent.click(first.getByRole('button', { name: 'Close' }))
  expect([audio.paused, player.getState().track]).toEqual([true, null])

  fireEvent.click(page.getByRole('button', { name: 'Preview Bar' }))
  act(() => audio.begin())
  fireEvent.click(page.getByRole('button', { name: 'Open' }))
  const second = within(await page.findByRole('dialog', { name: 'Examples' }))
  fireEvent.click(second.getByRole('button', { name: 'Close' }))
  expect(audio.paused).toBe(false)
  act(() => player.stop())
})
