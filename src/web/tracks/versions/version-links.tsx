import type { MouseEvent } from 'react'
import type { TrackSummary, TrackVersion } from '#contracts/tracks.ts'
import { trackPath } from '#rules/page-paths.ts'
import { maxVersionsOnCard } from '#rules/tracks/track-options.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { versionLabel } from './version-labels.ts'

type VersionLinksProps = {
  track: TrackSummary
  /** The version that is shown in place of the track. */
  shown: TrackSummary
  pick: (versionId: string) => void
  /** More than these are a link to the track's page. */
  max: number
}

type CardVersionsProps = Omit<VersionLinksProps, 'max'> & {
  /** Read by screen readers when it changes. */
  announcement: string
}

export function CardVersions({ announcement, ...links }: CardVersionsProps) {
  if (!links.track.versions?.length) return null
  return (
    <>
      <VersionLinks {...links} max={maxVersionsOnCard} />
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  )
}

/** 'Also in G · B♭ · lower'. Without a script, or in a new tab, each link opens the version's page. */
export function VersionLinks({ track, shown, pick, max }: VersionLinksProps) {
  const versions = track.versions ?? []
  if (versions.length === 0) return null
  const all = [track, ...versions]
  const listed = versions.length > max ? versions.slice(0, max) : versions
  return (
    <p className="versions">
      Also in{' '}
      {listed.map((version, place) => (
        <span key={version.id}>
          {place > 0 && ' · '}
          {/* The shown version's link leads back to the track, and so keeps the focus. */}
          <VersionLink version={version.id === shown.id ? track : version} all={all} pick={pick} />
        </span>
      ))}
      {versions.length > listed.length && (
        <span>
          {' · '}
          <PageLink href={trackPath(track.id)}>
            …more <span className="sr-only">versions of {track.title}</span>
          </PageLink>
        </span>
      )}
    </p>
  )
}

type VersionLinkProps = { version: TrackVersion; all: TrackVersion[] } & Pick<
  VersionLinksProps,
  'pick'
>

function VersionLink({ version, all, pick }: VersionLinkProps) {
  const { text, spoken } = versionLabel(version, all)
  const show = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    pick(version.id)
  }
  return (
    <PageLink href={trackPath(version.id)} onClick={show}>
      <bdi aria-hidden="true">{text}</bdi>
      <bdi className="sr-only">{spoken}</bdi>
    </PageLink>
  )
}
