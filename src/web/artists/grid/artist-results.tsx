import type { ArtistSearch } from '#rules/artists/artist-search.ts'
import { registerPath } from '#rules/page-paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageNumbers } from '#web/forms/search/page-numbers.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ArtistCard } from '../artist-card.tsx'
import { artistAddress, defaultFilters, isFiltered } from './artist-addresses.ts'
import type { ArtistList } from './artist-list.ts'
import { artistListMessages } from './artist-list-messages.ts'

const skeletonCards = Array.from({ length: 6 }, (_card, index) => index)

type ArtistResultsProps = {
  search: ArtistSearch
  list: ArtistList
  /** False on a new site, where nobody could be found. */
  hasArtists: boolean
  isLoading: boolean
}

/** Shows exactly one of: skeletons, cards, nothing found. */
export function ArtistResults({ search, list, hasArtists, isLoading }: ArtistResultsProps) {
  if (isLoading) return <LoadingArtists />
  if (!hasArtists) return <NobodyYet />
  if (list.artists.length === 0) return <NoArtists search={search} />
  return (
    <>
      {list.searchedFor !== null && (
        <p className="match-note">
          <bdi>{artistListMessages.resultsFor(list.searchedFor)}</bdi>
        </p>
      )}
      <ul className="card-grid" aria-label="Artists">
        {list.artists.map((artist) => (
          <li key={artist.id}>
            <ArtistCard artist={artist} />
          </li>
        ))}
      </ul>
      <PageNumbers {...list} addressOf={(page) => artistAddress(search, { page })} />
    </>
  )
}

export function LoadingArtists() {
  return (
    <div className="card-grid" role="status" aria-busy="true" aria-label="Artists">
      {skeletonCards.map((index) => (
        <div key={index} className="card card-skeleton artist-card" aria-hidden="true">
          <Skeleton className="skeleton-avatar" />
          <Skeleton className="skeleton-title" />
          <Skeleton className="skeleton-short-line" />
          <Skeleton className="skeleton-figures" />
          <Skeleton className="skeleton-price" />
        </div>
      ))}
    </div>
  )
}

function NobodyYet() {
  return (
    <EmptyState
      title={artistListMessages.nobodyYet}
      text={artistListMessages.nobodyYetHint}
      action={
        <ButtonLink href={registerPath({ role: 'artist' })}>Register as an artist</ButtonLink>
      }
    />
  )
}

/** A name that is not found may be of an artist who takes no commissions at the moment. */
function NoArtists({ search }: { search: ArtistSearch }) {
  const isOnlyAvailable = search.availableForCommission === true && !isFiltered(search)
  return (
    <EmptyState
      title={artistListMessages.notFound}
      text={isOnlyAvailable ? artistListMessages.onlyAvailable : artistListMessages.notFoundHint}
      action={
        isOnlyAvailable ? (
          <ButtonLink href={artistAddress(search, { availableForCommission: undefined })}>
            Search all artists
          </ButtonLink>
        ) : (
          <ButtonLink href={artistAddress({ ...defaultFilters, orderBy: search.orderBy, page: 1 })}>
            Clear All Filters
          </ButtonLink>
        )
      }
    />
  )
}
