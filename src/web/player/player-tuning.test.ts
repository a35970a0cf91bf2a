import { expect, test } from 'vitest'
import { originalTuning, type Tuning } from '#rules/listening/tuning.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { FakeAudio } from './fake-audio.ts'
import { PitchUnsupported } from './pitch/pitch-path.ts'
import { openPlayer } from './test-player.ts'

const skylark = exampleTrack({ id: 'skylark', previewUrl: '/skylark.mp3' })
const leaves = exampleTrack({ id: 'leaves', previewUrl: '/leaves.mp3' })
const twoLower: Tuning = { semitones: -2, tempoPercent: 100 }

/** A player whose pitch shifter is loaded when the test says so. */
function openTunable(tuning = originalTuning) {
  const shifted = new FakeAudio()
  const calls: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stored: Tuning[] = []
  let openings = 0
  const opened = openPlayer({
    tuning,
    storeTuning: (changed) => void stored.push(changed),
    openPitchPath: async () => {
      openings++
      await promise
      return {
        element: shifted,
        setSemitones: (semitones) => void calls.push(`semitones ${semitones}`),
        resume: () => void calls.push('resume'),
        suspend: () => void calls.push('suspend'),
        flush: () => void calls.push('flush'),
      }
    },
  })
  return {
    ...opened,
    shifted,
    calls,
    stored,
    openings: () => openings,
    async loadShifter() {
      resolve()
      await new Promise((done) => setTimeout(done))
    },
    async failToLoad(error: Error) {
      reject(error)
      await new Promise((done) => setTimeout(done))
    },
  }
}

test('the original key and tempo play the plain element, and load nothing', () => {
  const { audio, player, openings } = openTunable()
  player.play(skylark)
  audio.begin()
  player.setTuning(originalTuning)
  expect([audio.paused, audio.playbackRate, openings()]).toEqual([false, 1, 0])
})

test('another tempo plays through the shifter, which corrects the pitch, also of the next file', async () => {
  const { shifted, player, calls, loadShifter } = openTunable()
  player.setTuning({ semitones: 0, tempoPercent: 80 })
  player.play(skylark)
  await loadShifter()
  expect([shifted.playbackRate, shifted.defaultPlaybackRate]).toEqual([0.8, 0.8])
  // 12 × log2(1.25): the file sounds that much too low.
  const correction = calls.find((call) => call.startsWith('semitones'))?.split(' ')[1]
  expect(Number(correction)).toBeCloseTo(3.863, 3)
  player.play(leaves)
  expect([shifted.src, shifted.playbackRate]).toEqual(['/leaves.mp3', 0.8])
})

test('another key continues at the same position through the shifter, and the original back without it', async () => {
  const { audio, shifted, player, status, calls, loadShifter } = openTunable()
  player.play(skylark)
  audio.begin()
  audio.reach(12.5)
  player.setTuning(twoLower)
  expect([audio.paused, status('skylark'), player.position('skylark')]).toEqual([
    true,
    'loading',
    12.5,
  ])
  await loadShifter()
  expect([shifted.src, shifted.currentTime, shifted.paused]).toEqual(['/skylark.mp3', 12.5, false])
  shifted.begin()
  expect(status('skylark')).toBe('playing')
  expect(calls).toEqual(['suspend', 'semitones -2', 'flush', 'resume'])
  shifted.reach(20)
  player.setTuning({ semitones: 3, tempoPercent: 100 })
  expect([calls.at(-1), shifted.paused]).toEqual(['semitones 3', false])
  player.setTuning(originalTuning)
  expect([shifted.paused, calls.at(-1)]).toEqual([true, 'suspend'])
  expect([audio.paused, audio.currentTime, audio.playbackRate]).toEqual([false, 20, 1])
})

test('a key chosen while paused is heard from there at the next press', async () => {
  const { audio, shifted, player, status, loadShifter } = openTunable()
  player.play(skylark)
  audio.begin()
  audio.reach(7)
  player.pause()
  player.setTuning(twoLower)
  await loadShifter()
  expect([status('skylark'), shifted.paused]).toEqual(['paused', true])
  player.toggle(skylark)
  await loadShifter()
  expect([shifted.paused, shifted.currentTime]).toEqual([false, 7])
})

test('a pause while the shifter is loaded is kept, and so is a seek', async () => {
  const { audio, shifted, player, status, loadShifter, openings } = openTunable(twoLower)
  player.play(skylark)
  expect(status('skylark')).toBe('loading')
  player.pause()
  player.seek(skylark, 9)
  await loadShifter()
  expect([status('skylark'), shifted.paused, audio.paused]).toEqual(['paused', true, true])
  player.toggle(skylark)
  await loadShifter()
  expect([shifted.paused, shifted.currentTime, openings()]).toEqual([false, 9, 1])
})

test('a key set back while the shifter is loaded plays the plain element', async () => {
  const { audio, shifted, player, loadShifter } = openTunable()
  player.setTuning(twoLower)
  player.play(skylark)
  player.setTuning(originalTuning)
  await loadShifter()
  expect([audio.paused, shifted.paused]).toEqual([false, true])
})

test('after quick starts in another key only the last recording plays', async () => {
  const { shifted, player, status, loadShifter } = openTunable(twoLower)
  player.play(skylark)
  player.play(leaves)
  await loadShifter()
  shifted.begin()
  expect([shifted.src, status('skylark'), status('leaves')]).toEqual([
    '/leaves.mp3',
    'idle',
    'playing',
  ])
})

test.each([
  ['unsupported', new PitchUnsupported()],
  ['not-loaded', new TypeError('Failed to fetch')],
])('where the shifter is %s, the original key plays at the chosen tempo', async (why, error) => {
  const { audio, player, status, openings, failToLoad } = openTunable({
    semitones: 4,
    tempoPercent: 90,
  })
  player.play(skylark)
  await failToLoad(error)
  audio.begin()
  expect([status('skylark'), audio.playbackRate]).toEqual(['playing', 0.9])
  expect(player.getState()).toMatchObject({
    keyFailure: why,
    tuning: { semitones: 0, tempoPercent: 90 },
  })
  player.setTuning({ semitones: 0, tempoPercent: 80 })
  expect([audio.paused, audio.playbackRate, openings()]).toEqual([false, 0.8, 1])
  player.setTuning({ semitones: 1, tempoPercent: 80 })
  expect(openings()).toBe(2)
})

test('a seek in another key drops what the shifter holds', async () => {
  const { shifted, player, calls, loadShifter } = openTunable(twoLower)
  player.play(skylark)
  await loadShifter()
  shifted.begin()
  calls.length = 0
  player.seek(skylark, 15)
  expect([shifted.currentTime, calls]).toEqual([15, ['flush']])
})

test('the tuning is limited and stored, but one that a link opens is for this tab only', () => {
  const { player, stored } = openTunable()
  player.setTuning({ semitones: 9, tempoPercent: 50 })
  expect(stored).toEqual([{ semitones: 6, tempoPercent: 70 }])
  player.openTuned({ semitones: -9, tempoPercent: 90 })
  expect(player.getState().tuning).toEqual({ semitones: -6, tempoPercent: 90 })
  expect(stored).toHaveLength(1)
})

test('when the controls are opened, the shifter and what plays are loaded, and the original plays on', async () => {
  const { audio, shifted, player, loadShifter, openings } = openTunable()
  player.play(skylark)
  audio.begin()
  player.prepareKeyChange()
  await loadShifter()
  expect([openings(), shifted.src, shifted.paused, audio.paused]).toEqual([
    1,
    '/skylark.mp3',
    true,
    false,
  ])
})
