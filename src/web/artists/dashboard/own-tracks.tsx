// The artist's own tracks, with prices, sales and downloads, and what can be done with each.

import type { OwnTrackList } from '#contracts/own-tracks.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import { useDashboardAddress } from './dashboard-address.ts'
import { OwnTrackRow } from './own-track-row.tsx'
import { OwnTrackSearch } from './own-track-search.tsx'

type OwnTracksProps = {
  list: OwnTrackList
  /** Called when a track has been changed. */
  onChanged: () => Promise<void>
}

export function OwnTracks({ list, onChanged }: OwnTracksProps) {
  const address = useDashboardAddress()
  const { query } = address.search
  const { tracks, totalTracks, totalPages, currentPage } = list
  if (totalTracks === 0 && query === undefined) {
    return (
      <EmptyState
        title="No tracks yet"
        text="Your first upload appears here as soon as its preview is made."
      />
    )
  }
  return (
    <>
      {(query !== undefined || totalPages > 1) && (
        <OwnTrackSearch query={query} total={totalTracks} />
      )}
      <ul className="rows">
        {tracks.map((track) => (
          <OwnTrackRow key={track.id} track={track} address={address} onChanged={onChanged} />
        ))}
      </ul>
      <Paging currentPage={currentPage} totalPages={totalPages} addressOf={address.pathOf} />
    </>
  )
}
