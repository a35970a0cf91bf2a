import { Menu, Search } from 'lucide-react'
import { Form, useLocation } from 'react-router'
import { productName } from '#rules/product.ts'
import { AccountMenu } from '#web/account/account-menu.tsx'
import { CartMenu } from '#web/cart/cart-menu.tsx'
import { SearchInput } from '#web/tracks/search-input.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Logo } from './logo.tsx'

export function SiteHeader() {
  return (
    <header className="site-header no-print">
      <PageLink href="/" className="logo" aria-label={`${productName}: home page`}>
        <Logo />
      </PageLink>
      <nav aria-label="Main" className="site-nav">
        <NavLink href="/tracks">Tracks</NavLink>
      </nav>
      <HeaderSearch />
      <div className="site-tools">
        <CartMenu />
        <AccountMenu />
        <PhoneMenu />
      </div>
    </header>
  )
}

/** The home page and the catalogue have a larger search box of their own. */
function HeaderSearch() {
  const { pathname } = useLocation()
  if (pathname === '/' || pathname === '/tracks') return <span className="grow" />
  return (
    <Form action="/tracks" role="search" aria-label="Site" className="header-search">
      <Search size={18} aria-hidden="true" />
      <SearchInput />
    </Form>
  )
}

function PhoneMenu() {
  return (
    <div className="phone-menu">
      <button type="button" className="icon-button" popoverTarget="site-menu" aria-label="Menu">
        <Menu size={22} aria-hidden="true" />
      </button>
      <nav id="site-menu" popover="auto" className="sheet" aria-label="Menu">
        <NavLink href="/">Home</NavLink>
        <NavLink href="/tracks">Tracks</NavLink>
        <NavLink href="/copyright-policy">Copyright policy</NavLink>
      </nav>
    </div>
  )
}

/** A link that says so when it leads where one is. */
function NavLink({ href, children }: { href: string; children: string }) {
  const { pathname } = useLocation()
  return (
    <PageLink href={href} aria-current={pathname === href ? 'page' : undefined}>
      {children}
    </PageLink>
  )
}
