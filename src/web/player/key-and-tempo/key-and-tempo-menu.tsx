import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { TrackSummary } from '#contracts/tracks.ts'
import { isOriginal } from '#rules/listening/tuning.ts'
import type { Source } from '../player-state.ts'
import { player, usePlayer } from '../player-store.ts'
import { fetchKeyAndTempo, LoadedBoughtKey, LoadedKeyAndTempo } from './loaded-key-and-tempo.tsx'
import { shortTuningText, tuningText } from './tuning-text.ts'

const menuId = 'key-and-tempo'

/** The button of the player bar, with the controls in a popover above it. */
export function KeyAndTempoMenu({ track, source }: { track: TrackSummary; source: Source }) {
  const tuning = usePlayer((state) => state.tuning)
  const [isOpen, setIsOpen] = useState(false)
  const text = tuningText(track.keySignature, tuning)
  // The bar appears with the first preview: the controls are there before the button is pressed.
  useEffect(fetchKeyAndTempo, [])
  return (
    <>
      <button
        type="button"
        className={isOriginal(tuning) ? 'player-tuning' : 'player-tuning player-tuned'}
        popoverTarget={menuId}
        aria-label={text === '' ? 'Key and tempo' : `Key and tempo: ${text}`}
        title="Key and tempo"
      >
        <SlidersHorizontal size={20} aria-hidden="true" />
        <span>{shortTuningText(track.keySignature, tuning)}</span>
      </button>
      <section
        id={menuId}
        popover="auto"
        className="popover popover-above-bar"
        aria-label="Key and tempo"
        onToggle={(event) => {
          const isNowOpen = event.newState === 'open'
          setIsOpen(isNowOpen)
          if (isNowOpen) player.prepareKeyChange()
        }}
      >
        {isOpen && <LoadedKeyAndTempo track={track} source={source} />}
        {source.kind === 'preview' && tuning.semitones !== 0 && <LoadedBoughtKey bought={track} />}
      </section>
    </>
  )
}
