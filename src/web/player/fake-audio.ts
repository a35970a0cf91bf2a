// A fake audio element for tests, which control its state and events.

type PlayOutcome = () => Promise<void>

export class FakeAudio extends EventTarget {
  src = ''
  preload = ''
  volume = 1
  muted = false
  currentTime = 0
  playbackRate = 1
  defaultPlaybackRate = 1
  paused = true
  ended = false
  error: { code: number } | null = null
  resolvePlay: PlayOutcome = () => Promise.resolve()

  play() {
    this.paused = false
    this.ended = false
    return this.resolvePlay()
  }

  pause() {
    if (this.paused) return
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }

  /** The audio has started to play. */
  begin() {
    this.dispatchEvent(new Event('playing'))
  }

  /** A part of the file has arrived. */
  receive() {
    this.dispatchEvent(new Event('progress'))
  }

  /** It has played all that has arrived. */
  stall() {
    this.dispatchEvent(new Event('waiting'))
  }

  reach(seconds: number) {
    this.currentTime = seconds
    this.dispatchEvent(new Event('timeupdate'))
  }

  end() {
    this.ended = true
    this.paused = true
    this.dispatchEvent(new Event('ended'))
  }

  /** `code` as in MediaError: 1 aborted, 2 network, 3 decoding, 4 source not usable. */
  break(code: number) {
    this.error = { code }
    this.dispatchEvent(new Event('error'))
  }
}
