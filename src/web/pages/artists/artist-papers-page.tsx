import { redirect } from 'react-router'
import { getIdAndRole } from '#contracts/accounts/accounts.ts'
import { listPapers } from '#contracts/papers.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { redirectToLogin, valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { PapersList } from '#web/artists/papers/papers-list.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/artist-papers-page.ts'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Papers', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id, role } = await api.load(getIdAndRole, {})
  if (id === null) throw redirectToLogin(url)
  // There, a customer can become an artist.
  if (role !== 'artist') throw redirect(artistDashboardPath())
  return valueForUser(await api.request(listPapers, {}), url)
}

export default function ArtistPapersPage({ loaderData: { papers } }: Route.ComponentProps) {
  return (
    <div className="page artist-sales">
      <nav aria-label="Breadcrumb">
        <ol className="breadcrumb">
          <li>
            <PageLink href={artistDashboardPath()}>Artist Dashboard</PageLink>
          </li>
          <li aria-current="page">Papers</li>
        </ol>
      </nav>
      <h1>Papers</h1>
      {papers.length === 0 ? (
        <EmptyState
          title="No papers yet"
          text="On the second of each month you get a statement of the month before: what you sold, what went back, and what was paid to you."
        />
      ) : (
        <PapersList papers={papers} />
      )}
    </div>
  )
}
