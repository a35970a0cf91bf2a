import { Volume2, X } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { trackPath } from '#rules/page-paths.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { formatPence } from '#rules/price.ts'
import { BuyButton } from '#web/orders/buy-button.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { artistName } from '#web/tracks/track-artists.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { connectMediaSession } from '#web/player/media-session.ts'
import { player, usePlayer, usePreviewStatus } from '#web/player/player-store.ts'
import { PreviewButton, PreviewFailure } from '#web/player/preview-button.tsx'
import type { PreviewStatus } from '#web/player/player-state.ts'
import { Waveform } from '#web/player/waveform.tsx'

/** The full player at the bottom of every page: shown from the first preview until it is closed. */
export function PlayerBar() {
  const track = usePlayer((state) => state.track)
  useEffect(connectMediaSession, [])
  return track && <Bar track={track} />
}

const statusText: Record<PreviewStatus, string> = {
  idle: 'Stopped',
  loading: 'Loading',
  playing: 'Playing',
  paused: 'Paused',
  error: 'Not playing',
}

function Bar({ track }: { track: TrackSummary }) {
  const status = usePreviewStatus(track.id)
  const { pathname } = useLocation()
  const address = trackPath(track.id)
  const close = () => {
    player.stop()
    moveFocus(null)
  }
  return (
    <section
      className="player-bar no-print"
      aria-label="Preview player"
      // On the track's own page the buy box is then not sticky, so that only one bar is fixed at the bottom.
      data-of-page={pathname === address ? '' : undefined}
    >
      <PreviewButton track={track} />
      <img className="player-cover" src={track.coverUrl} width={44} height={44} alt="" />
      <div className="player-now">
        <PageLink href={address}>
          <bdi>{track.title}</bdi>
        </PageLink>
        <PreviewFailure track={track} place="player" isAnnounced />
        {status !== 'error' && (
          <span>
            <span role="status">{statusText[status]}</span> · <bdi>{artistName(track.user)}</bdi>
          </span>
        )}
      </div>
      <div className="player-wave">
        {track.previewUrl !== null && <Waveform track={track} place="bar" />}
      </div>
      <Volume />
      <BuyButton track={track} size="sm" label={`Add · ${formatPence(track.customerPricePence)}`} />
      <button type="button" className="icon-button" aria-label="Close player" onClick={close}>
        <X size={20} aria-hidden="true" />
      </button>
    </section>
  )
}

function Volume() {
  const volume = usePlayer((state) => state.volume)
  return (
    <label className="player-volume">
      <Volume2 size={18} aria-hidden="true" />
      <span className="sr-only">Volume</span>
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={volume}
        aria-valuetext={`${Math.round(volume * 100)}%`}
        onChange={(event) => player.setVolume(Number(event.target.value))}
      />
    </label>
  )
}
