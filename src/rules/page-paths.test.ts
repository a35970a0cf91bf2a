import { expect, test } from 'vitest'
import {
  artistDashboardPath,
  checkoutSuccessPath,
  loginPath,
  myTracksPath,
  receiptPath,
  receiptsPath,
  registerPath,
  trackPath,
  tracksPath,
} from './page-paths.ts'

const id = '0b94ea4c-3a6e-4a0e-8a4e-1b7f1c0e9d10'

test.each([
  [trackPath(id), `/tracks/${id}`],
  [trackPath(id, { from: 'my-tracks' }), `/tracks/${id}?from=my-tracks`],
  [tracksPath(), '/tracks'],
  [tracksPath({ query: '', orderBy: 'popularity', page: 1 }), '/tracks'],
  [
    tracksPath({ query: 'a & b', orderBy: 'price', page: 2 }),
    '/tracks?query=a+%26+b&orderBy=price&page=2',
  ],
  [tracksPath({ artistId: id }), `/tracks?artistId=${id}`],
  [loginPath(), '/login'],
  [loginPath({ redirectTo: '/' }), '/login'],
  [loginPath({ redirectTo: '/tracks?page=2' }), '/login?next=%2Ftracks%3Fpage%3D2'],
  [registerPath({ role: 'artist' }), '/register?role=artist'],
  [registerPath({ redirectTo: '/cart' }), '/register?next=%2Fcart'],
  [myTracksPath({ order: 'one' }), '/my-tracks?order=one'],
  [receiptPath('UND-000012'), '/receipts/UND-000012'],
  [receiptsPath(), '/receipts'],
  [receiptsPath({ page: 2 }), '/receipts?page=2'],
  [artistDashboardPath({ setup: 'returned' }), '/artist-dashboard?setup=returned'],
  [artistDashboardPath({ query: 'a b', page: 2 }), '/artist-dashboard?query=a+b&page=2'],
  [artistDashboardPath({ page: 1, dialog: { name: 'edit', id } }), `/artist-dashboard?edit=${id}`],
  [checkoutSuccessPath('{SESSION}'), '/checkout/success?cs={SESSION}'],
])('a page has the path %s', (path, expected) => {
  expect(path).toBe(expected)
})
