import { expect, test } from 'vitest'
import { productName, strapline } from './product.ts'

test('the product has its name and strapline', () => {
  expect([productName, strapline]).toEqual(['Undersong', 'Sing Over Something Real'])
})
