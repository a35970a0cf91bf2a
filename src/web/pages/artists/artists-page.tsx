import { Suspense, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { queryArtists } from '#contracts/artists/artists.ts'
import { readArtistSearch, type ArtistSearch } from '#rules/artists/artist-search.ts'
import { pageRoutes } from '#rules/page-paths.ts'
import type { Api } from '#web/api/client.ts'
import { publicApiContext, siteContext } from '#web/api/contexts.ts'
import type { BannedArtistsProps } from '#web/artists/grid/banned-artists.tsx'
import { artistList } from '#web/artists/grid/artist-list.ts'
import { artistAddress, isFiltered } from '#web/artists/grid/artist-addresses.ts'
import { ArtistForm } from '#web/artists/grid/artist-form.tsx'
import { artistListMessages } from '#web/artists/grid/artist-list-messages.ts'
import { ArtistResults, LoadingArtists } from '#web/artists/grid/artist-results.tsx'
import { ResultsRegion } from '#web/forms/search/results-region.tsx'
import { useSlowNavigationTo } from '#web/layout/navigation-progress.tsx'
import { useSession } from '#web/accounts/session-store.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { LoadFailure } from '#web/forms/search/load-failure.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import type { Route } from './+types/artists-page.ts'

/** Only for admins, so it is no part of what visitors load. */
const BannedArtists = lazyOr<BannedArtistsProps>(
  () => import('#web/artists/grid/banned-artists.tsx'),
  () => null,
)

export { shouldRevalidate } from '#web/artists/profile-address.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readArtistSearch(url.searchParams)
  const { load } = context.get(publicApiContext)
  const list = artistList(await load(queryArtists, search))
  return {
    search,
    list,
    hasArtists: list.totalUsers > 0 || (await areThereArtists(load)),
    publicUrl: context.get(siteContext).publicUrl,
  }
}

/** Asked when a list is empty: on a new site no search finds anybody. */
async function areThereArtists(load: Api['load']): Promise<boolean> {
  return artistList(await load(queryArtists, { limit: 1 })).totalUsers > 0
}

export function meta({ loaderData }: Pick<Route.MetaArgs, 'loaderData'>) {
  if (!loaderData)
    return pageMeta({ title: artistListMessages.loadFailedTitle, mayBeIndexed: false })
  const { search, list, publicUrl } = loaderData
  const title = headingOf(search)
  return pageMeta({
    title: list.currentPage > 1 ? `${title}, page ${list.currentPage}` : title,
    description: `${artistCount(list.totalUsers)} who record backing tracks by hand. Hear how they play, and commission the song you need.`,
    path: artistAddress(search, { page: list.currentPage, orderBy: 'popularity' }),
    publicUrl,
    mayBeIndexed: !isNarrowed(search),
  })
}

export default function ArtistsPage({ loaderData }: Route.ComponentProps) {
  const { search, list } = loaderData
  const session = useSession()
  const count = artistCount(list.totalUsers)
  const isLoading = useSlowNavigationTo(pageRoutes.artists)
  return (
    <div className="page">
      <div className="catalogue-head">
        <h1>
          {headingOf(search)} <span className="count">{count}</span>
        </h1>
        {/* Screen readers announce a changed status, but not a changed heading. */}
        <p role="status" className="sr-only">
          {list.currentPage > 1 ? `${count}, page ${list.currentPage}` : count}
          {list.searchedFor !== null && `. ${artistListMessages.resultsFor(list.searchedFor)}`}
        </p>
        <ArtistForm search={search} />
      </div>
      <Results search={search}>
        <ArtistResults
          search={search}
          list={list}
          hasArtists={loaderData.hasArtists}
          isLoading={isLoading}
        />
      </Results>
      {session.state === 'user' && session.role === 'admin' && (
        <Suspense fallback={null}>
          <BannedArtists query={search.query} listed={list} />
        </Suspense>
      )}
    </div>
  )
}

export function ErrorBoundary() {
  const [params] = useSearchParams()
  const isLoading = useSlowNavigationTo(pageRoutes.artists)
  const search = readArtistSearch(params)
  return (
    <div className="page">
      <div className="catalogue-head">
        <h1>{headingOf(search)}</h1>
        <ArtistForm search={search} />
      </div>
      <Results search={search}>
        {isLoading ? (
          <LoadingArtists />
        ) : (
          <LoadFailure
            title={artistListMessages.loadFailedTitle}
            text={artistListMessages.loadFailed}
          />
        )}
      </Results>
    </div>
  )
}

function Results({ search, children }: { search: ArtistSearch; children: ReactNode }) {
  return (
    <ResultsRegion
      address={artistAddress(search, { page: search.page })}
      pageless={artistAddress(search)}
    >
      {children}
    </ResultsRegion>
  )
}

function isNarrowed(search: ArtistSearch): boolean {
  return Boolean(search.query) || isFiltered(search)
}

function headingOf(search: ArtistSearch): string {
  return isNarrowed(search) ? 'Search Results' : 'Artists'
}

function artistCount(count: number): string {
  return count === 1 ? '1 artist' : `${wholeNumber(count)} artists`
}
