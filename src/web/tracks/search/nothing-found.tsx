import type { ReactNode } from 'react'
import type { TrackSummary } from '#contracts/tracks.ts'
import { commissionServicePath } from '#rules/page-paths.ts'
import type { TrackSearch } from '#rules/search/track-search.ts'
import { searchAddress } from '#web/tracks/catalogue-search.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { OtherTracks as Others } from './find-other-tracks.ts'
import { OtherTracks } from './other-tracks.tsx'
import { searchMessages } from './search-messages.ts'

type NothingFoundProps = {
  search: TrackSearch
  /** Shown instead. */
  others: Others
  renderButtons: (track: TrackSummary) => ReactNode
}

/** A search without any match leads on: to all tracks, to popular ones, to a commission. */
export function NothingFound({ search, others, renderButtons }: NothingFoundProps) {
  return (
    <>
      <EmptyState
        title={searchMessages.notFound}
        text={searchMessages.nothingFor(search.query)}
        action={
          <ButtonLink href={searchAddress({ orderBy: search.orderBy, page: 1 })}>
            Clear All Filters
          </ButtonLink>
        }
      />
      <p className="nothing-found-commission">
        {searchMessages.notRecorded}{' '}
        <PageLink href={commissionServicePath}>{searchMessages.commissionService}</PageLink>
      </p>
      <OtherTracks others={others} renderButtons={renderButtons} />
    </>
  )
}
