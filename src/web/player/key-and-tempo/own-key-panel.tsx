import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { TrackSummary } from '#contracts/tracks.ts'
import { readTuning } from '#rules/listening/tuning.ts'
import { player, usePlayer } from '../player-store.ts'
import { LoadedBoughtKey, LoadedKeyAndTempo } from './loaded-key-and-tempo.tsx'
import { tuningText } from './tuning-text.ts'

type OwnKeyPanelProps = {
  /** The version that the preview plays. */
  track: TrackSummary
  /** The track that the page sells. */
  bought: TrackSummary
}

/** Beside the preview on a track's page, whose address may name a key and a tempo. */
export function OwnKeyPanel({ track, bought }: OwnKeyPanelProps) {
  const tuning = usePlayer((state) => state.tuning)
  const [wasOpened, setWasOpened] = useState(false)
  useLinkedTuning()
  if (track.previewUrl === null) return null
  const text = tuningText(track.keySignature, tuning)
  return (
    <div className="needs-script own-key">
      <details
        onToggle={(event) => {
          if (!event.currentTarget.open) return
          setWasOpened(true)
          player.prepareKeyChange()
        }}
      >
        <summary className="w-fit cursor-pointer py-2.5 font-semibold">
          Hear it in your key{text !== '' && <span className="text-ink-2">: {text}</span>}
        </summary>
        {wasOpened && (
          <div className="pt-3">
            <LoadedKeyAndTempo track={track} />
          </div>
        )}
      </details>
      {tuning.semitones !== 0 && <LoadedBoughtKey bought={bought} />}
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
