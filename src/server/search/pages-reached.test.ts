import { expect, test } from 'vitest'
import { everyTrack } from '#rules/track-facets.ts'
import { pageReached, pageWithin, type Listing } from './listing.ts'

test('a search by words has pages for its first 10,000 tracks, a list without words for all', () => {
  const listing: Listing = { facets: everyTrack, orderBy: 'price', page: 900_000, limit: 10 }
  expect(pageReached(listing, 9_991)).toEqual({ page: 1_000, pages: 1_000 })
  expect(pageReached(listing, 400_000)).toEqual({ page: 1_000, pages: 1_000 })
  expect(pageReached({ ...listing, limit: 50 }, 400_000)).toEqual({ page: 200, pages: 200 })
  expect(pageReached(listing, 31)).toEqual({ page: 4, pages: 4 })
  expect(pageWithin(listing, 400_000)).toEqual({ page: 40_000, pages: 40_000 })
})
