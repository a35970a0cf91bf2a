import { expect, onTestFinished, test, vi } from 'vitest'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { originalTuning } from '#rules/listening/tuning.ts'
import { exampleStatusOf, secondsOf, statusOf, type Source } from './player-state.ts'
import { failed, openPlayer } from './test-player.ts'

const skylark = exampleTrack({ id: 'skylark', previewUrl: '/skylark.mp3' })
const leaves = exampleTrack({ id: 'leaves', previewUrl: '/leaves.mp3' })

test('a preview goes from idle through loading to playing, pauses, is idle at its end, and can fail (PLY-07)', async () => {
  const { audio, player, status } = openPlayer()
  expect(status('skylark')).toBe('idle')
  player.toggle(skylark)
  expect(status('skylark')).toBe('loading')
  expect(audio.src).toBe('/skylark.mp3')
  audio.begin()
  expect(status('skylark')).toBe('playing')
  player.toggle(skylark)
  expect(status('skylark')).toBe('paused')
  player.toggle(skylark)
  audio.begin()
  expect(status('skylark')).toBe('playing')
  audio.end()
  expect(status('skylark')).toBe('idle')
  const failure = failed(player)
  player.toggle(skylark)
  audio.break(2)
  await failure
  expect(status('skylark')).toBe('error')
})

test('starting one preview pauses the other, which keeps its position (PLY-06)', () => {
  const { audio, created, player, status } = openPlayer()
  const playingCount = () => created.filter(({ paused }) => !paused).length
  let wasPaused = false
  audio.addEventListener('pause', () => (wasPaused = true))
  player.play(skylark)
  audio.begin()
  audio.reach(12.5)
  player.play(leaves)
  expect([wasPaused, playingCount()]).toEqual([true, 1])
  audio.begin()
  expect([status('skylark'), status('leaves')]).toEqual(['paused', 'playing'])
  expect(secondsOf(player.getState(), 'skylark')).toBe(12)
  expect(audio.currentTime).toBe(0)
  player.play(skylark)
  expect(audio.currentTime).toBe(12.5)
})

test('after quick starts on several cards only the last preview plays', async () => {
  const { audio, player, status } = openPlayer()
  audio.resolvePlay = () => Promise.reject(new DOMException('superseded', 'AbortError'))
  player.play(skylark)
  const late = audio.play()
  player.play(leaves)
  await late.catch(() => {})
  audio.begin()
  expect([status('skylark'), status('leaves')]).toEqual(['idle', 'playing'])
})

test('an error of a superseded start is not reported for the next one', async () => {
  let resolveProbe = (_probe: { ok: boolean; status: number }) => {}
  const probe = () =>
    new Promise<{ ok: boolean; status: number }>((resolve) => (resolveProbe = resolve))
  const { audio, player, status } = openPlayer({ probe })
  player.play(skylark)
  audio.break(4)
  player.play(leaves)
  audio.begin()
  resolveProbe({ ok: false, status: 404 })
  // After one turn of the event loop the response has been processed.
  await new Promise((resolve) => setTimeout(resolve))
  expect(status('leaves')).toBe('playing')
})

test.each([
  { what: 'the network breaks', code: 2, probed: { ok: true, status: 200 }, failure: 'network' },
  { what: 'the sound cannot be decoded', code: 3, probed: null, failure: 'format' },
  {
    what: 'the file is there but unusable',
    code: 4,
    probed: { ok: true, status: 200 },
    failure: 'format',
  },
  { what: 'the file is gone', code: 4, probed: { ok: false, status: 404 }, failure: 'gone' },
  { what: 'the server fails', code: 4, probed: { ok: false, status: 500 }, failure: 'load' },
  { what: 'nothing answers', code: 4, probed: null, failure: 'network' },
])('when $what the failure is $failure', async ({ code, probed, failure }) => {
  const probe = () => (probed ? Promise.resolve(probed) : Promise.reject(new TypeError('offline')))
  const { audio, player } = openPlayer({ probe })
  const shown = failed(player)
  player.play(skylark)
  audio.break(code)
  expect(await shown).toBe(failure)
})

test('a play refused by the browser fails as play', async () => {
  const { audio, player } = openPlayer()
  audio.resolvePlay = () => Promise.reject(new DOMException('no gesture', 'NotAllowedError'))
  const shown = failed(player)
  player.play(skylark)
  expect(await shown).toBe('play')
})

test('a browser without audio and a track without a preview have different failures (ERR-03, ERR-09)', () => {
  const without = openPlayer({
    createAudio: () => {
      throw new Error('no audio here')
    },
  })
  without.player.play(skylark)
  expect(without.player.getState().failure).toBe('no-player')
  const { player } = openPlayer()
  player.play(exampleTrack({ previewUrl: null }))
  expect(player.getState().failure).toBe('no-url')
})

test('after a failure the same button retries (PLY-10)', async () => {
  const { audio, player, status } = openPlayer()
  const shown = failed(player)
  player.toggle(skylark)
  audio.break(2)
  await shown
  player.toggle(skylark)
  expect(status('skylark')).toBe('loading')
  audio.begin()
  expect(status('skylark')).toBe('playing')
  expect(player.getState().failure).toBeNull()
})

