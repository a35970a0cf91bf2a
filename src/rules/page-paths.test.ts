import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAdminSearch, trackStates } from './admin/admin-search.ts'
import {
  artistSorts,
  commissionCounts,
  onlineWithinDays,
  readArtistSearch,
  artistsPath,
} from './artists/artist-search.ts'
import { dashboardDialogs, readDashboardSearch } from './artists/dashboard-search.ts'
import { artistDashboardPath } from './artists/dashboard-paths.ts'
import { ownedSorts, readOwnedSearch } from './orders/owned-search.ts'
import { myTracksPath, refundRequestPath } from './orders/order-paths.ts'
import { adminOwedPath, adminPath, adminUserPath } from './admin/admin-paths.ts'
import { customerListQuery } from './commissions/commission-lists.ts'
import { artistCommissionsPath, commissionPath } from './commissions/commission-paths.ts'
import { contactAboutPath, contactAboutReceiptPath } from './contact/contact-paths.ts'
import { reportPath } from './moderation/flag-paths.ts'
import { notificationsPath } from './notifications/notification-paths.ts'
import { tracksPath, readTrackSearch, trackFilterNames } from './search/track-search.ts'
import {
  artistPath,
  artistReviewsPath,
  checkoutSuccessPath,
  commissionServicePath,
  confirmEmailPath,
  contactSentPath,
  followingPath,
  loginCodePath,
  loginPath,
  pageRoutes,
  receiptPath,
  receiptsPath,
  registerPath,
  resetPasswordPath,
  securityPath,
  trackPageOrigin,
  trackPath,
  unsubscribePath,
} from './page-paths.ts'
import { filterChoices } from './search/facets.ts'
import { trackSorts } from './tracks/track-options.ts'

const id = '0b94ea4c-3a6e-4a0e-8a4e-1b7f1c0e9d10'

test('each page has a path of its own, from the root of the site, in lower case', () => {
  const paths = Object.values(pageRoutes)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.filter((path) => !/^\/$|^(\/[a-z-]+|\/:[a-z]+)+$/.test(path))).toEqual([])
})

test.each([
  [trackPath(id), `/tracks/${id}`],
  [trackPath(id, { from: 'my-tracks', comments: 1 }), `/tracks/${id}?from=my-tracks`],
  [trackPath(id, { comments: 3 }), `/tracks/${id}?comments=3`],
  [artistPath(id), `/artist/${id}`],
  [artistReviewsPath(id), `/artist/${id}?reviewPage=1#reviews`],
  [artistReviewsPath(id, 2), `/artist/${id}?reviewPage=2#reviews`],
  [adminUserPath(id), `/admin/users/${id}`],
  [adminOwedPath('refund', id), `/admin/refunds/${id}`],
  [adminOwedPath('transfer', id), `/admin/transfers/${id}`],
  [commissionPath(id), `/commissions/${id}`],
  [
    artistCommissionsPath({ state: 'open', page: 2 }),
    '/artist-dashboard/commissions?state=open&page=2',
  ],
  [adminPath('disputes', { state: 'resolved' }), '/admin/disputes?state=resolved'],
  [receiptPath('UND-000012'), '/receipts/UND-000012'],
  [refundRequestPath('t1'), '/my-tracks/t1/refund'],
  [reportPath('review', 'r1'), '/report/review/r1'],
  [contactAboutPath('objection'), '/contact?subject=objection'],
  [contactAboutReceiptPath('UND-000012'), '/contact?receipt=UND-000012'],
  [commissionServicePath, '/#commission-service'],
  [contactSentPath, '/contact?sent=1'],
  [artistDashboardPath({ setup: 'returned' }), '/artist-dashboard?setup=returned'],
  [checkoutSuccessPath('{SESSION}'), '/checkout/success?cs={SESSION}'],
])('a page has the path %s', (path, expected) => {
  expect(path).toBe(expected)
})

