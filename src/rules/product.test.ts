import { expect, test } from 'vitest'
import { productName, strapline } from './product.ts'

test('the product is called Undersong, and says what it is for', () => {
  expect([productName, strapline]).toEqual(['Undersong', 'Sing Over Something Real'])
})
