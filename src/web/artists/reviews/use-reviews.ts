// One page of an artist's reviews, fetched again when the order or the page is changed.

import { useEffect, useState } from 'react'
import type { ReviewSort } from '#rules/artists/review-limits.ts'
import type { Refused } from '#web/api/result.ts'
import { fetchReviews, type ReviewList } from './review-calls.ts'

type Wanted = { orderBy: ReviewSort; page: number }

export function useReviews(artistId: string) {
  // A new object fetches again, also with the same values.
  const [wanted, setWanted] = useState<Wanted>({ orderBy: 'date-added', page: 1 })
  const [list, setList] = useState<ReviewList | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isLoading, setIsLoading] = useState(true)

  useEffect(() => {
    const outdated = new AbortController()
    const { signal } = outdated
    const load = async () => {
      const result = await fetchReviews({ artistId, ...wanted }, { signal })
      if (signal.aborted) return
      setIsLoading(false)
      if (result.ok) setList(result.value)
      setRefused(result.ok ? null : result)
    }
    void load()
    return () => outdated.abort()
  }, [artistId, wanted])

  const show = (changes: Partial<Wanted>) => {
    setIsLoading(true)
    setWanted({ ...wanted, ...changes })
  }
  return { list, refused, isLoading, orderBy: wanted.orderBy, show }
}
