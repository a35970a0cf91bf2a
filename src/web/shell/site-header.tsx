import { Menu, Search } from 'lucide-react'
import { Form, Link, NavLink, useLocation } from 'react-router'
import { productName } from '#rules/product.ts'
import { AccountMenu } from '#web/account/account-menu.tsx'
import { CartMenu } from '#web/cart/cart-menu.tsx'
import { Logo } from './logo.tsx'

export function SiteHeader() {
  return (
    <header className="site-header no-print">
      <Link to="/" className="logo" aria-label={`${productName}: home page`}>
        <Logo />
      </Link>
      <nav aria-label="Main" className="site-nav">
        <NavLink to="/tracks">Tracks</NavLink>
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
      <input
        type="search"
        name="query"
        className="control"
        aria-label="Search tracks"
        placeholder="Song, singer or artist"
        maxLength={200}
      />
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
        <SheetLink to="/">Home</SheetLink>
        <SheetLink to="/tracks">Tracks</SheetLink>
        <SheetLink to="/copyright-policy">Copyright policy</SheetLink>
      </nav>
    </div>
  )
}

function SheetLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink
      to={to}
      end
      onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
    >
      {children}
    </NavLink>
  )
}
