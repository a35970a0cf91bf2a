// A dialog about one own track.

import type { getOwnTrack, OwnTrack } from '#contracts/own-tracks.ts'
import { request } from '#web/api/browser.ts'
import { networkError } from '#web/api/network-error.ts'
import type { Result } from '#web/api/result.ts'
import { useFetched } from '#web/api/use-fetched.ts'
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
  const { value, refused } = useFetched(listed ? null : id, (wanted, signal) =>
    request<typeof getOwnTrack>('GET /api/proxy/artists/tracks/{id}', { id: wanted }, { signal }),
  )
  const found = listed ?? value
  return refused ?? (found && { ok: true, value: found })
}

function NotLoaded() {
  return <Notice tone="danger">{networkError.message}</Notice>
}
