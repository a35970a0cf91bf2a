import { expect, test } from 'vitest'
import { lastReviewPage, readReviewPage } from './review-limits.ts'

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
])('the page %j of all reviews in a URL is read as %j', (value, page) => {
  expect(readReviewPage(value)).toBe(page)
})