test.each([
  [tracksPath(), '/tracks'],
  [tracksPath({ query: '', orderBy: 'popularity', page: 1 }), '/tracks'],
  [artistsPath(), '/artists'],
  [artistsPath({ availableForCommission: true, orderBy: 'popularity', page: 1 }), '/artists'],
  [myTracksPath(), '/my-tracks'],
  [myTracksPath({ orderBy: 'bought', page: 1 }), '/my-tracks'],
  [myTracksPath(customerListQuery({ state: 'open', page: 1 })), '/my-tracks'],
  [artistDashboardPath({ query: '', page: 1 }), '/artist-dashboard'],
  [artistCommissionsPath(), '/artist-dashboard/commissions'],
  [artistCommissionsPath({ state: undefined, page: 1 }), '/artist-dashboard/commissions'],
  [adminPath('commissions'), '/admin/commissions'],
  [receiptsPath(), '/receipts'],
  [receiptsPath({ page: 1 }), '/receipts'],
  [followingPath(), '/following'],
  [notificationsPath(), '/notifications'],
  [adminPath('users'), '/admin/users'],
  [adminPath('tracks', { query: '', state: undefined, page: 1 }), '/admin/tracks'],
  [adminPath('messages'), '/admin/messages'],
  [adminPath('flags'), '/admin/flags'],
  [adminPath('auditLog'), '/admin/audit-log'],
])('a list of which nothing was chosen has the path %s', (path, expected) => {
  expect(path).toBe(expected)
})

test.each([
  [
    tracksPath({ query: 'a & b', orderBy: 'price', page: 2 }),
    '/tracks?query=a+%26+b&orderBy=price&page=2',
  ],
  [tracksPath({ artistId: id }), `/tracks?artistId=${id}`],
  [
    artistsPath({ orderBy: 'rating', page: 2 }),
    '/artists?availableForCommission=all&orderBy=rating&page=2',
  ],
  [
    artistsPath({ availableForCommission: false, orderBy: 'popularity', page: 1 }),
    '/artists?availableForCommission=false',
  ],
  [myTracksPath({ order: 'one' }), '/my-tracks?order=one'],
  [
    myTracksPath(customerListQuery({ state: 'ended', page: 2 })),
    '/my-tracks?commissions=ended&commissionsPage=2',
  ],
  [myTracksPath(customerListQuery({ state: undefined, page: 1 })), '/my-tracks?commissions=all'],
  [artistDashboardPath({ query: 'a b', page: 2 }), '/artist-dashboard?query=a+b&page=2'],
  [artistDashboardPath({ page: 1, dialog: { name: 'edit', id } }), `/artist-dashboard?edit=${id}`],
  [receiptsPath({ page: 2 }), '/receipts?page=2'],
  [followingPath({ page: 2 }), '/following?page=2'],
  [notificationsPath({ page: 2 }), '/notifications?page=2'],
  [notificationsPath({ page: 2, show: 'unread' }), '/notifications?show=unread&page=2'],
  [adminPath('tracks', { state: 'taken_down', page: 2 }), '/admin/tracks?state=taken_down&page=2'],
])('what is chosen of a list is in its path: %s', (path, expected) => {
  expect(path).toBe(expected)
})

test.each([
  [loginPath(), '/login'],
  [loginPath({ redirectTo: '/' }), '/login'],
  [loginPath({ redirectTo: '/tracks?page=2' }), '/login?next=%2Ftracks%3Fpage%3D2'],
  [loginCodePath(), '/login/code'],
  [loginCodePath({ redirectTo: '/' }), '/login/code'],
  [loginCodePath({ redirectTo: '/cart' }), '/login/code?next=%2Fcart'],
  [registerPath({ role: 'artist', redirectTo: '/' }), '/register?role=artist'],
  [securityPath(), '/settings/security'],
  [securityPath({ redirectTo: '/admin' }), '/settings/security?next=%2Fadmin'],
  [registerPath({ redirectTo: '/cart' }), '/register?next=%2Fcart'],
])(
  'the page to return to after a log-in is encoded, and the home page needs no mention: %s',
  (path, expected) => {
    expect(path).toBe(expected)
  },
)

