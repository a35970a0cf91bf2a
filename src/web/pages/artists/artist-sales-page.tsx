import { redirect } from 'react-router'
import { getIdAndRole } from '#contracts/accounts/accounts.ts'
import { listReversals } from '#contracts/reversals.ts'
import { getSalesSummary, listSales } from '#contracts/sales.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { readSalesSearch } from '#rules/sales/sales-search.ts'
import { redirectToLogin, valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { createLastData } from '#web/api/last-data.ts'
import type { Result } from '#web/api/result.ts'
import { ArtistSales } from '#web/artists/sales/artist-sales.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/artist-sales-page.ts'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Sales', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id, role } = await api.load(getIdAndRole, {})
  if (id === null) throw redirectToLogin(url)
  // There, a customer can become an artist.
  if (role !== 'artist') throw redirect(artistDashboardPath())
  const search = readSalesSearch(url.searchParams)
  const [summary, list, takenBack] = await Promise.all([
    api.request(getSalesSummary, {}),
    api.request(listSales, search),
    api.request(listReversals, {}),
  ])
  return {
    search,
    summary: orUnavailable(summary, url),
    list: orUnavailable(list, url),
    takenBack: orUnavailable(takenBack, url),
  }
}

/** The page stays while the database does not answer; what else is refused is an error page. */
function orUnavailable<Value>(result: Result<Value>, url: URL): Result<Value> {
  if (!result.ok && result.code === 'unavailable') return result
  return { ok: true, value: valueForUser(result, url) }
}

type Loaded = Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>
const lastSales = createLastData<Loaded>()

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  return lastSales.load(request.url, serverLoader)
}

clientLoader.hydrate = true as const

export default function ArtistSalesPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page artist-sales">
      <nav aria-label="Breadcrumb">
        <ol className="breadcrumb">
          <li>
            <PageLink href={artistDashboardPath()}>Artist Dashboard</PageLink>
          </li>
          <li aria-current="page">Sales</li>
        </ol>
      </nav>
      <h1>Sales</h1>
      <ArtistSales {...loaderData} />
    </div>
  )
}
