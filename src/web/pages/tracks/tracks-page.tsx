import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { pageRoutes } from '#rules/page-paths.ts'
import { queryTracks, type TrackSummaryList } from '#contracts/catalogue.ts'
import { readTrackSearch, type TrackSearch } from '#rules/search/track-search.ts'
import { publicApiContext, siteContext } from '#web/api/contexts.ts'
import { BuyButton } from '#web/orders/buy-button.tsx'
import { useSlowNavigationTo } from '#web/layout/navigation-progress.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { artistName } from '#web/tracks/track-artists.tsx'
import { CatalogueForm } from '#web/tracks/catalogue/catalogue-form.tsx'
import { CatalogueResults, LoadingResults } from '#web/tracks/catalogue/catalogue-results.tsx'
import { ResultsRegion } from '#web/forms/search/results-region.tsx'
import { isFiltered, isNarrowed, searchAddress } from '#web/tracks/catalogue-search.ts'
import { trackCount } from '#web/tracks/catalogue/track-count.ts'
import { findOtherTracks, type OtherTracks } from '#web/tracks/search/find-other-tracks.ts'
import { matchText } from '#web/tracks/search/match-note.tsx'
import { trackSummary } from '#web/tracks/track-summary.ts'
import { createFirstResultCache } from '#web/api/supplied-data.ts'
import { LoadFailure } from '#web/forms/search/load-failure.tsx'
import { trackMessages } from '#web/tracks/track-messages.ts'
import type { Route } from './+types/tracks-page.ts'

type Catalogue = {
  search: TrackSearch
  list: TrackSummaryList
  others: OtherTracks
  publicUrl: string
}

const firstResult = createFirstResultCache<Catalogue>()

export async function loader({ context, url }: Route.LoaderArgs): Promise<Catalogue> {
  const search = readTrackSearch(url.searchParams)
  const { load } = context.get(publicApiContext)
  const list = await load(queryTracks, search)
  return {
    search,
    list: { ...list, tracks: list.tracks.map(trackSummary) },
    others: await findOtherTracks(load, { search, found: list }),
    publicUrl: context.get(siteContext).publicUrl,
  }
}

type ClientLoaderArgs = { url: URL; serverLoader: () => Promise<Catalogue> }

export async function clientLoader({ url, serverLoader }: ClientLoaderArgs) {
  const search = readTrackSearch(url.searchParams)
  return firstResult.find(searchAddress(search, search)) ?? (await serverLoader())
}

export function meta({ loaderData }: Pick<Route.MetaArgs, 'loaderData'>) {
  if (!loaderData) return pageMeta({ title: trackMessages.loadFailedTitle, mayBeIndexed: false })
  const { search, list, publicUrl } = loaderData
  const title = headingOf(loaderData)
  return pageMeta({
    title: list.currentPage > 1 ? `${title}, page ${list.currentPage}` : title,
    description: `${trackCount(list)}: acoustic backing tracks recorded by hand. Find your song in your key, hear it, take it home.`,
    path: searchAddress(search, { page: list.currentPage, orderBy: 'popularity' }),
    publicUrl,
    mayBeIndexed: !search.query && !isFiltered(search),
  })
}

export default function TracksPage({ loaderData }: Route.ComponentProps) {
  const { search, list, others } = loaderData
  const count = trackCount(list)
  const note = matchText({ query: search.query, list })
  const isLoading = useSlowNavigationTo(pageRoutes.tracks)
  useEffect(() => {
    firstResult.store(searchAddress(search, search), loaderData)
  }, [search, loaderData])
  useEffect(() => firstResult.clear, [])
  return (
    <div className="page catalogue-page">
      <div className="catalogue-head">
        <h1>
          <Heading search={search} list={list} /> <span className="count">{count}</span>
        </h1>
        {/* Screen readers announce a changed status, but not a changed heading. */}
        <p role="status" className="sr-only">
          {list.currentPage > 1 ? `${count}, page ${list.currentPage}` : count}
          {note !== null && `. ${note}`}
        </p>
        <CatalogueForm search={search} artist={artistIn(list)} count={count} />
      </div>
      <ResultsRegion address={searchAddress(search, search)} pageless={searchAddress(search)}>
        <CatalogueResults
          search={search}
          list={list}
          isLoading={isLoading}
          others={others}
          renderButtons={(track) => <BuyButton track={track} size="sm" />}
        />
      </ResultsRegion>
    </div>
  )
}

type Shown = Pick<Catalogue, 'search' | 'list'>

function Heading(shown: Shown) {
  const artist = artistOf(shown)
  if (artist === null) return headingOf(shown)
  return (
    <>
      Tracks by <bdi>{artist}</bdi>
    </>
  )
}

/** The same as plain text. */
function headingOf(shown: Shown): string {
  const artist = artistOf(shown)
  if (artist !== null) return `Tracks by ${artist}`
  return isNarrowed(shown.search) ? 'Search Results' : 'All Tracks'
}

/** The artist's name if the list has one artist's tracks, all of them. */
function artistOf({ search, list }: Shown): string | null {
  return search.artistId && !search.query && !isFiltered(search) ? artistIn(list) : null
}

/** The name of the artist that is filtered by; null in an empty list. */
function artistIn(list: TrackSummaryList): string | null {
  const [first] = list.tracks
  return first ? artistName(first.user) : null
}

export function ErrorBoundary() {
  const [params] = useSearchParams()
  const isLoading = useSlowNavigationTo(pageRoutes.tracks)
  const search = readTrackSearch(params)
  return (
    <div className="page catalogue-page">
      <div className="catalogue-head">
        <h1>{isNarrowed(search) ? 'Search Results' : 'All Tracks'}</h1>
        <CatalogueForm search={search} artist={null} count={null} />
      </div>
      <ResultsRegion address={searchAddress(search, search)} pageless={searchAddress(search)}>
        {isLoading ? (
          <LoadingResults />
        ) : (
          <LoadFailure title={trackMessages.loadFailedTitle} text={trackMessages.loadFailed} />
        )}
      </ResultsRegion>
    </div>
  )
}
