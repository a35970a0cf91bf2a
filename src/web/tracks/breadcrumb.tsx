import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { myTracksPath } from '#rules/orders/order-paths.ts'
import { tracksPath } from '#rules/search/track-search.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'

type BreadcrumbProps = {
  title: string
  from: string | null
  /** Buttons of the page, at the end of the line. */
  children?: ReactNode
}

/** Links back to the page before: My Tracks, the artist dashboard, or the catalogue. */
export function Breadcrumb({ title, from, children }: BreadcrumbProps) {
  const isOwned = from === 'my-tracks'
  return (
    <div className="breadcrumb-bar">
      <nav aria-label="Breadcrumb">
        <ol className="breadcrumb">
          <li>
            <PageLink href={isOwned ? myTracksPath() : tracksPath()}>
              {isOwned ? 'My Tracks' : 'Tracks'}
            </PageLink>
          </li>
          <li aria-current="page">
            <bdi>{title}</bdi>
          </li>
        </ol>
      </nav>
      <div className="breadcrumb-actions">
        {from === 'artist-dashboard' && (
          <ButtonLink href={artistDashboardPath()} variant="ghost" size="sm">
            <ArrowLeft size={16} aria-hidden="true" />
            Back to Track Management
          </ButtonLink>
        )}
        {children}
      </div>
    </div>
  )
}
