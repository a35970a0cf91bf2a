import { data, redirect } from 'react-router'
import { getIdAndRole } from '#contracts/accounts/accounts.ts'
import { startPaymentSetup } from '#contracts/payments.ts'
import { listBankPayouts } from '#contracts/payouts.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { payoutsPageIn } from '#rules/payments/payout-paths.ts'
import { artistSalesPath } from '#rules/sales/sales-search.ts'
import { redirectToLogin, valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { BankPayouts } from '#web/artists/payouts/bank-payouts.tsx'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/artist-payouts-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Bank payouts', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id, role } = await api.load(getIdAndRole, {})
  if (id === null) throw redirectToLogin(url)
  // There, a customer can become an artist.
  if (role !== 'artist') throw redirect(artistDashboardPath())
  const page = payoutsPageIn(url.searchParams.get('page'))
  return { list: valueForUser(await api.request(listBankPayouts, { page }), url) }
}

/** The card provider's pages, where the bank account is entered. */
export async function action({ context, url }: Route.ActionArgs) {
  const opened = await context.get(apiContext).request(startPaymentSetup, {})
  if (opened.ok) throw redirect(opened.value.url)
  if (opened.status === 401) throw redirectToLogin(url)
  return data({ refused: opened }, { status: opened.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function ArtistPayoutsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page artist-sales">
      <nav aria-label="Breadcrumb">
        <ol className="breadcrumb">
          <li>
            <PageLink href={artistDashboardPath()}>Artist Dashboard</PageLink>
          </li>
          <li>
            <PageLink href={artistSalesPath()}>Sales</PageLink>
          </li>
          <li aria-current="page">Bank payouts</li>
        </ol>
      </nav>
      <h1>Bank payouts</h1>
      <BankPayouts list={loaderData.list} refused={actionData?.refused ?? null} />
    </div>
  )
}
