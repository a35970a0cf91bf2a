// One page of an artist's reviews, fetched again when the order or the page is changed.

import { useState } from 'react'
import type { ReviewSort } from '#rules/reviews/review-limits.ts'
import { useFetched } from '#web/api/use-fetched.ts'
import { fetchReviews } from './review-calls.ts'

type Wanted = { orderBy: ReviewSort; page: number }

export function useReviews(artistId: string) {
  const [wanted, setWanted] = useState<Wanted>({ orderBy: 'date-added', page: 1 })
  const { value, refused, isLoading } = useFetched(wanted, (shown, signal) =>
    fetchReviews({ artistId, ...shown }, { signal }),
  )
  const show = (changes: Partial<Wanted>) => setWanted({ ...wanted, ...changes })
  return { list: value, refused, isLoading, orderBy: wanted.orderBy, show }
}
