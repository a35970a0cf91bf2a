import { redirect } from 'react-router'
import { getIdAndRole } from '#contracts/accounts/accounts.ts'
import { getCommissionSettings } from '#contracts/artists/commission-settings.ts'
import { listOwnOffers } from '#contracts/artists/offers.ts'
import { listCommissions } from '#contracts/commissions/commissions.ts'
import { readCommissionList } from '#rules/commissions/commission-lists.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { redirectToLogin, valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { OffersPanel } from '#web/artists/offers/offers-panel.tsx'
import { createLastData } from '#web/api/last-data.ts'
import { ArtistCommissions } from '#web/commissions/lists/artist-commissions.tsx'
import { CommissionSettingsPanel } from '#web/commissions/lists/commission-settings.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/artist-commissions-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Commissions', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id, role } = await api.load(getIdAndRole, {})
  if (id === null) throw redirectToLogin(url)
  // There, a customer can become an artist.
  if (role !== 'artist') throw redirect(artistDashboardPath())
  const { state, page } = readCommissionList(url.searchParams)
  const [list, settings, offers] = await Promise.all([
    api.request(listCommissions, { as: 'artist', state, page }),
    api.request(getCommissionSettings, {}),
    api.request(listOwnOffers, {}),
  ])
  return {
    list: valueForUser(list, url),
    settings: valueForUser(settings, url),
    offers: valueForUser(offers, url),
    state,
  }
}

type Loaded = Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>
const lastList = createLastData<Loaded>()

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  return lastList.load(request.url, serverLoader)
}

clientLoader.hydrate = true as const

export default function ArtistCommissionsPage({ loaderData }: Route.ComponentProps) {
  const { list, settings, offers, state } = loaderData
  return (
    <div className="page artist-commissions">
      <nav aria-label="Breadcrumb">
        <ol className="breadcrumb">
          <li>
            <PageLink href={artistDashboardPath()}>Artist Dashboard</PageLink>
          </li>
          <li aria-current="page">Commissions</li>
        </ol>
      </nav>
      <h1>Commissions</h1>
      <div className="room-columns">
        <ArtistCommissions list={list} state={state} />
        <div className="room-side">
          <CommissionSettingsPanel settings={settings} />
          <OffersPanel loaded={offers} hasPrice={settings.commissionPricePence !== null} />
        </div>
      </div>
    </div>
  )
}
