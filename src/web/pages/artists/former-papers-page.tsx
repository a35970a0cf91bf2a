// Where the lists of VAT invoices and of tax reports were: now all papers are one list.

import { redirect } from 'react-router'
import { formerPaperRoutes } from '#rules/page-paths.ts'
import { artistPapersPath } from '#rules/papers/papers.ts'
import type { Route } from './+types/former-papers-page.ts'

export function loader({ url }: Route.LoaderArgs) {
  const kind = url.pathname === formerPaperRoutes.taxReports ? 'tax_report' : 'vat_invoice'
  throw redirect(artistPapersPath({ kind }), 301)
}

/** The loader never lets it be shown. */
export default function FormerPapersPage() {
  return null
}
