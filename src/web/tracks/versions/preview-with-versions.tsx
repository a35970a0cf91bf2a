import type { Ref } from 'react'
import type { TrackSummary } from '#contracts/tracks.ts'
import { trackPath } from '#rules/page-paths.ts'
import { maxVersionsOnPage } from '#rules/tracks/track-options.ts'
import { previewSource, type Source } from '#web/player/player-state.ts'
import { SimplePlayer } from '#web/player/simple-player.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { useShownVersion } from './use-shown-version.ts'
import { versionMessages } from './version-labels.ts'
import { VersionLinks } from './version-links.tsx'

type PreviewWithVersionsProps = {
  track: TrackSummary
  /** The preview by default. */
  source?: Source
  /** The waveform of the track's preview. */
  bars: string
  version: ReturnType<typeof useShownVersion>
  /** The element of the player, without the links to the versions. */
  ref?: Ref<HTMLDivElement>
}

/** The player of a track's page. Another version is previewed in place, and its page is offered. */
export function PreviewWithVersions(props: PreviewWithVersionsProps) {
  const { track, source = previewSource, bars, version, ref } = props
  const { shown, isOther, announcement, pick } = version
  const shownBars = isOther || source.kind === 'owned' ? undefined : bars
  const hasVersions = (track.versions ?? []).length > 0
  return (
    <>
      <div ref={ref}>
        <SimplePlayer track={shown} source={source} bars={shownBars} place="page" />
      </div>
      {hasVersions && (
        <div className="page-versions">
          <VersionLinks track={track} shown={shown} pick={pick} max={maxVersionsOnPage} />
          <p role="status" className={isOther ? 'version-note' : 'sr-only'}>
            {announcement}
          </p>
          {isOther && (
            <PageLink className="btn btn-ghost btn-sm btn-start" href={trackPath(shown.id)}>
              {versionMessages.openVersion}
            </PageLink>
          )}
        </div>
      )}
    </>
  )
}
