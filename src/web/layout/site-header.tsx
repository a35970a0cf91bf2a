import { Menu, Search } from 'lucide-react'
import { Form, useLocation } from 'react-router'
import {
  artistsPath,
  copyrightPolicyPath,
  homePath,
  pageRoutes,
  tracksPath,
} from '#rules/page-paths.ts'
import { productName } from '#rules/product.ts'
import { AccountMenu } from '#web/accounts/account-menu.tsx'
import { CartMenu } from '#web/cart/cart-menu.tsx'
import { NotificationBell } from '#web/notifications/notification-bell.tsx'
import { SearchInput } from '#web/tracks/search/search-input.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Logo } from './logo.tsx'

const pages = [homePath, pageRoutes.tracks, pageRoutes.artists, copyrightPolicyPath] as const
/** The present page, if the header links to it. */
type Current = (typeof pages)[number] | null

export function SiteHeader() {
  const { pathname } = useLocation()
  const current = pages.find((page) => page === pathname) ?? null
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
function HeaderSearch({ current }: { current: Current }) {
  if (current === homePath || current === pageRoutes.tracks) return <span className="grow" />
  return (
    <Form action={tracksPath()} role="search" aria-label="Site" className="header-search">
      <SearchInput />
      <button type="submit" aria-label="Search">
        <Search size={18} aria-hidden="true" />
      </button>
    </Form>
  )
}

function PhoneMenu({ current }: { current: Current }) {
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
        <NavLink href={copyrightPolicyPath} current={current}>
          Copyright policy
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

type LinkProps = { href: string; current: Current; children: string }
