import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { player } from '#web/player/player-store.ts'
import { exampleFacts } from './example-upload.ts'
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

test('the preview of a recording is one of the sounds of which one plays at a time, in this tab and in others (PLY-06)', () => {
  render(<RecordingFacts facts={exampleFacts} />)
  const preview = screen.getByLabelText<HTMLAudioElement>('Preview of your recording')
  const pausePreview = vi.spyOn(preview, 'pause')
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
