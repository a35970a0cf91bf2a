import { expect, test } from 'vitest'
import { readCommentPage } from './rating-limits.ts'

test.each([
  ['3', 3],
  [3, 3],
  ['1', 1],
  ['10000', 10_000],
  ['10001', 1],
  ['0', 1],
  ['-2', 1],
  ['1.5', 1],
  ['x', 1],
  [undefined, 1],
])('the page of comments %j in a URL is page %s', (value, page) => {
  expect(readCommentPage(value)).toBe(page)
})
