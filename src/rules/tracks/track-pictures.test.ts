import { expect, test } from 'vitest'
import { rasterCoverUrl } from './track-pictures.ts'

test('the cover as PNG is beside the drawn one, with the same version', () => {
  expect(rasterCoverUrl('/public/tracks/0b94ea4c/cover.svg?v=12')).toBe(
    '/public/tracks/0b94ea4c/cover.png?v=12',
  )
})