test.each([
  [confirmEmailPath('a+b/c='), '/confirm-email?token=a%2Bb%2Fc%3D'],
  [resetPasswordPath('a+b/c='), '/reset-password?token=a%2Bb%2Fc%3D'],
  [unsubscribePath('a+b/c='), '/unsubscribe?token=a%2Bb%2Fc%3D'],
])('the token of an email arrives unchanged: %s', (path, expected) => {
  expect(path).toBe(expected)
  expect(paramsIn(path).get('token')).toBe('a+b/c=')
})

test('a track has a link back to the lists of its artist and of its buyers, and to no other page', () => {
  const origins = [
    'artist-dashboard',
    'my-tracks',
    '/my-tracks',
    'tracks',
    '',
    undefined,
    ['my-tracks'],
  ]
  expect(origins.filter((origin) => trackPageOrigin(origin) !== undefined)).toEqual([
    'artist-dashboard',
    'my-tracks',
  ])
  expect(trackPageOrigin('my-tracks')).toBe('my-tracks')
})

const query = fc.string({ unit: 'binary', maxLength: 20 })
const page = fc.integer({ min: 1, max: 10_000 }).map(String)

test('the path of a search of the catalogue is read as the same search', () => {
  const filters = trackFilterNames.map((name) => [name, fc.constantFrom(...filterChoices[name])])
  expectSameSearch(
    {
      ...Object.fromEntries(filters),
      query,
      page,
      artistId: fc.uuid(),
      qualityValidated: fc.constantFrom('true', 'false'),
      orderBy: fc.constantFrom(...trackSorts),
    },
    { read: readTrackSearch, pathOf: tracksPath },
  )
})

test('the path of a search for artists is read as the same search', () => {
  expectSameSearch(
    {
      query,
      page,
      orderBy: fc.constantFrom(...artistSorts),
      lastOnlineWithin: fc.constantFrom(...onlineWithinDays.map(String)),
      minCommissions: fc.constantFrom(...commissionCounts.map(String)),
      availableForCommission: fc.constantFrom('true', 'false', 'all'),
    },
    { read: readArtistSearch, pathOf: artistsPath },
  )
})

test('the path of a search of the own tracks is read as the same search', () => {
  expectSameSearch(
    { query, page, order: fc.uuid(), orderBy: fc.constantFrom(...ownedSorts) },
    { read: readOwnedSearch, pathOf: myTracksPath },
  )
  const dialogs = dashboardDialogs.map((name) => [name, fc.constantFrom('', 'new', id)])
  expectSameSearch(
    { ...Object.fromEntries(dialogs), query, page },
    { read: readDashboardSearch, pathOf: artistDashboardPath },
  )
})

test('the path of a search by an admin is read as the same search', () => {
  expectSameSearch(
    { query, page, artist: fc.uuid(), state: fc.constantFrom(...trackStates) },
    {
      read: (params) => readAdminSearch('tracks', params),
      pathOf: (search) => adminPath('tracks', search),
    },
  )
})

type Page<Search> = {
  read: (params: URLSearchParams) => Search
  pathOf: (search: Search) => string
}

/** Of addresses with any of these parameters, some of them several times. */
function expectSameSearch<Search>(
  chosen: Record<string, fc.Arbitrary<string>>,
  { read, pathOf }: Page<Search>,
): void {
  const params = Object.entries(chosen).map(([name, value]) => fc.tuple(fc.constant(name), value))
  fc.assert(
    fc.property(fc.array(fc.oneof(...params)), (address) => {
      const search = read(new URLSearchParams(address))
      expect(read(paramsIn(pathOf(search)))).toEqual(search)
    }),
  )
}

function paramsIn(path: string): URLSearchParams {
  return new URL(path, 'https://undersong.example').searchParams
}
