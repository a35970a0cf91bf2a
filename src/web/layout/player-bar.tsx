import { X } from 'lucide-react'
import type { ComponentType } from 'react'
import { trackPath } from '#rules/page-paths.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { moveFocus } from '#web/ui/focus.ts'
import { artistName } from '#web/tracks/track-artists.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { player, usePlayer, usePreviewStatus } from '#web/player/player-store.ts'
import { PreviewButton, PreviewFailure } from '#web/player/preview-button.tsx'
import type { PreviewStatus, Source } from '#web/player/player-state.ts'
import { usePlaceOnPage } from './page-player.ts'

export type Playing = { track: TrackSummary; source: Source }

/** Null until they are loaded: what plays, or why it does not, is shown without them. */
type WithControls = { Controls: ComponentType<Playing> | null }

/**
 * The full player at the bottom of every page: shown from the first preview until it is closed. A track's own page has
 * a player already, and on a phone the box below has its button: the bar then leaves the recording to them.
 */
export function PlayerBar({ Controls }: WithControls) {
  const track = usePlayer((state) => state.track)
  const source = usePlayer((state) => state.source)
  const place = usePlaceOnPage(track?.id, source.kind)
  if (track === null) return null
  if (place === undefined) return <Bar {...{ track, source, Controls }} />
  return (
    <>
      <Announcer {...{ track, source }} />
      {place === 'out-of-view' && <Bar {...{ track, source, Controls }} isOnPage />}
    </>
  )
}

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

type BarProps = Playing & WithControls & { isOnPage?: boolean }

function Bar({ track, source, Controls, isOnPage = false }: BarProps) {
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
      {Controls === null ? (
        // Keeps their space, so that they move nothing when they are loaded.
        <div className="player-wave" />
      ) : (
        <Controls track={track} source={source} />
      )}
      <button type="button" className="icon-button" aria-label="Close player" onClick={close}>
        <X size={20} aria-hidden="true" />
      </button>
    </section>
  )
}
