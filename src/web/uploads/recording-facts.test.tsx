import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { player } from '#web/player/player-store.ts'
import { exampleFacts } from './transfers/example-upload.ts'
import { RecordingFacts } from './recording-facts.tsx'

class Channel extends EventTarget {
  static opened: Channel[] = []
  sent: unknown[] = []
  constructor() {
    super()
    Channel.opened.push(this)
  }
  postMessage(message: unknown) {
    this.sent.push(message)
  }
}
vi.stubGlobal('BroadcastChannel', Channel)

function open() {
  const preview = document.createElement('audio')
  vi.stubGlobal('Audio', function () {
    return preview
  })
  const { container } = render(<RecordingFacts facts={exampleFacts} />)
  const play = vi.spyOn(preview, 'play').mockResolvedValue()
  const pause = vi.spyOn(preview, 'pause').mockReturnValue()
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  return { container, preview, play, pause, press }
}

test('the preview of a recording is one of the sounds of which one plays at a time, in this tab and in others (PLY-06)', () => {
  const { preview, pause: pausePreview } = open()
  const pausePlayer = vi.spyOn(player, 'pause')

  fireEvent.play(preview)
  expect([pausePlayer.mock.calls.length, pausePreview.mock.calls.length]).toEqual([1, 0])
  const [channel] = Channel.opened
  expect(channel?.sent).toHaveLength(1)

  act(() => player.store.setState({ status: 'loading' }))
  expect(pausePreview).toHaveBeenCalledTimes(1)
  act(() => player.store.setState({ status: 'paused' }))

  fireEvent.play(preview)
  const later = { at: Date.now() + 1000, tab: 'another' }
  channel?.dispatchEvent(new MessageEvent('message', { data: later }))
  expect(pausePreview).toHaveBeenCalledTimes(2)
})

test("the preview has the site's button, waveform and clock, and none of the browser's controls", () => {
  const { container, preview, play, pause, press } = open()
  expect(container.querySelector('audio')).toBeNull()
  expect(container.querySelector('.simple-player .wave path')).not.toBeNull()
  screen.getByText('0:30')

  press('Play the preview of your recording')
  expect(play).toHaveBeenCalledTimes(1)
  screen.getByRole('button', { name: 'Loading the preview of your recording' })
  fireEvent.playing(preview)
  preview.currentTime = 12
  fireEvent.timeUpdate(preview)
  screen.getByText('0:12')
  const seek = screen.getByRole<HTMLInputElement>('slider', { name: 'Seek in your recording' })
  expect(seek.value).toBe('12')
  expect(seek.parentElement?.style.getPropertyValue('--p')).toBe('40%')
  expect(seek.getAttribute('aria-valuetext')).toBe('12 seconds of 30 seconds')

  fireEvent.change(seek, { target: { value: '20' } })
  expect(preview.currentTime).toBe(20)
  fireEvent.keyDown(seek, { key: 'ArrowLeft' })
  expect(preview.currentTime).toBe(15)
  press('Pause the preview of your recording')
  expect(pause).toHaveBeenCalledTimes(1)
})

test('a preview that does not play says why, and can be tried again', async () => {
  const { play, press } = open()
  play.mockRejectedValueOnce(new DOMException('No output device.', 'NotAllowedError'))
  press('Play the preview of your recording')
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to play audio')
  press('Try again: the preview of your recording')
  expect([play.mock.calls.length, screen.queryByRole('alert')]).toEqual([2, null])
})
