import { useLocation } from 'react-router'
import { pageRoutes } from '#rules/page-paths.ts'
import { accountLink } from '#web/accounts/safe-redirect.ts'
import type { Refused } from '#web/api/result.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'

/** Why a review or an answer was not stored, with the server's reason. */
export function ReviewFailure({ title, refused }: { title: string; refused: Refused }) {
  const { pathname, search } = useLocation()
  return (
    <Notice tone="danger" title={title}>
      {refused.code !== 'unknown' && <p>{refused.message}</p>}
      {refused.code === 'email_unverified' && (
        <PageLink href={pageRoutes.settings}>Send the link again in your settings</PageLink>
      )}
      {refused.status === 401 && (
        <PageLink href={accountLink('login', pathname + search)}>Log in</PageLink>
      )}
    </Notice>
  )
}
