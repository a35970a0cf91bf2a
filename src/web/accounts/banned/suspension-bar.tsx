// For a suspended user, above every page that stays open: since when, why, and what can be done about it.

import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { getIdAndRole } from '#contracts/accounts.ts'
import { contactPath, pageRoutes } from '#rules/page-paths.ts'
import { request } from '#web/api/browser.ts'
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
      <p className="font-bold">
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

/** Fetched here, because no other part of a page needs it. Null until then, and if it cannot be had. */
function useSuspension(): Suspension {
  const [suspension, setSuspension] = useState<Suspension>(null)
  useEffect(() => {
    const unmounting = new AbortController()
    const { signal } = unmounting
    const fetchSuspension = async () => {
      const route = 'GET /api/proxy/auth/get-id-and-role'
      const result = await request<typeof getIdAndRole>(route, {}, { signal })
      if (result.ok && !signal.aborted) setSuspension(result.value.suspension)
    }
    void fetchSuspension()
    return () => unmounting.abort()
  }, [])
  return suspension
}
