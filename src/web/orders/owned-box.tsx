// What a track's page has for a user who owns the track, in place of its price and its buttons to buy.

import { Download } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { listMyTracks, OwnedTrack } from '#contracts/orders.ts'
import { myTracksPath } from '#rules/orders/order-paths.ts'
import { request } from '#web/api/browser.ts'
import type { Source } from '#web/player/player-state.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { fileSize } from '#web/ui/file-size.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { downloadPath, OwnedRenditions } from './owned-renditions.tsx'
import { ownedSource } from './owned-source.ts'

type OwnedBoxProps = {
  track: { id: string; title: string }
  /** Called when it is known what the player can play. */
  onSource: (source: Source) => void
}

/** Requested after the page has been shown, because the page is the same for everyone. */
export default function OwnedBox({ track, onSource }: OwnedBoxProps) {
  const { owned, load } = useOwnedTrack(track.id, onSource)
  const original = owned?.files.find(({ format }) => format === 'original')
  return (
    <>
      <p className="owned-since">
        <span>
          Yours
          {owned && (
            <>
              {' '}
              since <DateText iso={owned.boughtAt} />
            </>
          )}
        </span>
        <PageLink href={myTracksPath()}>My Tracks</PageLink>
      </p>
      <a href={downloadPath(track.id, 'original')} download className="btn btn-primary">
        <Download size={18} aria-hidden="true" />
        {original ? (
          <span>
            <span className="sr-only">Download {track.title} as </span>
            {original.label} · {fileSize(original.bytes ?? 0)}
          </span>
        ) : (
          <span>
            Download<span className="sr-only"> {track.title}</span>
          </span>
        )}
      </a>
      {owned && <OwnedRenditions owned={owned} onChange={load} />}
    </>
  )
}

function useOwnedTrack(trackId: string, onSource: OwnedBoxProps['onSource']) {
  const [owned, setOwned] = useState<OwnedTrack | null>(null)
  const load = useCallback(async () => {
    const wanted = { track: trackId }
    const result = await request<typeof listMyTracks>('GET /api/proxy/my-tracks', wanted)
    const found = result.ok ? result.value.tracks[0] : undefined
    if (!found) return
    setOwned(found)
    const source = ownedSource(found)
    if (source !== null) onSource(source)
  }, [trackId, onSource])
  useEffect(() => {
    const begin = async () => load()
    void begin()
  }, [load])
  return { owned, load }
}
