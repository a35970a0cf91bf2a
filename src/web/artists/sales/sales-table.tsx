// An artist's sales, a row each: what the singer paid, what each fee took, and where the share is.

import type { Sale, SaleList } from '#contracts/sales.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { trackPath } from '#rules/page-paths.ts'
import { bankPayoutNames } from '#rules/payments/bank-payout-process.ts'
import { artistPayoutsPath } from '#rules/payments/payout-paths.ts'
import { reversalStatusTexts } from '#rules/payments/reversal-texts.ts'
import { formatPence } from '#rules/price.ts'
import { saleKindNames, saleStateNames, saleStateTexts } from '#rules/sales/sale-texts.ts'
import { sharePlaceNames } from '#rules/sales/share-places.ts'
import { AdminTable, Cell } from '#web/admin/admin-table.tsx'
import { DateText, formatDate } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'

const columns = [
  'Date',
  'What',
  'Singer paid',
  'Platform fee',
  'Processing fee',
  'Your share',
  'State',
] as const

export function SalesTable({ sales }: { sales: readonly Sale[] }) {
  return (
    <div className="sales-table">
      <AdminTable caption="Your sales" columns={columns}>
        {sales.map((sale) => (
          <Row key={sale.id} sale={sale} />
        ))}
      </AdminTable>
    </div>
  )
}

function Row({ sale }: { sale: Sale }) {
  const { kind, paidAt, countedAt } = sale
  return (
    <tr>
      <Cell label="Date">
        <DateText iso={countedAt} />
        {formatDate(paidAt) !== formatDate(countedAt) && (
          <small>
            paid <DateText iso={paidAt} />
          </small>
        )}
      </Cell>
      <Cell label="What">
        <Title sale={sale} />
        <small>{saleKindNames[kind]}</small>
      </Cell>
      <Cell label="Singer paid">
        {formatPence(sale.customerPence)}
        {sale.refundedPence > 0 && <small>{formatPence(sale.refundedPence)} sent back</small>}
      </Cell>
      <Cell label="Platform fee">{formatPence(sale.platformFeePence)}</Cell>
      <Cell label="Processing fee">{formatPence(sale.processingFeePence)}</Cell>
      <Cell label="Your share">{formatPence(sale.artistPence)}</Cell>
      <Cell label="State">
        <State sale={sale} />
      </Cell>
    </tr>
  )
}

/** A track that is not listed any more has no page. */
function Title({ sale: { title, trackId, commissionId } }: { sale: Sale }) {
  const name = <bdi>{title}</bdi>
  if (commissionId !== null) return <PageLink href={commissionPath(commissionId)}>{name}</PageLink>
  if (trackId === null) return name
  return <PageLink href={trackPath(trackId, { from: 'artist-dashboard' })}>{name}</PageLink>
}

function State({ sale: { state, waitsFor, transfer, takenBack } }: { sale: Sale }) {
  return (
    <>
      <span className="sale-state" data-state={state}>
        {transfer === null ? saleStateNames[state] : sharePlaceNames[transfer.place]}
      </span>
      {state !== 'waiting' && state !== 'transferred' && <small>{saleStateTexts[state]}</small>}
      {waitsFor !== null && <small>{waitsFor}</small>}
      {transfer !== null && <Transfer transfer={transfer} />}
      {takenBack.map(({ id, pence, status }) => (
        <small key={id}>
          {formatPence(pence)} goes back. {reversalStatusTexts[status]}
        </small>
      ))}
    </>
  )
}

/** With everything else that the same payment has earned. */
function Transfer({ transfer }: { transfer: NonNullable<Sale['transfer']> }) {
  const { providerId, reference, sentAt, pence, nettedPence, bankPayout } = transfer
  return (
    <>
      {pence > 0 && (
        <small>
          <DateText iso={sentAt} />, with {formatPence(pence)} in all:{' '}
          {providerId === null ? (
            <>paid in another way, {reference}</>
          ) : (
            <span title={providerId}>{shortened(providerId)}</span>
          )}
        </small>
      )}
      {nettedPence > 0 && (
        <small>
          {formatPence(nettedPence)} {pence > 0 ? 'more ' : ''}has paid what you owed
          {pence === 0 && (
            <>
              {' '}
              on <DateText iso={sentAt} />
            </>
          )}
        </small>
      )}
      {bankPayout !== null && (
        <small>
          {bankPayoutNames[bankPayout.status]}
          {': '}
          <PageLink href={artistPayoutsPath()}>
            the payout of <DateText iso={bankPayout.arrivesAt} />
          </PageLink>
          , <span title={bankPayout.id}>{shortened(bankPayout.id)}</span>
        </small>
      )}
    </>
  )
}

/** 'tr_1QabcdefghWxYz12' → 'tr_…WxYz12' */
function shortened(providerId: string): string {
  return providerId.length > 12 ? `${providerId.slice(0, 3)}…${providerId.slice(-6)}` : providerId
}

/** The sums of all pages of the list. */
export function SalesTotals({ totals, heldPence }: Pick<SaleList, 'totals' | 'heldPence'>) {
  const { sales, customerPence, platformFeePence, processingFeePence, artistPence } = totals
  const parts = [
    `singers paid ${formatPence(customerPence)}`,
    `platform fees ${formatPence(platformFeePence)}`,
    `processing fees ${formatPence(processingFeePence)}`,
    ...(totals.refundedPence > 0 ? [`sent back ${formatPence(totals.refundedPence)}`] : []),
    `your share ${formatPence(artistPence)}${heldPence > 0 ? `, of it ${formatPence(heldPence)} held` : ''}`,
  ]
  return (
    <p role="status" className="commission-hint">
      {sales === 1 ? '1 sale' : `${wholeNumber(sales)} sales`}: {parts.join(', ')}.
    </p>
  )
}
