import { artistsPath } from '#rules/artists/artist-search.ts'
import { tracksPath } from '#rules/search/track-search.ts'
import {
  aboutPath,
  contactPath,
  copyrightPolicyPath,
  privacyPath,
  refundsPath,
  reviewsPolicyPath,
  termsPath,
} from '#rules/page-paths.ts'
import { strapline } from '#rules/product.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const groups = [
  {
    name: 'Music',
    links: [
      { href: tracksPath(), label: 'Tracks' },
      { href: artistsPath(), label: 'Artists' },
      { href: aboutPath, label: 'About' },
    ],
  },
  {
    name: 'Help',
    links: [
      { href: contactPath, label: 'Contact' },
      { href: refundsPath, label: 'Refunds' },
      { href: reviewsPolicyPath, label: 'Reviews and rankings' },
    ],
  },
  {
    name: 'Rules',
    links: [
      { href: termsPath, label: 'Terms' },
      { href: privacyPath, label: 'Privacy' },
      { href: copyrightPolicyPath, label: 'Copyright policy' },
    ],
  },
]

export function SiteFooter() {
  return (
    <footer className="site-footer no-print">
      <div className="site-footer-inner">
        <div>
          <p className="logo">
            <Logo />
          </p>
          <p className="site-strapline">{strapline}</p>
        </div>
        <nav aria-label="Site pages" className="footer-links">
          {groups.map(({ name, links }) => (
            <div key={name}>
              <p id={`footer-${name.toLowerCase()}`}>{name}</p>
              <ul aria-labelledby={`footer-${name.toLowerCase()}`}>
                {links.map(({ href, label }) => (
                  <li key={href}>
                    <PageLink href={href}>{label}</PageLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <ThemeSwitch />
      </div>
    </footer>
  )
}
