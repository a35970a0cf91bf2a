import { expect, test } from 'vitest'
import { pagePolicy } from './security-headers.ts'

test('a page may show frames of the guide player only', () => {
  const frames = pagePolicy([], [])
    .split('; ')
    .filter((directive) => directive.startsWith('frame-src'))
  expect(frames).toEqual(['frame-src https://www.youtube-nocookie.com'])
})
