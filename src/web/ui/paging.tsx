// Links to the page before and the page after; nothing if there is one page.

import { PageLink } from './page-link.tsx'

type PagingProps = {
  currentPage: number
  totalPages: number
  addressOf: (page: number) => string
}

export function Paging({ currentPage, totalPages, addressOf }: PagingProps) {
  if (totalPages <= 1) return null
  return (
    <nav className="paging" aria-label="Pages">
      <PagingLink label="Previous" href={currentPage > 1 ? addressOf(currentPage - 1) : null} />
      <p aria-current="page">
        Page {currentPage} of {totalPages}
      </p>
      <PagingLink
        label="Next"
        href={currentPage < totalPages ? addressOf(currentPage + 1) : null}
      />
    </nav>
  )
}

function PagingLink({ label, href }: { label: string; href: string | null }) {
  if (href === null) {
    return (
      <span className="btn btn-ghost" role="link" aria-disabled="true">
        {label}
      </span>
    )
  }
  return (
    <PageLink className="btn btn-ghost" href={href}>
      {label}
    </PageLink>
  )
}
