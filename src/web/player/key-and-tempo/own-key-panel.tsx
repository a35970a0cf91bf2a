import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { TrackSummary } from '#contracts/tracks.ts'
import { readTuning } from '#rules/listening/tuning.ts'
import { urlOf, type Source } from '../player-state.ts'
import { player, usePlayer } from '../player-store.ts'
import { LoadedBoughtKey, LoadedKeyAndTempo } from './loaded-key-and-tempo.tsx'
import { tuningText } from './tuning-text.ts'

type OwnKeyPanelProps = {
  /** The version that the player plays. */
  track: TrackSummary
  source: Source
  /** The track that the page sells; null for a user who owns it. */
  bought: TrackSummary | null
}

/** Beside the player on a track's page, whose address may name a key and a tempo. */
export function OwnKeyPanel({ track, source, bought }: OwnKeyPanelProps) {
  const tuning = usePlayer((state) => state.tuning)
  const [wasOpened, setWasOpened] = useState(false)
  useLinkedTuning()
  if (urlOf(track, source) === null) return null
  const text = tuningText(track.keySignature, tuning)
  return (
    <div className="tuning-panel needs-script">
      <details
        onToggle={(event) => {
          if (!event.currentTarget.open) return
          setWasOpened(true)
          player.prepareKeyChange()
        }}
      >
        <summary>
          Hear it in your key{text !== '' && <span className="muted">: {text}</span>}
        </summary>
        {wasOpened && (
          <div className="tuning-panel-body">
            <LoadedKeyAndTempo track={track} source={source} />
          </div>
        )}
      </details>
      {bought !== null && tuning.semitones !== 0 && <LoadedBoughtKey bought={bought} />}
    </div>
  )
}

function useLinkedTuning(): void {
  const { search } = useLocation()
  useEffect(() => {
    const linked = readTuning(new URLSearchParams(search))
    if (linked !== null) player.openTuned(linked)
  }, [search])
}
