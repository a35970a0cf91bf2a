// A dialog about one own track.

import { useEffect, useState } from 'react'
import type { getOwnTrack, OwnTrack } from '#contracts/own-tracks.ts'
import { request } from '#web/api/browser.ts'
import { networkError } from '#web/api/network-error.ts'
import type { Result } from '#web/api/result.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ownTrackMessages } from './own-track-messages.ts'

type TrackDialogProps = { track: OwnTrack; onClose: () => void; onSaved: () => Promise<void> }

const dialogs = {
  edit: lazyOr<TrackDialogProps>(() => import('./edit-track-dialog.tsx'), NotLoaded),
  withdraw: lazyOr<TrackDialogProps>(() => import('./withdraw-track-dialog.tsx'), NotLoaded),
}

type OwnTrackDialogProps = Omit<TrackDialogProps, 'track'> & {
  name: keyof typeof dialogs
  id: string
  /** The track, if the list shows it. */
  listed: OwnTrack | undefined
}

export function OwnTrackDialog({ name, id, listed, ...handlers }: OwnTrackDialogProps) {
  const found = useOwnTrack(id, listed)
  if (found === null) return null
  if (!found.ok) {
    const isUnreached = found.code === 'network'
    return <Notice tone="danger">{isUnreached ? found.message : ownTrackMessages.notOwn}</Notice>
  }
  const TrackDialog = dialogs[name]
  return <TrackDialog track={found.value} {...handlers} />
}

/** A track on another page of the list is fetched. */
function useOwnTrack(id: string, listed: OwnTrack | undefined): Result<OwnTrack> | null {
  const [fetched, setFetched] = useState<Result<OwnTrack> | null>(null)
  const isListed = listed !== undefined
  useEffect(() => {
    if (isListed) return undefined
    const unmounting = new AbortController()
    const { signal } = unmounting
    const fetchTrack = async () => {
      const route = 'GET /api/proxy/artists/tracks/{id}'
      const result = await request<typeof getOwnTrack>(route, { id }, { signal })
      if (!signal.aborted) setFetched(result)
    }
    void fetchTrack()
    return () => unmounting.abort()
  }, [id, isListed])
  return isListed ? { ok: true, value: listed } : fetched
}

function NotLoaded() {
  return <Notice tone="danger">{networkError.message}</Notice>
}
