import { expect, test } from 'vitest'
import { readTrackSearch } from '#rules/track-search.ts'
import { meta } from './tracks-page.tsx'

const list = {
  tracks: [],
  totalTracks: 24,
  totalPages: 3,
  totalIsExact: true,
  matching: 'exact' as const,
  searchedFor: null,
}

test.each([
  ['', true, '/tracks'],
  ['?orderBy=price&page=2&from=mail', true, '/tracks?page=2'],
  ['?query=sky', false, '/tracks?query=sky'],
  ['?genre=Folk&orderBy=price', false, '/tracks?genre=Folk'],
])('%j may be indexed: %s, at %s', (params, mayBeIndexed, address) => {
  const search = readTrackSearch(new URLSearchParams(params))
  const loaderData = {
    search,
    list: { ...list, currentPage: search.page },
    popular: [],
    publicUrl: 'http://x',
  }
  const described = meta({ loaderData })
  expect(described).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: `http://x${address}`,
  })
  const noindex = { name: 'robots', content: 'noindex' }
  expect(described.some((tag) => JSON.stringify(tag) === JSON.stringify(noindex))).toBe(
    !mayBeIndexed,
  )
})
