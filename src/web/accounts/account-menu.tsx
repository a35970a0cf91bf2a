// The header's account menu. Pages are the same for every user, so it shows the login link until the browser has the session.

import { CircleUserRound } from 'lucide-react'
import { useLocation } from 'react-router'
import type { Role } from '#rules/permissions.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { myTracksPath } from '#rules/orders/order-paths.ts'
import { followingPath, logoutPath, settingsPath } from '#rules/page-paths.ts'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { accountLink } from './safe-redirect.ts'
import { storeLogOut, useSession } from './session-store.ts'

export function AccountMenu() {
  const session = useSession()
  const { pathname, search } = useLocation()
  // A cached page is rendered without the visitor's query.
  const next = useIsHydrated() ? pathname + search : pathname
  return (
    <div className="account-tool">
      <noscript>
        <a href={myTracksPath()}>My Tracks</a>
      </noscript>
      {session.state !== 'user' && (
        <PageLink href={accountLink('login', next)} className="log-in">
          Log in
        </PageLink>
      )}
      {session.state === 'user' && <Menu name={session.displayName} role={session.role} />}
    </div>
  )
}

function Menu({ name, role }: { name: string; role: Role }) {
  return (
    <>
      <button
        type="button"
        className="icon-button"
        popoverTarget="account-menu"
        aria-label={`Account of ${name}`}
      >
        <CircleUserRound size={24} aria-hidden="true" />
      </button>
      <nav id="account-menu" popover="auto" className="popover popover-narrow" aria-label="Account">
        <p className="account-name">
          <bdi>{name}</bdi>
        </p>
        <MenuLink href={myTracksPath()}>My Tracks</MenuLink>
        <MenuLink href={followingPath()}>Following</MenuLink>
        {role === 'admin' ? (
          <MenuLink href={adminPath('users')}>Admin</MenuLink>
        ) : (
          <MenuLink href={artistDashboardPath()}>
            {role === 'artist' ? 'Artist Dashboard' : 'Become an artist'}
          </MenuLink>
        )}
        <MenuLink href={settingsPath}>Settings</MenuLink>
        {/* A full page load, so that no data of this account stays in the tab. */}
        <form method="post" action={logoutPath} onSubmit={storeLogOut}>
          <button type="submit" className="menu-item">
            Log out
          </button>
        </form>
      </nav>
    </>
  )
}

function MenuLink({ href, children }: { href: string; children: string }) {
  return (
    <PageLink href={href} className="menu-item">
      {children}
    </PageLink>
  )
}
