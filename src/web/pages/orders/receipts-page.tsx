import { contactAboutPath } from '#rules/contact/contact-paths.ts'
import { readOwnedSearch } from '#rules/orders/owned-search.ts'
import { myTracksPath } from '#rules/orders/order-paths.ts'
import { tracksPath } from '#rules/search/track-search.ts'
import { receiptPath, receiptsPath } from '#rules/page-paths.ts'
import { listReceipts, type PaymentList } from '#contracts/receipts.ts'
import { heldLines, refundLines } from '#rules/commissions/commission-texts.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { customTrackTitle } from '#rules/payments/paid-titles.ts'
import { formatPence } from '#rules/price.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { refundMessages } from '#web/orders/refund-messages.ts'
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

type Payment = PaymentList['payments'][number]

function What({ payment: { commission, tracks } }: { payment: Payment }) {
  if (commission !== null)
    return (
      <PageLink href={commissionPath(commission.id)}>
        <bdi>{customTrackTitle(commission.name)}</bdi>
      </PageLink>
    )
  return tracks === 1 ? '1 track' : `${tracks} tracks`
}

/** A payment that bought nothing has no receipt: its refund says why. */
function ReceiptLink({ payment: { number, refunds } }: { payment: Payment }) {
  if (number !== null) return <PageLink href={receiptPath(number)}>{number}</PageLink>
  const [refund] = refunds
  return <span>No receipt{refund && `: ${refundMessages.causes[refund.cause]}`}</span>
}

/** Where the money is that does not stay where it was paid to. */
function linesOf(payment: Payment): string[] {
  return [...heldLines(payment, 'customer'), ...refundLines(payment, 'customer')]
}

function PaymentRow({ payment }: { payment: Payment }) {
  return (
    <li className="payment-row">
      <ReceiptLink payment={payment} />
      <span className="muted">
        <DateText iso={payment.paidAt} /> · <What payment={payment} />
      </span>
      <span>{formatPence(payment.totalPence)}</span>
      {linesOf(payment).map((line) => (
        <span key={line} className="payment-line">
          {line}
        </span>
      ))}
    </li>
  )
}

type Sums = Pick<PaymentList, 'heldPence' | 'withTeamPence' | 'returningPence' | 'unreturnedPence'>

/** Payments that are not settled yet. */
function Unsettled({ heldPence, withTeamPence, returningPence, unreturnedPence }: Sums) {
  const sums = [
    { name: 'Held until you approve', pence: heldPence },
    { name: 'Held until our team has decided', pence: withTeamPence },
    { name: 'On its way back to you', pence: returningPence },
    { name: 'Could not be sent back: our team looks into it', pence: unreturnedPence },
  ].filter(({ pence }) => pence > 0)
  if (sums.length === 0) return null
  return (
    <div className="receipt-sums">
      <dl className="money-sums">
        {sums.map(({ name, pence }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>{formatPence(pence)}</strong>
            </dd>
          </div>
        ))}
      </dl>
      {unreturnedPence > 0 && (
        <p className="receipt-unreturned">
          Has your card changed?{' '}
          <PageLink href={contactAboutPath('purchase')}>Write to us</PageLink>
        </p>
      )}
    </div>
  )
}

export default function ReceiptsPage({ loaderData }: Route.ComponentProps) {
  const { payments, totalPages, currentPage, ...sums } = loaderData
  return (
    <div className="page">
      <div className="page-head">
        <h1>Receipts</h1>
        <PageLink href={myTracksPath()}>My Tracks</PageLink>
      </div>
      <Unsettled {...sums} />
      {payments.length === 0 ? (
        <EmptyState
          title="No receipts yet"
          text="Each payment has one, to read and to print."
          action={<ButtonLink href={tracksPath()}>Browse tracks</ButtonLink>}
        />
      ) : (
        <div className="panel panel-list">
          <ul className="rows">
            {payments.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} />
            ))}
          </ul>
        </div>
      )}
      <Paging {...{ totalPages, currentPage }} addressOf={(page) => receiptsPath({ page })} />
    </div>
  )
}
