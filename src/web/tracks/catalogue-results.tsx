import { Link } from 'react-router'
import type { TrackList } from '#contracts/tracks.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { words } from '#web/words.ts'
import { isNarrowed, searchAddress, type CatalogueSearch } from './catalogue-search.ts'
import { TrackCard } from './track-card.tsx'
import { TrackCardSkeleton } from './track-card-skeleton.tsx'

const skeletonCards = Array.from({ length: 8 }, (_card, index) => index)

type CatalogueResultsProps = { search: CatalogueSearch; list: TrackList; isLoading: boolean }

/** Always exactly one of: cards on the way, cards, nothing found, nothing there yet. */
export function CatalogueResults({ search, list, isLoading }: CatalogueResultsProps) {
  if (isLoading) {
    return (
      <div className="card-grid" aria-busy="true" aria-label="Tracks">
        {skeletonCards.map((index) => (
          <TrackCardSkeleton key={index} />
        ))}
      </div>
    )
  }
  if (list.tracks.length === 0) return <NoTracks search={search} />
  return (
    <>
      <ul className="card-grid" aria-label="Tracks">
        {list.tracks.map((track) => (
          <li key={track.id}>
            <TrackCard track={track} heading="h2" />
          </li>
        ))}
      </ul>
      <Paging search={search} list={list} />
    </>
  )
}

function NoTracks({ search }: { search: CatalogueSearch }) {
  if (!isNarrowed(search) && search.page === 1) {
    return (
      <EmptyState
        title={words.tracksComing}
        text="The first recordings are on their way. Look in again soon."
      />
    )
  }
  return (
    <EmptyState
      title={words.tracksNotFound}
      text="Try fewer words, another spelling, or the name of the singer."
      action={
        <ButtonLink to={searchAddress({ orderBy: search.orderBy, page: 1 })}>
          Clear All Filters
        </ButtonLink>
      }
    />
  )
}

function Paging({ search, list }: { search: CatalogueSearch; list: TrackList }) {
  const { currentPage, totalPages } = list
  return (
    <nav className="paging" aria-label="Pages">
      <PageLink
        label="Previous"
        address={currentPage > 1 ? searchAddress(search, { page: currentPage - 1 }) : null}
      />
      <p aria-current="page">
        Page {currentPage} of {totalPages}
      </p>
      <PageLink
        label="Next"
        address={currentPage < totalPages ? searchAddress(search, { page: currentPage + 1 }) : null}
      />
    </nav>
  )
}

function PageLink({ label, address }: { label: string; address: string | null }) {
  if (address === null) {
    return (
      <span className="btn btn-ghost" role="link" aria-disabled="true">
        {label}
      </span>
    )
  }
  return (
    <Link className="btn btn-ghost" to={address}>
      {label}
    </Link>
  )
}
