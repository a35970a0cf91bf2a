import { data } from 'react-router'
import { getVatInvoice } from '#contracts/vat-invoices.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { vatInvoiceNames, vatInvoicesPath } from '#rules/vat/vat-invoices.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { VatInvoiceDocument } from '#web/artists/vat-invoices/vat-invoice-document.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PrintButton } from '#web/orders/print-button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/vat-invoice-page.ts'

/** A browser proposes the title as the name of a PDF. */
export function meta({ loaderData }: Pick<Route.MetaArgs, 'loaderData'>) {
  const title = loaderData
    ? `${vatInvoiceNames[loaderData.kind]} ${loaderData.number}`
    : 'VAT invoice'
  return pageMeta({ title, mayBeIndexed: false })
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const result = await context.get(apiContext).request(getVatInvoice, { invoice: params.invoice })
  // No such invoice, another artist's, or no number at all: the response is the same for all three.
  if (!result.ok && (result.status === 400 || result.status === 404)) {
    throw data({ message: refusalMessage('not_found') }, { status: 404 })
  }
  return valueForUser(result, url)
}

export default function VatInvoicePage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page receipt-page">
      <div className="receipt-tools no-print">
        <PageLink href={vatInvoicesPath()}>All VAT invoices</PageLink>
        <PrintButton />
      </div>
      <VatInvoiceDocument invoice={loaderData} />
    </div>
  )
}
