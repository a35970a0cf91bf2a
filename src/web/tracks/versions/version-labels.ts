// How the other recordings of a song are told apart: by the key, and only where that is not enough by more.

import type { TrackVersion } from '#contracts/tracks.ts'
import { keyLabel, spokenKey } from '#rules/music/musical-key.ts'
import { formatPence } from '#rules/price.ts'
import { genderKeyLabel } from '#rules/music/vocal-range.ts'

export const versionMessages = {
  openVersion: 'Open this version',
  versionShown: (version: string) => `Now showing another version: ${version}`,
} as const

export type VersionLabel = {
  /** 'G', 'B♭ (Alto)', 'lower' */
  text: string
  /** 'Key of G major, Alto' */
  spoken: string
}

/** `others` are all recordings of the song; the version itself may be among them. */
export function versionLabel(version: TrackVersion, others: TrackVersion[]): VersionLabel {
  const name = nameOf(version)
  const namesakes = others.filter((other) => other.id !== version.id && nameOf(other) === name)
  const details = distinguish(version, namesakes)
  if (name === null) {
    const [first = unnamed, ...rest] = details
    return labelOf(first, first, rest)
  }
  const spoken = spokenKey(version.keySignature) ?? `${name} key`
  return labelOf(name, spoken, details)
}

const unnamed = 'an unknown key'

function labelOf(text: string, spoken: string, details: string[]): VersionLabel {
  const [detailText, detailSpoken] = [details.join(', '), [spoken, ...details].join(', ')]
  return { text: detailText === '' ? text : `${text} (${detailText})`, spoken: detailSpoken }
}

function nameOf({ keySignature, isHigher, isLower }: TrackVersion): string | null {
  const key = keyLabel(keySignature)
  if (key !== null || isHigher === isLower) return key
  return isHigher ? 'higher' : 'lower'
}

const detailsInOrder: ((version: TrackVersion) => string | null)[] = [
  ({ vocalRange }) => vocalRange,
  ({ vocalGender }) => genderKeyLabel(vocalGender),
  ({ backingTrackType }) => backingTrackType,
  ({ customerPricePence }) => formatPence(customerPricePence),
]

/** The details that leave the fewest others of the same name, until none is left. */
function distinguish(version: TrackVersion, namesakes: TrackVersion[]): string[] {
  const details: string[] = []
  let alike = namesakes
  for (const detailOf of detailsInOrder) {
    const detail = detailOf(version)
    const stillAlike = alike.filter((other) => detailOf(other) === detail)
    if (detail === null || stillAlike.length === alike.length) continue
    details.push(detail)
    alike = stillAlike
  }
  return details
}
