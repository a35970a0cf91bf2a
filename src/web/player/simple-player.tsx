import type { TrackSummary } from '#contracts/tracks.ts'
import { playerMessages } from './player-messages.ts'
import { previewSource, urlOf, type Source } from './player-state.ts'
import { PreviewButton, PreviewFailure } from './preview-button.tsx'
import { Waveform } from './waveform.tsx'

type SimplePlayerProps = {
  track: TrackSummary
  /** The preview by default. */
  source?: Source
  bars?: string
  place: 'card' | 'page'
}

/** Button, waveform with seek, and clock: the player of a card, and larger on a track's page. */
export function SimplePlayer({ track, source = previewSource, bars, place }: SimplePlayerProps) {
  return (
    <div className={`simple-player simple-player-${place}`}>
      <PreviewButton track={track} source={source} />
      {urlOf(track, source) === null ? (
        <span className="muted">{playerMessages.previewMissingButton}</span>
      ) : (
        <>
          <Waveform track={track} source={source} bars={bars} place={place} />
          <noscript>
            {/* Without scripts, the browser's built-in player. */}
            <audio
              controls
              preload="none"
              src={track.previewUrl ?? undefined}
              aria-label={`Preview of ${track.title}`}
            />
          </noscript>
        </>
      )}
      <PreviewFailure track={track} source={source} place="player" />
    </div>
  )
}
