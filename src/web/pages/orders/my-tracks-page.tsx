import { Download } from 'lucide-react'
import { readOwnedSearch } from '#rules/orders/owned-search.ts'
import { myTracksPath } from '#rules/orders/order-paths.ts'
import { tracksPath } from '#rules/search/track-search.ts'
import { logoutPath, receiptsPath } from '#rules/page-paths.ts'
import { listCommissions } from '#contracts/commissions/commissions.ts'
import { requestRendition } from '#contracts/downloads.ts'
import { listMyTracks } from '#contracts/orders.ts'
import { listReceipts } from '#contracts/receipts.ts'
import { customerListQuery, readCustomerCommissions } from '#rules/commissions/commission-lists.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { isListShown, OwnCommissions } from '#web/commissions/lists/own-commissions.tsx'
import { JustBought, justBoughtHeading } from '#web/orders/just-bought.tsx'
import { OwnedSearchForm } from '#web/orders/owned-search-form.tsx'
import { OwnedTrackList } from '#web/orders/owned-tracks.tsx'
import type { Api } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/my-tracks-page.ts'

/** Fewer tracks are seen at a glance. */
const minSearchedTracks = 8

export function meta({ loaderData }: Pick<Route.MetaArgs, 'loaderData'>) {
  const order = loaderData?.order
  return pageMeta({ title: order ? justBoughtHeading(order) : 'My Tracks', mayBeIndexed: false })
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readOwnedSearch(url.searchParams)
  const api = context.get(apiContext)
  const listed = readCustomerCommissions(url.searchParams)
  const [ownedResult, commissionsResult] = await Promise.all([
    api.request(listMyTracks, search),
    api.request(listCommissions, { as: 'customer', ...listed }),
  ])
  const owned = valueForUser(ownedResult, url)
  const commissions = valueForUser(commissionsResult, url)
  const hasSomething =
    owned.totalTracks > 0 || search.query !== undefined || commissions.allCommissions > 0
  const ownsNothing = !hasSomething && !(await hasReceipts(api, url))
  return { ...owned, commissions, listed, search, ownsNothing }
}

/** Also a payment of which everything went back has one. */
async function hasReceipts(api: Api, url: URL): Promise<boolean> {
  return valueForUser(await api.request(listReceipts, { page: 1 }), url).payments.length > 0
}

/** Requests an owned recording in another format. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const sent = await submitForm(context.get(apiContext), requestRendition, form)
  return sent.ok ? null : sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function MyTracksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { tracks, order, search, totalTracks, commissions, listed, ownsNothing, ...paging } =
    loaderData
  const bought = order === null ? [] : tracks.filter(({ isNew }) => isNew)
  const others = order === null ? tracks : tracks.filter(({ isNew }) => !isNew)
  const isSearching = search.query !== undefined || search.orderBy !== 'bought'
  const isSearchShown = totalTracks >= minSearchedTracks || isSearching
  return (
    <div className="page">
      <Head {...loaderData} />
      {/* Only without a script: otherwise it is beside the button. */}
      {actionData && <Notice tone="danger">{actionData.refused.message}</Notice>}
      {order !== null && <JustBought order={order} tracks={bought} />}
      <OwnCommissions
        list={commissions}
        state={listed.state}
        addressOf={(one) =>
          myTracksPath({ ...search, ...customerListQuery(one), page: paging.currentPage })
        }
      />
      {isSearchShown && <OwnedSearchForm search={search} />}
      <p role="status" className="sr-only">
        {totalTracks === 1 ? '1 track' : `${totalTracks} tracks`}
      </p>
      {others.length > 0 && (
        <section className="panel panel-list" aria-labelledby="owned-heading">
          <h2 id="owned-heading" className="sr-only">
            Everything you own
          </h2>
          <OwnedTrackList tracks={others} />
        </section>
      )}
      {totalTracks === 0 && <NoTracks query={search.query} ownsNothing={ownsNothing} />}
      <Paging
        {...paging}
        addressOf={(page) => myTracksPath({ ...search, ...customerListQuery(listed), page })}
      />
      {/* The logout button of the account menu needs JavaScript. */}
      <noscript>
        <form method="post" action={logoutPath} className="log-out-form">
          <button type="submit" className="btn btn-ghost">
            Log out
          </button>
        </form>
      </noscript>
    </div>
  )
}

const everyCommission = customerListQuery({ state: undefined, page: 1 })

type HeadProps = Pick<
  Route.ComponentProps['loaderData'],
  'ownsNothing' | 'totalTracks' | 'search' | 'commissions' | 'listed'
>

/** With the ways to what is not shown here. */
function Head({ ownsNothing, totalTracks, search, commissions, listed }: HeadProps) {
  const isListClosed =
    commissions.allCommissions > 0 && !isListShown({ list: commissions, ...listed })
  const mayOwnTracks = totalTracks > 0 || search.query !== undefined
  return (
    <div className="page-head page-head-tall">
      <h1>My Tracks</h1>
      {!ownsNothing && (
        <p className="link-row">
          {isListClosed && <PageLink href={myTracksPath(everyCommission)}>Commissions</PageLink>}
          <PageLink href={receiptsPath()}>Receipts</PageLink>
          {mayOwnTracks && (
            <a href="/api/proxy/my-tracks/zip" download className="btn btn-ghost">
              <Download size={18} aria-hidden="true" /> Download all
            </a>
          )}
        </p>
      )}
    </div>
  )
}

function NoTracks({ query, ownsNothing }: { query: string | undefined; ownsNothing: boolean }) {
  if (query === undefined) {
    return (
      <EmptyState
        title={ownsNothing ? 'Nothing here yet' : 'No tracks yet'}
        text="What you buy stays here, to download as often as you like."
        action={<ButtonLink href={tracksPath()}>Browse tracks</ButtonLink>}
      />
    )
  }
  return (
    <EmptyState
      title={
        <>
          None of your tracks matches “<bdi>{query}</bdi>”
        </>
      }
      action={<ButtonLink href={myTracksPath()}>Show all my tracks</ButtonLink>}
    />
  )
}
