import type { TrackSummary } from '#contracts/tracks.ts'
import { trackPath } from '#rules/page-paths.ts'
import { mostVersionsOnPage } from '#rules/track-options.ts'
import { SimplePlayer } from '#web/player/simple-player.tsx'
import { trackMessages } from '#web/tracks/track-messages.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { useShownVersion } from './use-shown-version.ts'
import { VersionLinks } from './version-links.tsx'

/** The player of a track's page. Another version is previewed in place, and its page is offered. */
export function PreviewWithVersions({ track, bars }: { track: TrackSummary; bars: string }) {
  const { shown, isOther, announcement, pick } = useShownVersion(track)
  const hasVersions = (track.versions ?? []).length > 0
  return (
    <>
      <SimplePlayer track={shown} bars={isOther ? shown.waveform : bars} place="page" />
      {hasVersions && (
        <div className="page-versions">
          <VersionLinks track={track} shown={shown} pick={pick} most={mostVersionsOnPage} />
          <p role="status" className={isOther ? 'version-note' : 'sr-only'}>
            {announcement}
          </p>
          {isOther && (
            <PageLink className="btn btn-ghost btn-sm btn-start" href={trackPath(shown.id)}>
              {trackMessages.openVersion}
            </PageLink>
          )}
        </div>
      )}
    </>
  )
}
