import { data } from 'react-router'
import { getStatement } from '#contracts/papers.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { artistPapersPath, statementFilePath, statementTitle } from '#rules/papers/papers.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { StatementDocument } from '#web/artists/papers/statement-document.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PrintButton } from '#web/orders/print-button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/statement-page.ts'

/** A browser proposes the title as the name of a PDF. */
export function meta({ loaderData }: Pick<Route.MetaArgs, 'loaderData'>) {
  const title = loaderData ? statementTitle(loaderData) : 'Statement'
  return pageMeta({ title, mayBeIndexed: false })
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const result = await context.get(apiContext).request(getStatement, { id: params.id })
  // No such statement, another artist's, or no id at all: the response is the same for all three.
  if (!result.ok && (result.status === 400 || result.status === 404)) {
    throw data({ message: refusalMessage('not_found') }, { status: 404 })
  }
  return valueForUser(result, url)
}

export default function StatementPage({ loaderData: statement }: Route.ComponentProps) {
  return (
    <div className="page document-page">
      <div className="document-tools no-print">
        <PageLink href={artistPapersPath()}>All papers</PageLink>
        <p className="link-row">
          <a href={statementFilePath(statement.id)} download className="btn btn-ghost">
            Save as CSV
          </a>
          <span className="needs-script">
            <PrintButton />
          </span>
        </p>
      </div>
      <StatementDocument statement={statement} />
    </div>
  )
}
