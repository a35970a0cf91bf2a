import { Link } from 'react-router'
import { productName, strapline } from '#rules/product.ts'
import { contactAddress } from './contact.ts'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export function SiteFooter() {
  return (
    <footer className="site-footer no-print">
      <div className="site-footer-inner">
        <div>
          <p className="logo" aria-label={productName}>
            <Logo />
          </p>
          <p className="mt-2 text-ink-2">{strapline}</p>
        </div>
        <nav aria-label="About">
          <ul>
            <li>
              <Link to="/tracks">All tracks</Link>
            </li>
            <li>
              <Link to="/copyright-policy">Copyright policy</Link>
            </li>
            <li>
              <a href={`mailto:${contactAddress}`}>Contact: {contactAddress}</a>
            </li>
          </ul>
        </nav>
        <ThemeSwitch />
      </div>
    </footer>
  )
}
