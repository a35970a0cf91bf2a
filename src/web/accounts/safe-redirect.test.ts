import { expect, test } from 'vitest'
import { accountLink, safeRedirect, withSuccess } from './safe-redirect.ts'

test.each([
  '/',
  '/cart',
  '/tracks?query=sk%20y&page=2',
  '/tracks/1?from=my-tracks#comments',
  '/a//b',
])('after a login the redirect may lead to %j', (next) => {
  expect(safeRedirect(next)).toBe(next)
})

test.each([
  ['/😀', '/%F0%9F%98%80'],
  ['/tracks?query=Ça ira', '/tracks?query=%C3%87a%20ira'],
  ['/tracks?query=\uD83D', '/tracks?query=%EF%BF%BD'],
  ['/a%20b#ü', '/a%20b#%C3%BC'],
])('%j is encoded for the Location header', (next, encoded) => {
  expect(safeRedirect(next)).toBe(encoded)
  expect(safeRedirect(encoded)).toBe(encoded)
})

test.each([
  '//evil.test',
  '/..//evil.test',
  '/.//evil.test',
  '/a/../..//evil.test',
  '/%2e%2e//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/x\u0000',
  '/x\u0085',
  'https://evil.test/',
  'javascript:alert(1)',
  'cart',
  ' /cart',
  '',
  `/${'x'.repeat(3000)}`,
  null,
  undefined,
])('after a login the redirect never leads to %j', (next) => {
  expect(safeRedirect(next, '/home')).toBe('/home')
})

test.each(['/login', '/login?next=/cart', '/register#x', '/logout/'])(
  'after a login the redirect does not lead back to %s',
  (next) => {
    expect(safeRedirect(next)).toBe('/')
  },
)

test('a link to the login page contains the return path, unless that is the home page', () => {
  expect(accountLink('login', '/tracks?page=2&query=a')).toBe(
    '/login?next=%2Ftracks%3Fpage%3D2%26query%3Da',
  )
  expect(accountLink('register', '/')).toBe('/register')
  expect(accountLink('register', '//evil.test')).toBe('/register')
})

test('the success parameter is appended to an existing query', () => {
  expect(withSuccess('/cart', 'customer_registered')).toBe('/cart?success=customer_registered')
  expect(withSuccess('/tracks?page=2#list', 'x')).toBe('/tracks?page=2&success=x#list')
})
