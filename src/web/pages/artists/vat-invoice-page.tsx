import { data } from 'react-router'
import { getVatInvoice } from '#contracts/vat-invoices.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { artistPapersPath } from '#rules/papers/papers.ts'
import {
  readVatInvoiceSearch,
  vatInvoiceFilePath,
  vatInvoiceNames,
  vatInvoicePath,
} from '#rules/vat/vat-invoices.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { VatInvoiceDocument } from '#web/artists/papers/vat-invoice-document.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PrintButton } from '#web/orders/print-button.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/vat-invoice-page.ts'

/** A browser proposes the title as the name of a PDF. */
export function meta({ loaderData }: Pick<Route.MetaArgs, 'loaderData'>) {
  const title = loaderData
    ? `${vatInvoiceNames[loaderData.kind]} ${loaderData.number}`
    : 'VAT invoice'
  return pageMeta({ title, mayBeIndexed: false })
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const search = readVatInvoiceSearch(url.searchParams)
  const asked = { invoice: params.invoice, ...search }
  const result = await context.get(apiContext).request(getVatInvoice, asked)
  // No such invoice, another artist's, or no number at all: the response is the same for all three.
  if (!result.ok && (result.status === 400 || result.status === 404)) {
    throw data({ message: refusalMessage('not_found') }, { status: 404 })
  }
  return valueForUser(result, url)
}

export default function VatInvoicePage({ loaderData: invoice }: Route.ComponentProps) {
  const { number, totalPages, currentPage } = invoice
  return (
    <div className="page document-page">
      <div className="document-tools no-print">
        <PageLink href={artistPapersPath()}>All papers</PageLink>
        <p className="link-row">
          <a href={vatInvoiceFilePath(number)} download className="btn btn-ghost">
            Save as CSV
          </a>
          {totalPages > 1 ? (
            <ButtonLink variant="ghost" href={vatInvoicePath(number, { lines: 'all' })}>
              Show all lines to print
            </ButtonLink>
          ) : (
            <span className="needs-script">
              <PrintButton />
            </span>
          )}
        </p>
      </div>
      <VatInvoiceDocument invoice={invoice} />
      <div className="no-print">
        <Paging
          {...{ totalPages, currentPage }}
          addressOf={(page) => vatInvoicePath(number, { page })}
        />
      </div>
    </div>
  )
}
