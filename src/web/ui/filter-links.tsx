// The parts of a list as links, one of which is shown: they work without a script.

import { PageLink } from './page-link.tsx'
import { wholeNumber } from './whole-number.ts'

type FilterLinksProps = {
  /** The name of what the links divide. */
  label: string
  links: readonly { name: string; href: string; isCurrent: boolean; count?: number }[]
}

export function FilterLinks({ label, links }: FilterLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="filter-links">
        {links.map(({ name, href, isCurrent, count }) => (
          <li key={name}>
            <PageLink href={href} aria-current={isCurrent ? 'page' : undefined}>
              {name}
              {count !== undefined && <span>{wholeNumber(count)}</span>}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
