import { Check } from 'lucide-react'
import type { Track } from '#contracts/tracks.ts'
import { clock } from '#web/player/clock.ts'
import { Panel } from '#web/ui/panel.tsx'

export function WhatYouGet({ track }: { track: Track }) {
  const things = [
    `The full-length audio file, ${clock(track.durationSeconds)} long`,
    `${track.type}: ${track.backingTrackType}`,
    ...(track.instructions ? ['The performance instructions'] : []),
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
