import { data } from 'react-router'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { contactAboutReceiptPath } from '#rules/contact/contact-paths.ts'
import { receiptsPath } from '#rules/page-paths.ts'
import { getReceipt } from '#contracts/receipts.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PrintButton } from '#web/orders/print-button.tsx'
import { ReceiptDocument } from '#web/orders/receipt.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/receipt-page.ts'

/** A browser proposes the title as the name of a PDF. */
export function meta({ loaderData }: Pick<Route.MetaArgs, 'loaderData'>) {
  const title = loaderData ? `Receipt ${loaderData.number}` : 'Receipt'
  return pageMeta({ title, mayBeIndexed: false })
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const result = await context.get(apiContext).request(getReceipt, { number: params.number })
  // No such receipt, another customer's, or no number at all: the response is the same for all three.
  if (!result.ok && (result.status === 400 || result.status === 404)) {
    throw data({ message: refusalMessage('not_found') }, { status: 404 })
  }
  return valueForUser(result, url)
}

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  const { number, commissionId } = loaderData
  return (
    <div className="page document-page">
      <div className="document-tools no-print">
        <PageLink href={receiptsPath()}>All receipts</PageLink>
        <PrintButton />
      </div>
      <ReceiptDocument receipt={loaderData} />
      <p className="link-row document-links no-print">
        {commissionId !== null && (
          <PageLink href={commissionPath(commissionId)}>See the commission</PageLink>
        )}
        <PageLink href={contactAboutReceiptPath(number)}>Something wrong with it?</PageLink>
      </p>
    </div>
  )
}
