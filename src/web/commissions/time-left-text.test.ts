import { expect, test } from 'vitest'
import { timeLeftText } from './time-left-text.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test.each([
  [3 * day + 4 * hour + 59 * minute, '3 days 4 hours left'],
  [day + hour, '1 day 1 hour left'],
  [2 * day + 59 * minute, '2 days left'],
  [day - 1, '23 hours 59 minutes left'],
  [hour, '1 hour left'],
  [61 * minute, '1 hour 1 minute left'],
  [2 * minute, '2 minutes left'],
  [minute, '1 minute left'],
  [minute - 1, 'Less than a minute left'],
  [1, 'Less than a minute left'],
  [0, 'The time is over'],
  [-day, 'The time is over'],
])('of %i ms one reads: %s', (ms, text) => {
  expect(timeLeftText(ms)).toBe(text)
})
