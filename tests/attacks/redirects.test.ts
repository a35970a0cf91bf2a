import { expect, test } from 'vitest'
import { loadBuiltWeb } from '#server/start/web-build.ts'
import { createAttackApp } from './attack-app.ts'

const home = 'http://undersong.test'

const starts = [
  '//',
  '///',
  '////',
  '/\\',
  '\\\\',
  '\\/',
  '/\t/',
  '/\n/',
  '/\r\n/',
  '/%09/',
  '/%0d/',
  '/%5c',
  '%2f%2f',
  '/%2f/',
  '/.//',
  '/..//',
  '/a/..//',
  '/a/../..//',
  '/%2e%2e//',
  '/./\\',
  '/;//',
  '/?//',
  '/#//',
  'http:',
  'http:/',
  'http://',
  'https://',
  'HTTPS://',
  'https:',
  '//user:pass@',
  '//undersong.test@',
  `${home}@`,
  `${home}.`,
  `${home}:80@`,
  'javascript:alert(1)//',
  'data:text/html,',
  'ftp://',
  'ws://',
  ' //',
  '\u00A0//',
  '\u2028//',
  '/\u200B/',
  '/\uFEFF/',
  '／／',
  '/／',
  '//\u3002',
  '/\u0000/',
  '/😀//',
  '/\uD83D/',
]
const hosts = ['evil.test', 'evil.test/tracks', 'evil.test%00', '[::1]', '127.0.0.1', 'еvil.test']
const others = [
  '',
  '/',
  '/😀',
  '/tracks?query=😀',
  '/\uD83D',
  '/%',
  '/%zz',
  '/%F0%9F',
  '/a b',
  '/x\r\nSet-Cookie: a=b',
  '/login',
  '/login?next=/login',
  '/logout',
  `/${'a'.repeat(1900)}`,
  `/${'😀'.repeat(900)}`,
  '/tracks#😀',
  '/é?ü=ö#ä',
  '.',
  '..',
  '/.',
  '/..',
  '?',
  '#',
]
const wanted = [...starts.flatMap((start) => hosts.map((host) => start + host)), ...others]

test(`of ${wanted.length} addresses to go to after logging in, none leads away and none breaks`, async () => {
  expect(wanted.length).toBeGreaterThanOrEqual(180)
  await using attack = await createAttackApp({ loadRender: await loadBuiltWeb() })
  const { testApp, people } = attack
  for (const next of wanted) {
    const query = encodeURIComponent(next.toWellFormed())
    for (const page of ['/login', '/register', '/login.data', '/register.data']) {
      const url = `${page}?next=${query}`
      const response = await testApp.http.inject({
        url,
        headers: { host: 'undersong.test', cookie: people.customer.cookie },
      })
      expect(response.statusCode, url).toBeLessThan(400)
      expectToStay(response.headers['location'] ?? pathInData(response.body), url)
    }
    // A visitor gets the form, whose links carry the address on.
    const form = await testApp.http.inject({
      url: `/login?next=${query}`,
      headers: { host: 'undersong.test' },
    })
    expect(form.statusCode, next).toBe(200)
    const links = [...form.body.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
    for (const link of links.filter((href) => !href.startsWith('mailto:'))) {
      expectToStay(link.replaceAll('&amp;', '&'), next)
      const carried = new URL(link.replaceAll('&amp;', '&'), home).searchParams.get('next')
      if (carried !== null) expectToStay(encodeURI(carried.toWellFormed()), next)
    }
  }
})

test('what follows logging in and registering by the form stays here, too', async () => {
  await using attack = await createAttackApp({ loadRender: await loadBuiltWeb() })
  const { testApp, people } = attack
  // Each costs a password's hashing.
  const some = wanted.filter((_, index) => index % 8 === 0)
  for (const [index, next] of some.entries()) {
    const response = await testApp.http.inject({
      method: 'POST',
      url: `/login?next=${encodeURIComponent(next.toWellFormed())}`,
      headers: {
        host: 'undersong.test',
        origin: home,
        'content-type': 'application/x-www-form-urlencoded',
      },
      remoteAddress: `10.1.0.${index}`,
      payload: new URLSearchParams({
        email: people.customer.email,
        password: 'sing it to me',
      }).toString(),
    })
    expect(response.statusCode, next).toBe(302)
    expectToStay(response.headers['location'], next)
  }
})

/** The address in a redirect that travels as data: the longest text in it that begins like one. */
function pathInData(body: string): string | undefined {
  const texts = (JSON.parse(body.split('\n')[0] ?? '[]') as unknown[]).filter(
    (one): one is string => typeof one === 'string',
  )
  return texts.find((text) => /^[/\\h]/.test(text))
}

function expectToStay(location: string | string[] | undefined, what: string): void {
  const to = String(location)
  expect(to, what).toMatch(/^[\x20-\x7E]*$/)
  // As a browser resolves it, and as a router does that takes '//' for a host.
  expect(new URL(to, `${home}/login`).origin, what).toBe(home)
  expect(new URL(to, `${home}/login`).pathname, what).not.toMatch(/^\/\//)
}
