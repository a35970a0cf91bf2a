// The texts of a request for a custom track: what its form begins with, and what of it the artist reads.

import { maxCommissionNameLength } from './commission-limits.ts'
import type { Tuning } from '../listening/tuning.ts'
import { keyLabel, transposeKey } from '../music/musical-key.ts'
import { showsSomething } from '../plain-text.ts'

type WrittenRequest = { requirements: string; wishedKey: string; voice: string }

/** The key and the voice are fields of the form only: the artist reads them below the requirements. */
export function foldedRequirements({ requirements, wishedKey, voice }: WrittenRequest): string {
  // Blank requirements are refused, whatever else is chosen.
  if (!showsSomething(requirements)) return requirements
  const wishes = [
    ['Wished key', wishedKey],
    ['Voice', voice],
  ] as const
  const lines = wishes
    .filter(([, text]) => showsSomething(text))
    .map(([name, text]) => `${name}: ${text.trim()}`)
  return lines.length === 0 ? requirements : `${requirements.trimEnd()}\n\n${lines.join('\n')}`
}

type HeardTrack = {
  title: string
  originalArtist: string
  keySignature: string | null
  tempoBpm: number | null
  vocalRange: string | null
}

/** By the names of the form's fields. */
export type RequestTexts = Partial<
  Record<
    | 'name'
    | 'requirements'
    | 'wishedKey'
    | 'voice'
    | 'guideTrackUrl'
    | 'singerRequestedGuideTrack'
    | 'trackId'
    | 'offerId',
    string
  >
>

/** At the end of a text that was cut. */
const halfOfCharacter = /[\uD800-\uDBFF]$/

/** For a new recording of a track as the customer heard it. */
export function requestOfTrack(track: HeardTrack & { id: string }, tuning: Tuning, link: string) {
  return {
    trackId: track.id,
    name: track.title.slice(0, maxCommissionNameLength).replace(halfOfCharacter, ''),
    requirements: [
      `Please record “${track.title}” (${track.originalArtist}) again, as in your recording.`,
      ...tempoLines(track.tempoBpm, tuning.tempoPercent),
    ].join('\n'),
    wishedKey: keyText(track.keySignature, tuning.semitones),
    voice: track.vocalRange ?? '',
    guideTrackUrl: link,
  } satisfies RequestTexts
}

/** 'B♭'; of a recording without a key '2 semitones lower', or nothing. */
function keyText(keySignature: string | null, semitones: number): string {
  const label = transposeKey(keySignature, semitones)
  if (label !== null) return label
  if (semitones === 0) return keyLabel(keySignature) ?? ''
  const count = Math.abs(semitones)
  return `${count} semitone${count === 1 ? '' : 's'} ${semitones < 0 ? 'lower' : 'higher'}`
}

function tempoLines(bpm: number | null, percent: number): string[] {
  const beats = bpm === null ? null : `about ${Math.round((bpm * percent) / 100)} BPM`
  if (percent !== 100)
    return [`Tempo: ${percent}% of that recording${beats === null ? '' : `, ${beats}`}.`]
  return beats === null ? [] : [`Tempo: ${beats}, as in that recording.`]
}

type EarlierRequest = {
  name: string
  requirements: string
  guideTrackUrl: string | null
  singerRequestedGuideTrack: boolean
  trackId: string | null
  offerId: string | null
}

/** For one that has ended before anything was paid. */
export function requestAgain(earlier: EarlierRequest): RequestTexts {
  return {
    name: earlier.name,
    requirements: earlier.requirements,
    guideTrackUrl: earlier.guideTrackUrl ?? '',
    singerRequestedGuideTrack: earlier.singerRequestedGuideTrack ? 'on' : '',
    trackId: earlier.trackId ?? '',
    offerId: earlier.offerId ?? '',
  }
}
