// Links to the page before and the page after.

import { PageLink } from './page-link.tsx'
import { wholeNumber } from './whole-number.ts'

type PagingProps = {
  currentPage: number
  totalPages: number
  /** False while only a lower bound of the pages is known. */
  totalIsExact?: boolean
  addressOf: (page: number) => string
  /** Of what the pages are, where a page has several lists. */
  label?: string
  /** Also for one page; otherwise nothing is shown. */
  isAlwaysShown?: boolean
  /** For a list within a page, whose top is not the page's. */
  keepsScroll?: boolean
}

export function Paging({
  currentPage,
  totalPages,
  totalIsExact = true,
  addressOf,
  label = 'Pages',
  isAlwaysShown = false,
  keepsScroll = false,
}: PagingProps) {
  if (totalPages <= 1 && !isAlwaysShown) return null
  return (
    <nav className="paging" aria-label={label}>
      <PagingLink
        label="Previous"
        href={currentPage > 1 ? addressOf(currentPage - 1) : null}
        preventScrollReset={keepsScroll}
      />
      <p aria-current="page">
        Page {wholeNumber(currentPage)} of {wholeNumber(totalPages)}
        {!totalIsExact && '+'}
      </p>
      <PagingLink
        label="Next"
        href={currentPage < totalPages ? addressOf(currentPage + 1) : null}
        preventScrollReset={keepsScroll}
      />
    </nav>
  )
}

type PagingLinkProps = { label: string; href: string | null; preventScrollReset: boolean }

/** Without an address it looks the same and cannot be followed. */
export function PagingLink({ label, href, preventScrollReset }: PagingLinkProps) {
  if (href === null) {
    return (
      <span className="btn btn-ghost" role="link" aria-disabled="true">
        {label}
      </span>
    )
  }
  return (
    <PageLink className="btn btn-ghost" href={href} preventScrollReset={preventScrollReset}>
      {label}
    </PageLink>
  )
}
