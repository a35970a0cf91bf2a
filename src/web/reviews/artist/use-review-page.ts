// One page of all reviews, as the URL of an artist's page names it: it comes with the page, for visitors without scripts,
// and is fetched again after a change.

import { useState } from 'react'
import { fetchReviews, type ReviewList } from './review-calls.ts'

type Changed = { of: ReviewList; list: ReviewList }

/** @param loaded null where the URL names none */
export function useReviewPage(artistId: string, loaded: ReviewList | null) {
  const [changed, setChanged] = useState<Changed | null>(null)
  return {
    // Another page that the visitor goes to takes the place of one that was changed.
    list: changed !== null && changed.of === loaded ? changed.list : loaded,
    async reload() {
      if (loaded === null) return
      const result = await fetchReviews({ artistId, page: loaded.currentPage })
      // Otherwise the old one stays: the dialog above it says what has failed.
      if (result.ok) setChanged({ of: loaded, list: result.value })
    },
  }
}
