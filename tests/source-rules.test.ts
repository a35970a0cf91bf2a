// Conventions that are checked in the syntax tree of the source files.

import { expect, test } from 'vitest'
import { filesUnder, readText } from './support/source/project-files.ts'
import { ownTimesIn } from './support/source/own-times.ts'
import { combinedListings } from './support/source/source-listings.ts'
import { pagePathsIn } from './support/source/source-paths.ts'

/** Where '/' is no page: a folder, the path of a request, the root of a URL. */
const rootIsNoPage = [
  'src/server/http/',
  'src/server/start/',
  'src/server/gateways/',
  'src/server/start/config.ts',
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

test.each([
  ['return withdrawnAt === null && !artist.isBanned', true],
  ['if ((withdrawnAt !== null || isArtistBanned) && !isOwn) return null', true],
  ["db.selectFrom('t').where('withdrawn_at', 'is', null).where('users.banned', '=', false)", true],
  ["db.where((eb) => eb.or([eb('withdrawn_at', 'is', null), eb('banned', '=', true)]))", true],
  ['sql`withdrawn_at is null and not ${sql.ref(user)}.banned`', true],
  ['sql<boolean>`is_listed(tracks.withdrawn_at, artist.banned)`', false],
  ["db.select(['tracks.withdrawn_at', 'users.banned']).where(isListed)", false],
  ['return withdrawnAt === null && !isTakenDown', false],
])('that %s decides by itself what is listed is %j', (source, itDoes) => {
  expect(combinedListings(source).length > 0).toBe(itDoes)
})

test('whether a track is listed is decided by is_listed only', () => {
  const files = filesUnder('src').filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const found = files.flatMap((file) =>
    combinedListings(readText(file)).map((condition) => `${file}: ${condition}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['const now = clock.now()', []],
  ['paid_at: new Date()', ['new Date()']],
  ['new Date(now.getTime() + 1)', []],
  ['Date.now() - age', ['Date.now()']],
  ["sql`now() - interval '1 day'`", ['now()']],
  ['sql<Date>`clock_timestamp()`', ['clock_timestamp()']],
  ['Date.parse(text)', []],
])('of the source %s, the times of its own are %j', (source, expected) => {
  expect(ownTimesIn(source)).toEqual(expected)
})

test('failpoints are armed by the start of a trial only', () => {
  const files = filesUnder('src').filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const found = files.filter((file) => readText(file).includes('openArmedFailpoints'))
  expect(found.toSorted()).toEqual([
    'src/server/start/armed-failpoints.ts',
    'src/server/start/open-parts.ts',
  ])
})

/** Of orders, what is paid: renditions and downloads are no money. */
const clockedFiles = (file: string) =>
  /^src\/server\/(payments|commissions)\//.test(file) ||
  /^src\/server\/orders\/(checkout|order|receipt)/.test(file)

test('payments and commissions take the time from the clock that is passed in', () => {
  const files = filesUnder('src/server').filter(
    (file) => clockedFiles(file) && !file.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(20)
  const found = files.flatMap((file) =>
    ownTimesIn(readText(file)).map((time) => `${file}: ${time}`),
  )
  expect(found).toEqual([])
})

test('what is typed is heard by the handlers of React only', () => {
  const files = filesUnder('src/web').filter((file) => /\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(100)
  // A listener of its own is called first, and what it renders gives a controlled input its former text again.
  const own = files.filter((file) =>
    /addEventListener\(\s*'(?:input|beforeinput|change)'/.test(readText(file)),
  )
  expect(own).toEqual([])
})
