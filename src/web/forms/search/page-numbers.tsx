// Links to the pages of a long list: all of them, or with ellipses around the present one.

import { PageLink } from '#web/ui/page-link.tsx'
import { PagingLink } from '#web/ui/paging.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'

const maxWithoutEllipses = 7

type PageNumbersProps = {
  currentPage: number
  totalPages: number
  addressOf: (page: number) => string
}

export function PageNumbers({ currentPage, totalPages, addressOf }: PageNumbersProps) {
  if (totalPages <= 1) return null
  return (
    <nav className="paging page-numbers" aria-label="Pages">
      <PagingLink
        label="Previous"
        href={currentPage > 1 ? addressOf(currentPage - 1) : null}
        preventScrollReset
      />
      <ol>
        {pagesShown(currentPage, totalPages).map((page, place) => (
          <li key={page ?? `gap-${place}`}>
            {page === null ? (
              <span className="page-gap">…</span>
            ) : (
              <PageLink
                className="page-number"
                href={addressOf(page)}
                preventScrollReset
                aria-label={page === currentPage ? `Page ${page}` : `Go to page ${page}`}
                aria-current={page === currentPage ? 'page' : undefined}
              >
                {wholeNumber(page)}
              </PageLink>
            )}
          </li>
        ))}
      </ol>
      <PagingLink
        label="Next"
        href={currentPage < totalPages ? addressOf(currentPage + 1) : null}
        preventScrollReset
      />
    </nav>
  )
}

/** Null for an ellipsis. More than seven pages always have seven places, so that no link moves while one pages through. */
function pagesShown(currentPage: number, totalPages: number): (number | null)[] {
  if (totalPages <= maxWithoutEllipses) return range(1, totalPages)
  const last = totalPages
  if (currentPage <= 4) return [...range(1, 5), null, last]
  if (currentPage >= last - 3) return [1, null, ...range(last - 4, last)]
  return [1, null, ...range(currentPage - 1, currentPage + 1), null, last]
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_page, at) => from + at)
}
