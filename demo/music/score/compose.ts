// Converts a specification to the notes of all players.

import type { Companion, MusicSpec } from './music-spec.ts'
import { seededRandom } from './random.ts'
import { playFingerpickedGuitar, playStrummedGuitar } from './guitar-part.ts'
import { type Note, openPerformance } from './performance.ts'
import { playArpeggioPiano, playBalladPiano } from './piano-part.ts'
import { playBass, playCajon, playShaker } from './rhythm-section.ts'
import { layOutSong } from './song-form.ts'
import { timelineOf } from './timeline.ts'

export type Score = { notes: Note[]; seconds: number }

const wholeBand: readonly Companion[] = ['guitar', 'piano', 'bass', 'shaker', 'cajon']

/** Notes are sorted by start time. */
export function compose(spec: MusicSpec): Score {
  const timeline = timelineOf(spec)
  const performance = openPerformance(timeline, seededRandom(spec.seed))
  const bars = layOutSong(spec)
  const { meter } = spec.chart
  const isSwung = spec.isSwung ?? false
  const guitar = { instrument: 'guitar', bars, key: spec.key, meter, isSwung, level: 1 } as const
  const piano = { bars, meter, level: 1 }
  const companions = spec.style === 'full' ? wholeBand : (spec.companions ?? [])

  if (spec.style === 'strum' || spec.style === 'full') playStrummedGuitar(performance, guitar)
  if (spec.style === 'fingerpicked') playFingerpickedGuitar(performance, guitar)
  if (spec.style === 'ballad') playBalladPiano(performance, piano)
  if (spec.style === 'arpeggio') playArpeggioPiano(performance, piano)

  const joining = bars.filter((bar) => bar.section !== 'introduction')
  if (companions.includes('guitar'))
    playFingerpickedGuitar(performance, {
      ...guitar,
      instrument: 'second guitar',
      bars: joining,
      level: 0.85,
    })
  if (companions.includes('piano'))
    playBalladPiano(performance, { ...piano, bars: joining, level: 0.72 })
  if (companions.includes('bass')) playBass(performance, { bars, meter, key: spec.key })
  if (companions.includes('shaker')) playShaker(performance, bars, meter)
  if (companions.includes('cajon')) playCajon(performance, bars, meter)

  const notes = performance.notes.toSorted((a, b) => a.startSeconds - b.startSeconds)
  return { notes: stopRepluckedStrings(notes), seconds: timeline.seconds }
}

/** A plucked string ends the note it was sounding; no note sounds past the recording's end. */
function stopRepluckedStrings(notes: readonly Note[]): Note[] {
  const nextPluck = new Map<string, number>()
  return notes
    .toReversed()
    .map((note) => {
      if (note.string === undefined) return note
      const name = `${note.instrument} ${note.string}`
      const free = (nextPluck.get(name) ?? Number.POSITIVE_INFINITY) - note.startSeconds
      nextPluck.set(name, note.startSeconds)
      return { ...note, seconds: Math.min(note.seconds, free) }
    })
    .toReversed()
}
