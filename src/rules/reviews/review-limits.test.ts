import { expect, test } from 'vitest'
import { lastReviewPage, readCommentPage, readReviewPage } from './review-limits.ts'

test.each([
  ['1', 1],
  ['12', 12],
  [2, 2],
  [String(lastReviewPage), lastReviewPage],
  [String(lastReviewPage + 1), undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['all', undefined],
  ['', undefined],
  [undefined, undefined],
])(
  'the page %j in a URL is page %j of all reviews, and of comments the same or the first',
  (value, page) => {
    expect(readReviewPage(value)).toBe(page)
    expect(readCommentPage(value)).toBe(page ?? 1)
  },
)
