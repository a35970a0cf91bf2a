import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import { Rosette } from '#web/ui/rosette.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { trackMessages } from '#web/tracks/track-messages.ts'
import type { TrackSearch } from '#rules/search/track-search.ts'
import { isNarrowed, searchAddress } from '#web/tracks/catalogue-search.ts'
import type { TrackSummaryList } from '#contracts/catalogue.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { MatchNote } from '#web/tracks/search/match-note.tsx'
import type { OtherTracks as Others } from '#web/tracks/search/find-other-tracks.ts'
import { NothingFound } from '#web/tracks/search/nothing-found.tsx'
import { OtherTracks } from '#web/tracks/search/other-tracks.tsx'
import { earlyCards, TrackCard } from '#web/tracks/track-card.tsx'

const skeletonCards = Array.from({ length: 8 }, (_card, index) => index)

type CatalogueResultsProps = {
  search: TrackSearch
  list: TrackSummaryList
  isLoading: boolean
  /** Shown where a search has found little or nothing. */
  others: Others
  /** The buttons on a track's card. */
  renderButtons: (track: TrackSummary) => ReactNode
}

/** Shows exactly one of: skeletons, cards, nothing found, empty catalogue. */
export function CatalogueResults({
  search,
  list,
  isLoading,
  others,
  renderButtons,
}: CatalogueResultsProps) {
  if (isLoading) return <LoadingResults />
  if (list.tracks.length === 0) return <NoTracks {...{ search, others, renderButtons }} />
  return (
    <>
      <MatchNote query={search.query} list={list} />
      <ul className="card-grid track-grid" aria-label="Tracks">
        {list.tracks.map((track, place) => (
          <li key={track.id}>
            <TrackCard track={track} heading="h2" isEarly={place < earlyCards}>
              {renderButtons}
            </TrackCard>
          </li>
        ))}
      </ul>
      <Paging {...list} addressOf={(page) => searchAddress(search, { page })} keepsScroll />
      <OtherTracks others={others} renderButtons={renderButtons} />
    </>
  )
}

export function LoadingResults() {
  return (
    <div className="card-grid track-grid" role="status" aria-busy="true" aria-label="Tracks">
      {skeletonCards.map((index) => (
        <TrackCardSkeleton key={index} />
      ))}
    </div>
  )
}

/** A placeholder card while its track is loading. */
function TrackCardSkeleton() {
  return (
    <div className="card card-default card-skeleton" aria-hidden="true">
      <div className="card-art">
        <Rosette size={96} />
      </div>
      <div className="card-body">
        <Skeleton className="skeleton-title" />
        <Skeleton className="skeleton-short-line" />
        <Skeleton className="skeleton-line" />
        <Skeleton className="skeleton-waveform" />
        <Skeleton className="skeleton-buttons" />
      </div>
    </div>
  )
}

type NoTracksProps = Pick<CatalogueResultsProps, 'search' | 'others' | 'renderButtons'>

function NoTracks({ search, ...rest }: NoTracksProps) {
  if (isNarrowed(search) || search.page > 1) return <NothingFound search={search} {...rest} />
  return (
    <EmptyState
      title={trackMessages.comingSoon}
      text="The first recordings are on their way. Check back soon."
    />
  )
}
