// An invoice for the platform's fees as a document: on the screen and on paper.

import type { VatInvoice } from '#contracts/vat-invoices.ts'
import { formatPence } from '#rules/price.ts'
import { monthName } from '#rules/sales/sale-months.ts'
import { vatInvoiceNames, vatInvoicePath } from '#rules/vat/vat-invoices.ts'
import { vatPercent } from '#rules/vat/vat-terms.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { DocumentHead, madeOn } from '#web/ui/document-head.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'

export function VatInvoiceDocument({ invoice }: { invoice: VatInvoice }) {
  const { kind, number, month, issuedAt, seller, artist, lines, lineCount, totalPages } = invoice
  return (
    <article className="panel document">
      <DocumentHead
        title={vatInvoiceNames[kind]}
        facts={[
          { name: 'Number', value: number },
          madeOn(issuedAt, 'Date'),
          { name: 'For', value: monthName(month) },
        ]}
        from={seller}
        to={artist}
      />
      <p>{explanations[kind]}</p>
      <Lines invoice={invoice} />
      {totalPages > 1 && (
        <p className="detail">
          These are {wholeNumber(lines.length)} of {wholeNumber(lineCount)} lines. The sums are of
          all.
        </p>
      )}
    </article>
  )
}

const explanations: Record<VatInvoice['kind'], string> = {
  invoice:
    'Our fees for your sales, which the singers have paid with the price: there is nothing to pay.',
  credit_note: 'What of our fees went back to singers after it was invoiced.',
}

function Lines({ invoice }: { invoice: VatInvoice }) {
  const { lines, netPence, vatPence } = invoice
  return (
    <table>
      <caption className="sr-only">What our fees were for</caption>
      <thead>
        <tr>
          <th scope="col">Fee for</th>
          <th scope="col">Rate</th>
          <th scope="col">Without VAT</th>
          <th scope="col">VAT</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              <What line={line} />
            </th>
            <td>{vatPercent(line.rate)}</td>
            <td>{formatPence(line.netPence)}</td>
            <td>{formatPence(line.vatPence)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Together
          </th>
          <td>{formatPence(netPence)}</td>
          <td>{formatPence(vatPence)}</td>
        </tr>
        <tr>
          <th scope="row" colSpan={3}>
            Total
          </th>
          <td>{formatPence(netPence + vatPence)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function What({ line: { title, at, isRefund, corrects } }: { line: VatInvoice['lines'][number] }) {
  return (
    <>
      {isRefund && 'Given back: '}
      <bdi>{title}</bdi>
      <small>
        <DateText iso={at} />
      </small>
      {corrects !== null && (
        <small>
          on <PageLink href={vatInvoicePath(corrects)}>{corrects}</PageLink>
        </small>
      )}
    </>
  )
}
