import { listTakeDowns } from '#contracts/moderation/flags.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { flagMessages } from '#web/moderation/flag-messages.ts'
import { TakeDownList } from '#web/moderation/take-down-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/take-downs-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Tracks taken down', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  return valueForUser(await context.get(apiContext).request(listTakeDowns, {}), url)
}

export default function TakeDownsPage({ loaderData: { takeDowns } }: Route.ComponentProps) {
  return (
    <div className="page">
      <nav aria-label="Breadcrumb">
        <ol className="breadcrumb">
          <li>
            <PageLink href={artistDashboardPath()}>Artist Dashboard</PageLink>
          </li>
          <li aria-current="page">Tracks taken down</li>
        </ol>
      </nav>
      <h1 className="take-downs-title">Tracks taken down</h1>
      {takeDowns.length === 0 ? (
        <EmptyState
          title={flagMessages.nothingTakenDown}
          text="If an admin takes one down after a report, you read the reason here and can answer it."
        />
      ) : (
        <TakeDownList takeDowns={takeDowns} />
      )}
    </div>
  )
}
