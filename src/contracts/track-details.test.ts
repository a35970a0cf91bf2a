import { expect, test } from 'vitest'
import { trackDetailsSchema } from './track-details.ts'

const { price } = trackDetailsSchema.shape

test.each([
  ['0', 0],
  ['0.00', 0],
  ['0.01', 1],
  ['4.5', 450],
  ['4.99', 499],
])('an artist price of %j pounds is accepted as %i pence (VAL-05)', (typed, pence) => {
  expect(price.safeParse(typed)).toEqual({ success: true, data: pence })
})

test.each([undefined, '', '-0.01', '4.999', '1e3', 'Infinity'])(
  'the price %j is refused (VAL-05)',
  (typed) => {
    expect(price.safeParse(typed).success).toBe(false)
  },
)
