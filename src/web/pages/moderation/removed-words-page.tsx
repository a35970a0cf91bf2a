import { listRemovedWords } from '#contracts/moderation/word-flags.ts'
import { reviewRulesPath } from '#rules/page-paths.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { flagMessages } from '#web/moderation/flag-messages.ts'
import { TakeDownList } from '#web/moderation/take-down-list.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/removed-words-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Removed words', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  return valueForUser(await context.get(apiContext).request(listRemovedWords, {}), url)
}

export default function RemovedWordsPage({ loaderData: { removed } }: Route.ComponentProps) {
  return (
    <div className="page">
      <h1 className="take-downs-title">Removed words</h1>
      {removed.length === 0 ? (
        <EmptyState
          title={flagMessages.nothingRemoved}
          text="If an admin removes a review, a comment, a message in a commission or your profile’s words after a report, you read the reason here and can answer it."
          action={<ButtonLink href={reviewRulesPath}>What does not belong here</ButtonLink>}
        />
      ) : (
        <TakeDownList takeDowns={removed} />
      )}
    </div>
  )
}
