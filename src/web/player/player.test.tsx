import { act, fireEvent, render, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRoutesStub } from 'react-router'
import type { ReactNode } from 'react'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { FakeAudio } from './fake-audio.ts'
import { PlayerBar } from '#web/layout/player-bar.tsx'
import { PlayerBarControls } from '#web/layout/player-bar-controls.tsx'
import { player } from './player-store.ts'
import { PreviewButton } from './preview-button.tsx'
import { PreviewTextButton } from './preview-text-button.tsx'
import { SimplePlayer } from './simple-player.tsx'
import { Waveform } from './waveform.tsx'

// The one player of the tab creates its audio element at the first preview: all tests in this file share both.
const audio = new FakeAudio()
vi.stubGlobal('Audio', function () {
  return audio
})
vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: null, role: null })))

function show(children: ReactNode) {
  const Page = createRoutesStub([{ path: '/', Component: () => children }])
  return within(render(<Page />).container)
}

test('the label of the round button contains its action and the title', () => {
  const page = show(<PreviewButton track={exampleTrack({ id: 'round' })} />)
  fireEvent.click(page.getByRole('button', { name: 'Preview Autumn Leaves' }))
  page.getByRole('button', { name: 'Loading Autumn Leaves' })
  act(() => audio.begin())
  fireEvent.click(page.getByRole('button', { name: 'Pause Autumn Leaves' }))
  expect(page.getByRole('button', { name: 'Preview Autumn Leaves' })).toBeDefined()
})

test('the text button reads Preview, Loading, Pause (PLY-04)', () => {
  const page = show(<PreviewTextButton track={exampleTrack({ id: 'words' })} />)
  fireEvent.click(page.getByRole('button', { name: 'Preview of Autumn Leaves' }))
  page.getByRole('button', { name: 'Loading the preview of Autumn Leaves' })
  act(() => audio.begin())
  expect(page.getByRole('button', { name: 'Pause the preview of Autumn Leaves' })).toBeDefined()
})

test('without a preview the button is disabled and its label says so (PLY-04, PLY-05, ERR-11)', () => {
  const page = show(<PreviewTextButton track={exampleTrack({ id: 'none', previewUrl: null })} />)
  const button = page.getByRole('button', { name: 'No Preview Available' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button)
  expect(player.getState().track?.id).not.toBe('none')
})

test('a player has a seek bar that shows the position and moves it (PLY-01, PLY-08)', () => {
  const track = exampleTrack({ id: 'seek' })
  const page = show(<SimplePlayer track={track} place="card" />)
  fireEvent.click(page.getByRole('button', { name: 'Preview Autumn Leaves' }))
  act(() => audio.begin())
  act(() => audio.reach(11))
  const seek = page.getByRole<HTMLInputElement>('slider', { name: 'Seek in Autumn Leaves' })
  expect(seek.value).toBe('11')
  expect(seek.getAttribute('aria-valuetext')).toBe('11 seconds of 30 seconds')
  page.getByText('0:11')
  fireEvent.input(seek, { target: { value: '25' } })
  expect(audio.currentTime).toBe(25)
  fireEvent.keyDown(seek, { key: 'ArrowLeft' })
  expect(audio.currentTime).toBe(20)
  fireEvent.keyDown(seek, { key: 'PageUp' })
  expect(audio.currentTime).toBe(30)
})

test('while a preview plays, its slider and the played part of its waveform move between the seconds, too', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const page = show(<SimplePlayer track={exampleTrack({ id: 'moving' })} place="card" />)
  fireEvent.click(page.getByRole('button', { name: 'Preview Autumn Leaves' }))
  act(() => audio.begin())
  audio.currentTime = 7.5
  vi.advanceTimersByTime(100)
  const seek = page.getByRole<HTMLInputElement>('slider', { name: 'Seek in Autumn Leaves' })
  expect(seek.value).toBe('7.5')
  expect(seek.parentElement?.style.getPropertyValue('--p')).toBe('25%')

  act(() => audio.pause())
  audio.currentTime = 9
  vi.advanceTimersByTime(1_000)
  expect(seek.value).toBe('7.5')
})

test('a failure is shown beside the player, announced once, and the button retries (PLY-10)', async () => {
  const page = show(
    <>
      <section aria-label="Card">
        <SimplePlayer track={exampleTrack({ id: 'broken' })} place="card" />
      </section>
      <PlayerBar Controls={PlayerBarControls} />
    </>,
  )
  const card = within(page.getByRole('region', { name: 'Card' }))
  fireEvent.click(card.getByRole('button', { name: 'Preview Autumn Leaves' }))
  audio.break(2)
  const alert = await page.findByRole('alert')
  expect(alert.textContent).toBe('Network error - check your connection')
  card.getByText('Network error - check your connection')
  fireEvent.click(card.getByRole('button', { name: 'Try again: Autumn Leaves' }))
  act(() => audio.begin())
  card.getByRole('button', { name: 'Pause Autumn Leaves' })
  expect(page.queryByRole('alert')).toBeNull()
})

test('the player bar appears with the first preview, has seek and volume, and disappears when closed (PLY-02)', () => {
  const page = show(
    <>
      <PreviewButton track={exampleTrack({ id: 'bar' })} />
      <PlayerBar Controls={PlayerBarControls} />
    </>,
  )
  act(() => player.stop())
  expect(page.queryByRole('region', { name: 'Preview player' })).toBeNull()
  fireEvent.click(page.getByRole('button', { name: 'Preview Autumn Leaves' }))
  const bar = within(page.getByRole('region', { name: 'Preview player' }))
  expect(bar.getByRole('status').textContent).toBe('Loading')
  act(() => audio.begin())
  expect(bar.getByRole('status').textContent).toBe('Playing')
  bar.getByRole('slider', { name: 'Seek in Autumn Leaves' })
  fireEvent.change(bar.getByRole('slider', { name: 'Volume' }), { target: { value: '0.4' } })
  expect(audio.volume).toBe(0.4)
  expect(localStorage.getItem('undersong:volume')).toBe('0.4')
  fireEvent.click(bar.getByRole('button', { name: 'Close player' }))
  expect(audio.paused).toBe(true)
  expect(page.queryByRole('region', { name: 'Preview player' })).toBeNull()
})

test('the bar says whether it plays a preview or the recording that the user owns', () => {
  const track = exampleTrack({ id: 'own', previewUrl: null })
  const source = { kind: 'owned', url: '/own.mp3', durationSeconds: 240, waveform: '0z' } as const
  const page = show(
    <>
      <PreviewButton track={track} source={source} />
      <Waveform track={track} source={source} place="card" />
      <PlayerBar Controls={PlayerBarControls} />
    </>,
  )
  const seek = page.getByRole('slider', { name: 'Seek in Autumn Leaves' })
  expect(seek.getAttribute('aria-valuetext')).toBe('0 seconds of 4 minutes 0 seconds')
  fireEvent.click(page.getByRole('button', { name: 'Play Autumn Leaves' }))
  act(() => audio.begin())
  within(page.getByRole('region', { name: 'Player' })).getByText(/Your recording/)
  act(() => player.play(exampleTrack({ id: 'other' })))
  within(page.getByRole('region', { name: 'Preview player' })).getByText(/ Preview /)
  act(() => player.stop())
})
