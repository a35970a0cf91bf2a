// Conventions that are checked in the syntax tree of the source files.

import { expect, test } from 'vitest'
import { filesUnder, readText } from './support/source/project-files.ts'
import { pagePathsIn } from './support/source/source-paths.ts'

/** Where '/' is no page: a folder, the path of a request, the root of a URL. */
const rootIsNoPage = [
  'src/server/http/',
  'src/server/start/',
  'src/server/gateways/',
  'src/server/config.ts',
]

test.each([
  ["<PageLink href='/tracks'>", ['/tracks']],
  ['`/tracks/${id}?from=my-tracks`', ['/tracks/']],
  ['`${publicUrl}/my-tracks`', ['/my-tracks']],
  ["redirect('/')", ['/']],
  ['/^\\/login(?=\\?)/.test(path)', ['^/login(?=\\?)/']],
  ['\'<a href="/cart">\'', ['<a href="/cart">']],
  ["path.split('/')", []],
  ["'POST /api/proxy/auth/cart/add'", []],
  ['`/public/tracks/${id}/cover.svg`', []],
  ["import '#web/cart/cart.ts'", []],
  ["'/tracks-of-another-kind'", []],
])('of the source %s, the paths of pages are %j', (source, expected) => {
  expect(pagePathsIn(source)).toEqual(expected)
})

test('the path of a page is written in rules/page-paths.ts only', () => {
  const files = filesUnder('src').filter(
    (file) =>
      /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== 'src/rules/page-paths.ts',
  )
  const found = files.flatMap((file) =>
    pagePathsIn(readText(file))
      .filter((path) => path !== '/' || !rootIsNoPage.some((folder) => file.startsWith(folder)))
      .map((path) => `${file}: ${path}`),
  )
  expect(found).toEqual([])
})
