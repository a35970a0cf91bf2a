// For a suspended user, above every page that stays open: since when, why, and what can be done about it.

import { useLocation } from 'react-router'
import type { getIdAndRole } from '#contracts/accounts/accounts.ts'
import { contactPath, pageRoutes } from '#rules/page-paths.ts'
import { request } from '#web/api/browser.ts'
import { useFetched } from '#web/api/use-fetched.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { suspensionMessages } from './suspension-messages.ts'

type Suspension = ReturnType<(typeof getIdAndRole)['output']['parse']>['suspension']

export default function SuspensionBar() {
  const suspension = useSuspension()
  const { pathname } = useLocation()
  const links = [
    { path: contactPath, label: suspensionMessages.write },
    { path: pageRoutes.settingsData, label: suspensionMessages.ownData },
  ].filter(({ path }) => path !== pathname)
  return (
    <aside className="suspension-bar" aria-label="Your suspension">
      <p className="notice-title">
        {suspension ? (
          <>
            {suspensionMessages.since} <DateText iso={suspension.since} />.
          </>
        ) : (
          suspensionMessages.suspended
        )}
      </p>
      {suspension?.reason && <p className="user-text">The reason: {suspension.reason}</p>}
      <p className="suspension-links">
        {links.map(({ path, label }) => (
          <PageLink key={path} href={path}>
            {label}
          </PageLink>
        ))}
      </p>
    </aside>
  )
}

/** Always the same one: it is fetched once. */
const input = {}

/** Fetched here, because no other part of a page needs it. Null until then, and if it cannot be had. */
function useSuspension(): Suspension {
  const { value } = useFetched(input, (wanted, signal) =>
    request<typeof getIdAndRole>('GET /api/proxy/auth/get-id-and-role', wanted, { signal }),
  )
  return value && value.suspension
}
