import { data } from 'react-router'
import { getTaxReport } from '#contracts/tax-reports.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { contactPath } from '#rules/page-paths.ts'
import { artistPapersPath } from '#rules/papers/papers.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { TaxReportDocument } from '#web/artists/papers/tax-report-document.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PrintButton } from '#web/orders/print-button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/tax-report-page.ts'

/** A browser proposes the title as the name of a PDF. */
export function meta({ loaderData }: Pick<Route.MetaArgs, 'loaderData'>) {
  const title = loaderData ? `Tax report for ${loaderData.year}` : 'Tax report'
  return pageMeta({ title, mayBeIndexed: false })
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const result = await context.get(apiContext).request(getTaxReport, { id: params.id })
  // No such copy, another artist's, no id at all, or no artist: the response is the same for all.
  if (!result.ok && [400, 403, 404].includes(result.status)) {
    throw data({ message: refusalMessage('not_found') }, { status: 404 })
  }
  return valueForUser(result, url)
}

export default function TaxReportPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page document-page">
      <div className="document-tools no-print">
        <PageLink href={artistPapersPath()}>All papers</PageLink>
        <PrintButton />
      </div>
      <TaxReportDocument report={loaderData} />
      <p className="document-links no-print">
        <PageLink href={contactPath}>Something wrong with it?</PageLink>
      </p>
    </div>
  )
}
