import { Menu, Search } from 'lucide-react'
import { Form, useLocation } from 'react-router'
import { artistsPath } from '#rules/artists/artist-search.ts'
import { myTracksPath } from '#rules/orders/order-paths.ts'
import { tracksPath } from '#rules/search/track-search.ts'
import { aboutPath, contactPath, homePath, pageRoutes } from '#rules/page-paths.ts'
import { productName } from '#rules/product.ts'
import { AccountMenu } from '#web/accounts/account-menu.tsx'
import { accountLink } from '#web/accounts/safe-redirect.ts'
import { useSession } from '#web/accounts/session-store.ts'
import { CartMenu } from '#web/cart/cart-menu.tsx'
import { NotificationBell } from '#web/notifications/notification-bell.tsx'
import { SearchInput } from '#web/tracks/search/search-input.tsx'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { Logo } from './logo.tsx'

export function SiteHeader() {
  const current = useLocation().pathname
  return (
    <header className="site-header no-print">
      <PageLink href={homePath} className="logo" aria-label={`${productName}: home page`}>
        <Logo />
      </PageLink>
      <nav aria-label="Main" className="site-nav">
        <NavLink href={tracksPath()} current={current}>
          Tracks
        </NavLink>
        <NavLink href={artistsPath()} current={current}>
          Artists
        </NavLink>
      </nav>
      <HeaderSearch current={current} />
      <div className="site-tools">
        <CartMenu />
        <NotificationBell />
        <AccountMenu />
        <PhoneMenu current={current} />
      </div>
    </header>
  )
}

/** Left out on the home page and in the catalogue, which have their own larger search box. */
function HeaderSearch({ current }: { current: string }) {
  if (current === homePath || current === pageRoutes.tracks)
    return <span className="header-space" />
  return (
    <Form action={tracksPath()} role="search" aria-label="Site" className="header-search">
      <SearchInput />
      <button type="submit" aria-label="Search">
        <Search size={18} aria-hidden="true" />
      </button>
    </Form>
  )
}

function PhoneMenu({ current }: { current: string }) {
  const isUser = useSession().state === 'user'
  const { search } = useLocation()
  // A cached page is rendered without the visitor's query.
  const next = useIsHydrated() ? current + search : current
  return (
    <div className="phone-menu">
      <button type="button" className="icon-button" popoverTarget="site-menu" aria-label="Menu">
        <Menu size={22} aria-hidden="true" />
      </button>
      <nav id="site-menu" popover="auto" className="sheet" aria-label="Menu">
        <NavLink href={homePath} current={current}>
          Home
        </NavLink>
        <NavLink href={tracksPath()} current={current}>
          Tracks
        </NavLink>
        <NavLink href={artistsPath()} current={current}>
          Artists
        </NavLink>
        {isUser ? (
          <NavLink href={myTracksPath()} current={current}>
            My Tracks
          </NavLink>
        ) : (
          <>
            <PageLink href={accountLink('login', next)}>Log in</PageLink>
            <PageLink href={accountLink('register', next)}>Open an account</PageLink>
          </>
        )}
        <NavLink href={aboutPath} current={current}>
          About
        </NavLink>
        <NavLink href={contactPath} current={current}>
          Contact
        </NavLink>
      </nav>
    </div>
  )
}

/** A link that is marked if it leads to the present page. */
function NavLink({ href, current, children }: LinkProps) {
  return (
    <PageLink href={href} aria-current={current === href ? 'page' : undefined}>
      {children}
    </PageLink>
  )
}

type LinkProps = { href: string; current: string; children: string }
