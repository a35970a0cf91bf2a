// A card, or the preview on a track's page, that shows another version of its song in place.

import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { getTracksById, TrackSummary } from '#contracts/tracks.ts'
import { trackPath } from '#rules/page-paths.ts'
import { request } from '#web/api/browser.ts'
import { player } from '#web/player/player-store.ts'
import { versionLabel, versionMessages } from './version-labels.ts'

export function useShownVersion(track: TrackSummary) {
  const navigate = useNavigate()
  const [picked, setPicked] = useState<TrackSummary | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const wantedId = useRef(track.id)
  const shown = picked ?? track

  async function pick(versionId: string): Promise<void> {
    wantedId.current = versionId
    const version = versionId === track.id ? track : await findTrack(versionId)
    // Another version was picked meanwhile.
    if (wantedId.current !== versionId) return
    // The version's page shows the reason.
    if (version === null) return navigate(trackPath(versionId))
    keepPlaying(shown, version)
    setPicked(version === track ? null : version)
    const { spoken } = versionLabel(version, [track, ...(track.versions ?? [])])
    setAnnouncement(versionMessages.versionShown(spoken))
  }

  return { shown, isOther: picked !== null, announcement, pick: (id: string) => void pick(id) }
}

async function findTrack(id: string): Promise<TrackSummary | null> {
  const result = await request<typeof getTracksById>('GET /public/tracks/by-id', { ids: id })
  return (result.ok && result.value.tracks[0]) || null
}

/** If the preview of the version before plays, the next one plays in its place. */
function keepPlaying(before: TrackSummary, next: TrackSummary): void {
  const { track, status } = player.getState()
  const isPlaying = track?.id === before.id && (status === 'playing' || status === 'loading')
  if (isPlaying) player.play(next)
}
