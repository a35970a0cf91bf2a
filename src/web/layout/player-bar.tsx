import { Volume2, VolumeX, X } from 'lucide-react'
import { useEffect } from 'react'
import { trackPath } from '#rules/page-paths.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { formatPence } from '#rules/price.ts'
import { BuyButton } from '#web/orders/buy-button.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { artistName } from '#web/tracks/track-artists.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { KeyAndTempoMenu } from '#web/player/key-and-tempo/key-and-tempo-menu.tsx'
import { connectMediaSession } from '#web/player/media-session.ts'
import { player, usePlayer, usePreviewStatus } from '#web/player/player-store.ts'
import { PreviewButton, PreviewFailure } from '#web/player/preview-button.tsx'
import { urlOf, type PreviewStatus, type Source } from '#web/player/player-state.ts'
import { Waveform } from '#web/player/waveform.tsx'
import { usePlaceOnPage } from './page-player.ts'

/**
 * The full player at the bottom of every page: shown from the first preview until it is closed. A track's own page has
 * a player already, and on a phone the box below has its button: the bar then leaves the recording to them.
 */
export function PlayerBar() {
  const track = usePlayer((state) => state.track)
  const source = usePlayer((state) => state.source)
  const place = usePlaceOnPage(track?.id, source.kind)
  useEffect(connectMediaSession, [])
  if (track === null) return null
  if (place === undefined) return <Bar {...{ track, source }} />
  return (
    <>
      <Announcer {...{ track, source }} />
      {place === 'out-of-view' && <Bar {...{ track, source }} isOnPage />}
    </>
  )
}

type Playing = { track: TrackSummary; source: Source }

/** Announces what the bar would announce. */
function Announcer({ track, source }: Playing) {
  const status = usePreviewStatus(track.id, source.kind)
  return (
    <div className="sr-only">
      <PreviewFailure track={track} source={source} place="player" isAnnounced />
      {status !== 'error' && <span role="status">{statusText[status]}</span>}
    </div>
  )
}

const statusText: Record<PreviewStatus, string> = {
  idle: 'Stopped',
  loading: 'Loading',
  playing: 'Playing',
  paused: 'Paused',
  error: 'Not playing',
}

function Bar({ track, source, isOnPage = false }: Playing & { isOnPage?: boolean }) {
  const status = usePreviewStatus(track.id, source.kind)
  const isPreview = source.kind === 'preview'
  const close = () => {
    player.stop()
    moveFocus(null)
  }
  return (
    <section
      className="player-bar no-print"
      aria-label={isPreview ? 'Preview player' : 'Player'}
      data-on-page={isOnPage ? '' : undefined}
    >
      <PreviewButton track={track} source={source} />
      <img className="player-cover" src={track.coverUrl} width={44} height={44} alt="" />
      <div className="player-now">
        <PageLink href={trackPath(track.id)}>
          <bdi>{track.title}</bdi>
        </PageLink>
        <PreviewFailure track={track} source={source} place="player" isAnnounced={!isOnPage} />
        {status !== 'error' && (
          <span>
            <span role={isOnPage ? undefined : 'status'}>{statusText[status]}</span> ·{' '}
            {isPreview ? 'Preview' : 'Your recording'} · <bdi>{artistName(track.user)}</bdi>
          </span>
        )}
      </div>
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
      <button type="button" className="icon-button" aria-label="Close player" onClick={close}>
        <X size={20} aria-hidden="true" />
      </button>
    </section>
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
