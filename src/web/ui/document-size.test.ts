import { expect, test } from 'vitest'
import { documentSize } from './document-size.ts'

test.each([
  [1, '1 KB'],
  [99 * 1024, '99 KB'],
  [99 * 1024 + 1, '0.1 MB'],
  [20 * 1024 * 1024, '20.0 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(documentSize(bytes)).toBe(text)
})
