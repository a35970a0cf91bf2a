// An invoice for the platform's fees as a document: on the screen and on paper.

import type { VatInvoice } from '#contracts/vat-invoices.ts'
import { formatPence } from '#rules/price.ts'
import { monthName } from '#rules/sales/sale-months.ts'
import { vatInvoiceNames, vatInvoicePath } from '#rules/vat/vat-invoices.ts'
import { vatPercent } from '#rules/vat/vat-terms.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { DocumentParties } from '#web/ui/document-parties.tsx'
import { PageLink } from '#web/ui/page-link.tsx'

export function VatInvoiceDocument({ invoice }: { invoice: VatInvoice }) {
  const { kind, number, month, issuedAt, seller, artist } = invoice
  return (
    <article className="panel receipt">
      <header>
        <h1>{vatInvoiceNames[kind]}</h1>
        <dl>
          <dt>Number</dt>
          <dd>{number}</dd>
          <dt>Date</dt>
          <dd>
            <DateText iso={issuedAt} />
          </dd>
          <dt>For</dt>
          <dd>{monthName(month)}</dd>
        </dl>
      </header>
      <DocumentParties from={seller} to={artist} />
      <p>{explanations[kind]}</p>
      <Lines invoice={invoice} />
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
    <table className="vat-lines">
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
            <td>
              <What line={line} />
            </td>
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
