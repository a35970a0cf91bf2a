// A receipt as a document: on the screen and on paper.

import type { Receipt } from '#contracts/receipts.ts'
import { formatPence } from '#rules/price.ts'
import { vatPercent } from '#rules/vat/vat-terms.ts'
import { KeyText } from '#web/tracks/track-badges.tsx'
import { refundMessages } from './refund-messages.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { DocumentHead, madeOn } from '#web/ui/document-head.tsx'

export function ReceiptDocument({ receipt }: { receipt: Receipt }) {
  const { seller, buyer, cardLast4 } = receipt
  const vatNumber = receipt.vat?.number ?? seller.vatNumber
  return (
    <article className="panel document">
      <DocumentHead
        title="Receipt"
        facts={[
          { name: 'Number', value: receipt.number },
          madeOn(receipt.issuedAt, 'Date'),
          {
            name: 'Paid',
            value: cardLast4 === null ? 'by card' : `by card ending ${cardLast4}`,
          },
        ]}
        from={{ ...seller, vatNumber }}
        to={buyer}
      />
      <Lines receipt={receipt} />
    </article>
  )
}

function Lines({ receipt }: { receipt: Receipt }) {
  const { lines, refunds, totalPence, refundedPence, vat } = receipt
  return (
    <table>
      <caption className="sr-only">What was paid</caption>
      <thead>
        <tr>
          <th scope="col">Track</th>
          <th scope="col">Price</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, title, artist, keySignature, pence, vatPence }) => (
          <tr key={id}>
            <td>
              <bdi>{title}</bdi>
              <small>
                recorded by <bdi>{artist}</bdi>
              </small>
              <small>
                <KeyText keySignature={keySignature} />
              </small>
              {vatPence !== null && <small>with {formatPence(vatPence)} of VAT</small>}
            </td>
            <td>{formatPence(pence)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{formatPence(totalPence)}</td>
        </tr>
        {vat !== null && <VatRows vat={vat} />}
        {refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} />
        ))}
        {refundedPence > 0 && (
          <tr>
            <th scope="row">Total after refunds</th>
            <td>{formatPence(totalPence - refundedPence)}</td>
          </tr>
        )}
        {refundedPence > 0 && vat !== null && (
          <tr>
            <th scope="row">of which VAT at {vatPercent(vat.rate)} after refunds</th>
            <td>{formatPence(vat.vatPence - vat.refundedPence)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  )
}

/** Contained in the total, so that nobody adds it. */
function VatRows({ vat }: { vat: NonNullable<Receipt['vat']> }) {
  return (
    <>
      <tr>
        <th scope="row">of which VAT at {vatPercent(vat.rate)}</th>
        <td>{formatPence(vat.vatPence)}</td>
      </tr>
      <tr>
        <th scope="row">without VAT</th>
        <td>{formatPence(vat.netPence)}</td>
      </tr>
    </>
  )
}

function RefundRow({ refund }: { refund: Receipt['refunds'][number] }) {
  return (
    <tr className="receipt-refund">
      <th scope="row">
        {refundMessages.states[refund.state]}
        {refund.title !== null && (
          <>
            : <bdi>{refund.title}</bdi>
          </>
        )}
        {refund.sentAt !== null && (
          <>
            , <DateText iso={refund.sentAt} />
          </>
        )}
        <small>{refundMessages.causes[refund.cause]}</small>
        {refund.reference !== null && <small>Reference: {refund.reference}</small>}
      </th>
      <td>{formatPence(-refund.pence)}</td>
    </tr>
  )
}