test('a preview that loads for 15 s without progress fails as network, and the next press requests it again where it stopped (PLY-10)', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { audio, player, status } = openPlayer()
  player.toggle(skylark)
  vi.advanceTimersByTime(14_000)
  audio.receive()
  vi.advanceTimersByTime(14_000)
  expect(status('skylark')).toBe('loading')
  audio.begin()
  audio.reach(12.5)
  vi.advanceTimersByTime(60_000)
  expect(status('skylark')).toBe('playing')

  audio.stall()
  vi.advanceTimersByTime(14_900)
  expect(status('skylark')).toBe('loading')
  vi.advanceTimersByTime(100)
  expect([status('skylark'), player.getState().failure, audio.paused]).toEqual([
    'error',
    'network',
    true,
  ])
  // What still arrives does not start it beside the message.
  audio.begin()
  expect(status('skylark')).toBe('error')

  audio.src = ''
  player.toggle(skylark)
  expect([audio.src, audio.currentTime, player.getState().failure]).toEqual([
    '/skylark.mp3',
    12.5,
    null,
  ])
  vi.advanceTimersByTime(14_900)
  player.toggle(leaves)
  vi.advanceTimersByTime(14_900)
  expect(status('leaves')).toBe('loading')
})

test('seeking moves the playing preview, and sets the start of another one (PLY-08)', () => {
  const { audio, player } = openPlayer()
  player.play(skylark)
  audio.begin()
  player.seek(skylark, 20)
  expect(audio.currentTime).toBe(20)
  expect(secondsOf(player.getState(), 'skylark')).toBe(20)
  player.seek(skylark, 99)
  expect(audio.currentTime).toBe(30)
  player.seek(leaves, 8)
  expect(audio.currentTime).toBe(30)
  player.play(leaves)
  expect(audio.currentTime).toBe(8)
})

test('the volume is applied at once and stored (PLY-09)', () => {
  const stored: number[] = []
  const { audio, player } = openPlayer({
    volume: 0.5,
    storeVolume: (volume) => stored.push(volume),
  })
  player.play(skylark)
  expect(audio.volume).toBe(0.5)
  player.setVolume(0.2)
  expect(audio.volume).toBe(0.2)
  expect(stored).toEqual([0.2])
})

test('closing the player stops the audio', () => {
  const { audio, player } = openPlayer()
  player.play(skylark)
  audio.begin()
  player.stop()
  expect(audio.paused).toBe(true)
  expect(player.getState().track).toBeNull()
})

test('a preview is not preloaded', () => {
  const { audio, player } = openPlayer()
  player.play(skylark)
  expect(audio.preload).toBe('none')
})

const ownSkylark: Source = { kind: 'owned', url: '/own/skylark.mp3', durationSeconds: 240 }

test('the preview and the owned recording of one track are separate: one plays at a time, and each keeps its position (PLY-06)', () => {
  const { audio, player, status } = openPlayer()
  player.play(skylark)
  audio.begin()
  audio.reach(12)
  player.play(skylark, ownSkylark)
  expect(audio.src).toBe('/own/skylark.mp3')
  expect(audio.currentTime).toBe(0)
  audio.begin()
  expect(status('skylark')).toBe('paused')
  expect(statusOf(player.getState(), 'skylark', 'owned')).toBe('playing')
  player.seek(skylark, 200, ownSkylark)
  expect(audio.currentTime).toBe(200)
  player.toggle(skylark)
  expect(audio.src).toBe('/skylark.mp3')
  expect(audio.currentTime).toBe(12)
  expect(secondsOf(player.getState(), 'skylark', 'owned')).toBe(200)
  expect(player.position('skylark', 'owned')).toBe(200)
})

test('an owned recording plays for a track without a preview, and its missing file is not called a preview', async () => {
  const { audio, player } = openPlayer({ probe: () => Promise.resolve({ ok: false, status: 404 }) })
  const withdrawn = exampleTrack({ id: 'skylark', previewUrl: null })
  const shown = failed(player)
  player.play(withdrawn, ownSkylark)
  audio.break(4)
  expect(await shown).toBe('load')
})

test('muting keeps the volume, and a change of the volume ends it', () => {
  const { audio, player } = openPlayer({ volume: 0.5 })
  player.play(skylark)
  player.toggleMute()
  expect([audio.muted, audio.volume]).toEqual([true, 0.5])
  player.setVolume(0)
  expect(audio.muted).toBe(true)
  player.setVolume(0.3)
  expect([audio.muted, player.getState().isMuted]).toEqual([false, false])
})

test('an artist’s example pauses a track, is heard as it was recorded, and keeps its position', () => {
  const tuning = { semitones: -3, tempoPercent: 80 }
  const { audio, player, status } = openPlayer({ tuning })
  const example = { url: '/media/example.mp3', artistName: 'Fern' }
  player.toggleExample(example)
  audio.begin()
  expect([audio.src, audio.playbackRate]).toEqual([example.url, 1])
  expect(exampleStatusOf(player.getState(), example.url)).toBe('playing')
  audio.reach(4)
  player.toggleExample(example)
  expect(exampleStatusOf(player.getState(), example.url)).toBe('paused')
  player.resume()
  audio.begin()
  expect([audio.paused, audio.currentTime]).toEqual([false, 4])
  player.setTuning(originalTuning)
  player.play(skylark)
  expect(exampleStatusOf(player.getState(), example.url)).toBe('idle')
  expect([audio.src, status('skylark'), player.getState().track?.id]).toEqual([
    '/skylark.mp3',
    'loading',
    'skylark',
  ])
})
