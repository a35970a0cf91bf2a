// The two panels beside a track's text: its details, and what the customer gets.

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Track } from '#contracts/tracks.ts'
import { tempoText } from '#rules/music/tempo.ts'
import { keyLabel, spokenKey } from '#rules/music/musical-key.ts'
import { genderKeyLabel } from '#rules/music/vocal-range.ts'
import { clock, spokenTime } from '#rules/listening/clock.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Fact } from './fact.tsx'
import { hasGuide } from './guide-track.tsx'

type TrackDetailsProps = {
  track: Track & { isKeyStated: boolean }
  /** Further facts. */
  children?: ReactNode
}

export function TrackDetails({ track, children }: TrackDetailsProps) {
  const key = keyLabel(track.keySignature)
  const genderKey = genderKeyLabel(track.vocalGender)
  const tempo = tempoText(track.tempoBpm)
  return (
    <Panel aria-labelledby="details">
      <h2 id="details">Details</h2>
      <dl className="facts">
        <Fact name="Title">
          <bdi>{track.title}</bdi>
        </Fact>
        <Fact name="Original artist">
          <bdi>{track.originalArtist}</bdi>
        </Fact>
        <Fact name="Format">{track.type}</Fact>
        <Fact name="Instrumentation">{track.backingTrackType}</Fact>
        {track.genre && <Fact name="Genre">{track.genre}</Fact>}
        {track.vocalRange && (
          <Fact name="Vocal range">
            {track.vocalRange} ({genderKey})
          </Fact>
        )}
        {key && (
          <Fact name="Key">
            <span aria-hidden="true">{key}</span>
            <span className="sr-only">{spokenKey(track.keySignature)}</span>
            {track.isKeyStated && ', stated by the artist'}
          </Fact>
        )}
        {tempo && <Fact name="Tempo">{tempo}</Fact>}
        <Fact name="Length">
          <span aria-hidden="true">{clock(track.durationSeconds)}</span>
          <span className="sr-only">{spokenTime(track.durationSeconds)}</span>
        </Fact>
        <Fact name="Uploaded">
          <DateText iso={track.createdAt} />
        </Fact>
        {track.numOfRatings > 0 && (
          <Fact name="Rating">
            <Stars average={track.averageRating} ratings={track.numOfRatings} />
          </Fact>
        )}
        {children}
      </dl>
    </Panel>
  )
}

export function WhatYouGet({ track }: { track: Track }) {
  const things = [
    `The full-length audio file, ${clock(track.durationSeconds)} long`,
    `${track.type}: ${track.backingTrackType}`,
    ...(track.instructions ? ['The performance instructions'] : []),
    ...(hasGuide(track) ? ['The guide track'] : []),
    'Unlimited downloads from My Tracks',
  ]
  return (
    <Panel aria-labelledby="what-you-get">
      <h2 id="what-you-get">What You Get</h2>
      <ul className="check-list">
        {things.map((thing) => (
          <li key={thing}>
            <Check size={18} aria-hidden="true" />
            {thing}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
