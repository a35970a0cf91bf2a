import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { isSameList, readDashboardSearch } from '#rules/artists/dashboard-search.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { pageRoutes } from '#rules/page-paths.ts'
import { becomeArtist, getIdAndRole } from '#contracts/accounts/accounts.ts'
import { getAccount } from '#contracts/accounts/settings.ts'
import { getOwnProfile } from '#contracts/artists/profile.ts'
import { listCommissions } from '#contracts/commissions/commissions.ts'
import { getPaymentSetup, startPaymentSetup } from '#contracts/payments.ts'
import { countUploadedTracks, listOwnTracks } from '#contracts/own-tracks.ts'
import { getSalesSummary } from '#contracts/sales.ts'
import { listUploads } from '#contracts/uploads.ts'
import { redirectToLogin, valueForUser } from '#web/accounts/login-redirects.ts'
import { changingSession } from '#web/accounts/session-store.ts'
import { formText } from '#web/forms/form-text.ts'
import { apiContext } from '#web/api/contexts.ts'
import { createLastData } from '#web/api/last-data.ts'
import { ArtistDashboard } from '#web/artists/dashboard/artist-dashboard.tsx'
import { ProfileCard } from '#web/artists/dashboard/profile-card.tsx'
import { Takings, waitingMoney } from '#web/artists/dashboard/takings.tsx'
import { BecomeArtist } from '#web/artists/dashboard/become-artist.tsx'
import { firstCommission } from '#web/commissions/lists/first-commission.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/artist-dashboard-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Artist Dashboard', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id, role } = await api.load(getIdAndRole, {})
  if (id === null || role === null) throw redirectToLogin(url)
  if (role !== 'artist') return { id, role }
  const { query, page } = readDashboardSearch(url.searchParams)
  const [setup, uploads, own, profile, account, uploaded, summary, commissions] = await Promise.all(
    [
      api.request(getPaymentSetup, {}),
      api.request(listUploads, {}),
      api.request(listOwnTracks, { query, page }),
      api.request(getOwnProfile, {}),
      api.request(getAccount, {}),
      api.request(countUploadedTracks, {}),
      api.request(getSalesSummary, {}),
      api.request(listCommissions, { as: 'artist', page: 1 }),
    ],
  )
  return {
    id,
    role,
    setup,
    uploads: valueForUser(uploads, url).uploads,
    own: valueForUser(own, url),
    profile: valueForUser(profile, url),
    isEmailConfirmed: valueForUser(account, url).emailVerified,
    uploadedTracks: valueForUser(uploaded, url).count,
    summary: valueForUser(summary, url),
    commissions: valueForUser(commissions, url).commissions,
  }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const step = formText(await request.formData(), 'step')
  const result =
    step === 'become-artist'
      ? await api.request(becomeArtist, {})
      : await api.request(startPaymentSetup, {})
  if (!result.ok && result.status === 401) throw redirectToLogin(url)
  if (!result.ok) return data({ refused: result }, { status: result.status })
  throw redirect(
    'url' in result.value
      ? result.value.url
      : artistDashboardPath({ success: 'upgraded_to_artist' }),
  )
}

/** A dialog that is opened or closed shows the same list. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isDialog =
    formMethod === undefined &&
    currentUrl.search !== nextUrl.search &&
    isSameList(currentUrl.searchParams, nextUrl.searchParams)
  return !isDialog && defaultShouldRevalidate
}

type Dashboard = Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>
const lastDashboard = createLastData<Dashboard>()

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return lastDashboard.load(pageRoutes.artistDashboard, serverLoader)
}

clientLoader.hydrate = true as const

/** The action may have changed the user's role from customer to artist. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return changingSession(serverAction)
}

export default function ArtistDashboardPage({ actionData, loaderData }: Route.ComponentProps) {
  const refused = actionData?.refused ?? null
  return (
    <div className="page">
      {loaderData.role !== 'artist' && <h1 className="page-title">Artist Dashboard</h1>}
      {loaderData.role === 'artist' && (
        // After a change of account the form is empty, so that one account cannot send text typed by another.
        <ArtistDashboard
          key={loaderData.id}
          {...loaderData}
          refused={refused}
          head={
            <Takings
              summary={loaderData.summary}
              first={firstCommission(loaderData.commissions) ?? waitingMoney(loaderData.summary)}
            />
          }
        >
          <ProfileCard profile={loaderData.profile} />
        </ArtistDashboard>
      )}
      {loaderData.role === 'customer' && <BecomeArtist refused={refused} />}
      {loaderData.role === 'admin' && (
        <Notice tone="info">Admin accounts run the site and cannot sell tracks.</Notice>
      )}
    </div>
  )
}
