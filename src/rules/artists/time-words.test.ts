import { expect, test } from 'vitest'
import {
  averageDeliveryText,
  completionTimeText,
  deliveryPromiseText,
  lastOnlineText,
} from './time-words.ts'

test.each([
  [0.2, '1 day avg'],
  [1, '1 day avg'],
  [1.4, '1 day avg'],
  [2, '2 days avg'],
  [6.4, '6 days avg'],
  [7, '1 week avg'],
  [8, '2 weeks'],
  [13, '2 weeks'],
  [14, '2 weeks'],
  [15, '3 weeks'],
  [29, '5 weeks'],
  [30, '1 month avg'],
  [59, '1 month avg'],
  [60, '2 months'],
  [100, '3 months'],
  [null, null],
  [Number.NaN, null],
])('on a card, an average of %s days is %s (FMT-16)', (days, text) => {
  expect(averageDeliveryText(days)).toBe(text)
})

test.each([
  [0.4, '0 hours'],
  [1, '1 hour'],
  [23.4, '23 hours'],
  [23.6, '1 day'],
  [47, '2 days'],
  [6 * 24, '6 days'],
  [7 * 24, '1 week'],
  [13 * 24, '1 week'],
  [14 * 24, '2 weeks'],
  [29 * 24, '4 weeks'],
  [30 * 24, '1 month'],
  [59 * 24, '1 month'],
  [60 * 24, '2 months'],
  [null, 'N/A'],
  [Number.NaN, 'N/A'],
])('in a profile, an average of %s hours is %s (FMT-17)', (hours, text) => {
  expect(completionTimeText(hours)).toBe(text)
})

test.each([
  [0, 'Today'],
  [-1, 'Today'],
  [1, 'Yesterday'],
  [2, '2 days ago'],
  [6, '6 days ago'],
  [7, '1 week ago'],
  [14, '2 weeks ago'],
  [29, '4 weeks ago'],
  [30, '1 month ago'],
  [75, '2 months ago'],
  [null, 'N/A'],
  [Number.NaN, 'N/A'],
])('last online %s days ago reads %s (FMT-18)', (days, text) => {
  expect(lastOnlineText(days)).toBe(text)
})

test.each([
  [1, '1 day'],
  [5, '5 days'],
  [7, '1 week'],
  [10, '10 days'],
  [21, '3 weeks'],
  [null, '1 week'],
])('a promise of %s days reads %s (FMT-19, BUS-22)', (days, text) => {
  expect(deliveryPromiseText(days)).toBe(text)
})
