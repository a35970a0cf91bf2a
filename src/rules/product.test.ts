import { expect, test } from 'vitest'
import { contactAddress, productName, strapline } from './product.ts'

test('the product has its name and strapline', () => {
  expect([productName, strapline]).toEqual(['Undersong', 'Sing Over Something Real'])
})

test('help is offered at an address that carries the name of the product', () => {
  expect(contactAddress).toMatch(/^[a-z]+@[a-z.]+$/)
  expect(contactAddress).toContain(productName.toLowerCase())
})
