import { copyrightPolicyPath, tracksPath } from '#rules/page-paths.ts'
import { contactAddress, strapline } from '#rules/product.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export function SiteFooter() {
  return (
    <footer className="site-footer no-print">
      <div className="site-footer-inner">
        <div>
          <p className="logo">
            <Logo />
          </p>
          <p className="mt-2 text-ink-2">{strapline}</p>
        </div>
        <nav aria-label="About">
          <ul>
            <li>
              <PageLink href={tracksPath()}>All tracks</PageLink>
            </li>
            <li>
              <PageLink href={copyrightPolicyPath}>Copyright policy</PageLink>
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
