// Links, or buttons, to the page before and the page after.

import { Button } from './button.tsx'
import { PageLink } from './page-link.tsx'
import { wholeNumber } from './whole-number.ts'

type PagingProps = {
  currentPage: number
  totalPages: number
  addressOf: (page: number) => string
  /** Of what the pages are, where a page has several lists. */
  label?: string
  /** For a list within a page, whose top is not the page's. */
  keepsScroll?: boolean
}

export function Paging({
  currentPage,
  totalPages,
  addressOf,
  label = 'Pages',
  keepsScroll = false,
}: PagingProps) {
  if (totalPages <= 1) return null
  return (
    <nav className="paging" aria-label={label}>
      <PagingLink
        label="Previous"
        href={currentPage > 1 ? addressOf(currentPage - 1) : null}
        preventScrollReset={keepsScroll}
      />
      <Position {...{ currentPage, totalPages }} />
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

type PagingButtonsProps = Pick<PagingProps, 'currentPage' | 'totalPages' | 'label'> & {
  onPage: (page: number) => void
}

/** For a list that is not in the URL. */
export function PagingButtons({
  currentPage,
  totalPages,
  label = 'Pages',
  onPage,
}: PagingButtonsProps) {
  if (totalPages <= 1) return null
  const step = (name: string, page: number) => {
    const isPossible = page >= 1 && page <= totalPages
    return (
      <Button
        variant="ghost"
        // Not `disabled`, so that the button keeps the focus on the last page.
        aria-disabled={!isPossible || undefined}
        onClick={isPossible ? () => onPage(page) : undefined}
      >
        {name}
      </Button>
    )
  }
  return (
    <nav className="paging" aria-label={label}>
      {step('Previous', currentPage - 1)}
      <Position {...{ currentPage, totalPages }} />
      {step('Next', currentPage + 1)}
    </nav>
  )
}

type PositionProps = { currentPage: number; totalPages: number }

function Position({ currentPage, totalPages }: PositionProps) {
  return (
    <p aria-current="page">
      Page {wholeNumber(currentPage)} of {wholeNumber(totalPages)}
    </p>
  )
}
