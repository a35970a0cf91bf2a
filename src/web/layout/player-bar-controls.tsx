import { Volume2, VolumeX } from 'lucide-react'
import { formatPence } from '#rules/price.ts'
import { BuyButton } from '#web/orders/buy-button.tsx'
import { KeyAndTempoMenu } from '#web/player/key-and-tempo/key-and-tempo-menu.tsx'
import { player, usePlayer, usePreviewStatus } from '#web/player/player-store.ts'
import { urlOf } from '#web/player/player-state.ts'
import { Waveform } from '#web/player/waveform.tsx'
import type { Playing } from './player-bar.tsx'

/** What the player bar has besides its button and its words; loaded after the page. */
export function PlayerBarControls({ track, source }: Playing) {
  const status = usePreviewStatus(track.id, source.kind)
  return (
    <>
      <div className="player-wave">
        {urlOf(track, source) !== null && <Waveform track={track} source={source} place="bar" />}
      </div>
      <KeyAndTempoMenu track={track} source={source} />
      <Volume />
      <BuyButton
        track={track}
        size="sm"
        // Beside a failure there is no space for the price.
        label={status === 'error' ? 'Add' : `Add · ${formatPence(track.customerPricePence)}`}
      />
    </>
  )
}

function Volume() {
  const volume = usePlayer((state) => state.volume)
  const isMuted = usePlayer((state) => state.isMuted)
  const Icon = isMuted ? VolumeX : Volume2
  return (
    <div className="player-volume">
      <button
        type="button"
        className="icon-button"
        aria-label="Mute"
        aria-pressed={isMuted}
        onClick={player.toggleMute}
      >
        <Icon size={20} aria-hidden="true" />
      </button>
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={isMuted ? 0 : volume}
        aria-label="Volume"
        aria-valuetext={isMuted ? 'Muted' : `${Math.round(volume * 100)}%`}
        onChange={(event) => player.setVolume(Number(event.target.value))}
      />
    </div>
  )
}
