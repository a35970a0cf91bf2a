import { useId, type ReactNode, type Ref } from 'react'
import type { Review } from '#contracts/review-schemas.ts'
import { reviewSorts, type ReviewSort } from '#rules/reviews/review-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagingButtons } from '#web/ui/paging.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { reviewMessages } from './review-messages.ts'
import type { useReviews } from './use-reviews.ts'

const sortLabels: Record<ReviewSort, string> = {
  'date-added': 'Newest First',
  'date-added/ascending': 'Oldest First',
}

type ReviewPagesProps = ReturnType<typeof useReviews> & {
  /** Gets the focus when a form in it is gone. */
  ref: Ref<HTMLDivElement>
  children: (review: Review) => ReactNode
}

/** The list of reviews with its order and its pages. */
export function ReviewPages({
  ref,
  list,
  refused,
  isLoading,
  orderBy,
  ...props
}: ReviewPagesProps) {
  const { show, children } = props
  const sort = useId()
  return (
    <div ref={ref} tabIndex={-1} className="review-pages" aria-busy={isLoading}>
      {refused && (
        <Notice tone="danger" title={reviewMessages.loadFailed}>
          <p>{refused.message}</p>
          <Button variant="ghost" size="sm" isLoading={isLoading} onClick={() => show({})}>
            Try Again
          </Button>
        </Notice>
      )}
      {!refused && list === null && <LoadingReviews />}
      {list?.totalReviews === 0 && <p className="review-note">{reviewMessages.empty}</p>}
      {list !== null && list.totalReviews > 0 && (
        <>
          <div className="review-sort">
            <label htmlFor={sort}>Sort by</label>
            <select
              id={sort}
              className="control"
              value={orderBy}
              onChange={({ target }) => {
                const chosen = reviewSorts.find((known) => known === target.value)
                if (chosen) show({ orderBy: chosen, page: 1 })
              }}
            >
              {reviewSorts.map((known) => (
                <option key={known} value={known}>
                  {sortLabels[known]}
                </option>
              ))}
            </select>
          </div>
          <ul className="comments">
            {list.reviews.map((review) => (
              <li key={review.id}>{children(review)}</li>
            ))}
          </ul>
          <PagingButtons
            label="Pages of reviews"
            currentPage={list.currentPage}
            totalPages={list.totalPages}
            onPage={(page) => show({ page })}
          />
        </>
      )}
    </div>
  )
}

function LoadingReviews() {
  return (
    <div role="status" className="stack">
      <span className="sr-only">Loading reviews</span>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} className="skeleton-paragraph" />
      ))}
    </div>
  )
}
