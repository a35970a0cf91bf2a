import { myTracksPath, receiptPath, receiptsPath, tracksPath } from '#rules/page-paths.ts'
import { listReceipts, type ReceiptList } from '#contracts/receipts.ts'
import { customTrackTitle } from '#rules/payments/paid-titles.ts'
import { readOwnedSearch } from '#rules/orders/owned-search.ts'
import { formatPence } from '#rules/price.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/receipts-page.ts'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Receipts', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const { page } = readOwnedSearch(url.searchParams)
  return valueForUser(await context.get(apiContext).request(listReceipts, { page }), url)
}

function What({ receipt }: { receipt: ReceiptList['receipts'][number] }) {
  if (receipt.commission !== null) return <bdi>{customTrackTitle(receipt.commission)}</bdi>
  return receipt.tracks === 1 ? '1 track' : `${receipt.tracks} tracks`
}

export default function ReceiptsPage({ loaderData }: Route.ComponentProps) {
  const { receipts, ...paging } = loaderData
  return (
    <div className="page">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1>Receipts</h1>
        <PageLink href={myTracksPath()}>My Tracks</PageLink>
      </div>
      {receipts.length === 0 ? (
        <EmptyState
          title="No receipts yet"
          text="Each payment has one, to read and to print."
          action={<ButtonLink href={tracksPath()}>Browse tracks</ButtonLink>}
        />
      ) : (
        <div className="panel panel-list">
          <ul className="grid divide-y divide-line">
            {receipts.map((receipt) => (
              <li
                key={receipt.number}
                className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3"
              >
                <PageLink href={receiptPath(receipt.number)}>{receipt.number}</PageLink>
                <span className="grow text-ink-2">
                  <DateText iso={receipt.issuedAt} /> · <What receipt={receipt} />
                  {receipt.refundedPence > 0 && `, ${formatPence(receipt.refundedPence)} refunded`}
                </span>
                <span className="tabular-nums">{formatPence(receipt.totalPence)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Paging {...paging} addressOf={(page) => receiptsPath({ page })} />
    </div>
  )
}
