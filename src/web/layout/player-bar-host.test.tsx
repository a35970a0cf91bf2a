import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { FakeAudio } from '#web/player/fake-audio.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'

const audio = new FakeAudio()
vi.stubGlobal('Audio', function () {
  return audio
})
// The browser is idle at once.
vi.stubGlobal('requestIdleCallback', (attempt: () => void) => attempt())
vi.stubGlobal('cancelIdleCallback', () => undefined)
vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: null, role: null })))

const connection = { isOffline: false }

/** A page that has not loaded the controls. */
async function openPage({ isOffline }: { isOffline: boolean }) {
  connection.isOffline = isOffline
  vi.resetModules()
  vi.doMock('./player-bar-controls.tsx', (original) => {
    if (connection.isOffline) throw new TypeError('Failed to fetch dynamically imported module')
    return original()
  })
  const { PlayerBarHost } = await import('./player-bar-host.tsx')
  const { player } = await import('#web/player/player-store.ts')
  const Page = createRoutesStub([{ path: '/', Component: PlayerBarHost }])
  render(<Page />)
  return {
    play() {
      act(() => player.play(exampleTrack()))
      return within(screen.getByRole('region', { name: 'Preview player' }))
    },
  }
}

async function failToPlay() {
  const page = await openPage({ isOffline: true })
  const bar = page.play()
  audio.break(2)
  expect((await bar.findByRole('alert')).textContent).toBe('Network error - check your connection')
  expect(bar.queryByRole('slider', { name: 'Volume' })).toBeNull()
  connection.isOffline = false
  return bar
}

test('without its controls the bar says why nothing plays and tries again, and gets them at that start (PLY-10)', async () => {
  const bar = await failToPlay()
  bar.getByRole('link', { name: 'Autumn Leaves' })
  const again = bar.getByRole('button', { name: 'Try again: Autumn Leaves' })
  again.focus()
  fireEvent.click(again)
  expect(await bar.findByRole('slider', { name: 'Volume' })).toBeDefined()
  expect(document.activeElement).toBe(again)
  fireEvent.click(bar.getByRole('button', { name: 'Close player' }))
  expect(screen.queryByRole('region', { name: 'Preview player' })).toBeNull()
})

test('the bar gets its controls when the connection returns, and goes on saying why nothing plays', async () => {
  const bar = await failToPlay()
  const alert = bar.getByRole('alert')
  act(() => void dispatchEvent(new Event('online')))
  expect(await bar.findByRole('slider', { name: 'Volume' })).toBeDefined()
  // The same element: another one would be announced again.
  expect(bar.getByRole('alert')).toBe(alert)
})

test('the controls are loaded before the first recording plays', async () => {
  const page = await openPage({ isOffline: false })
  await act(() => vi.dynamicImportSettled())
  expect(page.play().getByRole('slider', { name: 'Volume' })).toBeDefined()
})
