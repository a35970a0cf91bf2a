import { expect, test } from 'vitest'
import { sentPrice } from './upload-messages.ts'

test.each([
  ['5', '5.00'],
  ['4.9', '4.90'],
  ['12.34', '12.34'],
  ['what?', '0.00'],
])('the price %j is sent as %s (UPL-32, VAL-06)', (typed, sent) => {
  expect(sentPrice(typed)).toBe(sent)
})
