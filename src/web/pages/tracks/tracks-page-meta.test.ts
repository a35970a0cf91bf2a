import { expect, test } from 'vitest'
import { readTrackSearch } from '#rules/search/track-search.ts'
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
    others: { kind: 'popular' as const, tracks: [] },
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

test('a page after the last one has the address of the page that is shown', () => {
  const search = readTrackSearch(new URLSearchParams('page=9'))
  const shown = { ...list, currentPage: list.totalPages }
  expect(
    meta({
      loaderData: {
        search,
        list: shown,
        others: { kind: 'popular' as const, tracks: [] },
        publicUrl: 'http://x',
      },
    }),
  ).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'http://x/tracks?page=3',
  })
})
