import { expect, test } from 'vitest'
import { loadBuiltWeb } from '#server/start/web-build.ts'
import { createAttackApp } from './attack-app.ts'

const siteOrigin = 'http://undersong.test'

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
  `${siteOrigin}@`,
  `${siteOrigin}.`,
  `${siteOrigin}:80@`,
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
const targets = [...starts.flatMap((start) => hosts.map((host) => start + host)), ...others]

test(`of ${targets.length} redirect targets after a login, none leads to another site and none causes an error`, async () => {
  expect(targets.length).toBeGreaterThanOrEqual(180)
  await using attack = await createAttackApp({ loadRender: await loadBuiltWeb() })
  const { testApp, people } = attack
  for (const next of targets) {
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
    // A visitor gets the form, whose links pass the target on.
    const form = await testApp.http.inject({
      url: `/login?next=${query}`,
      headers: { host: 'undersong.test' },
    })
    expect(form.statusCode, next).toBe(200)
    const links = [...form.body.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
    for (const link of links.filter((href) => !href.startsWith('mailto:'))) {
      expectToStay(link.replaceAll('&amp;', '&'), next)
      const carried = new URL(link.replaceAll('&amp;', '&'), siteOrigin).searchParams.get('next')
      if (carried !== null) expectToStay(encodeURI(carried.toWellFormed()), next)
    }
  }
})

test('the redirect after a login by the form stays on this site', async () => {
  await using attack = await createAttackApp({ loadRender: await loadBuiltWeb() })
  const { testApp, people } = attack
  // A sample only, because each login hashes a password.
  const sample = targets.filter((_, index) => index % 8 === 0)
  for (const [index, next] of sample.entries()) {
    const response = await testApp.http.inject({
      method: 'POST',
      url: `/login?next=${encodeURIComponent(next.toWellFormed())}`,
      headers: {
        host: 'undersong.test',
        origin: siteOrigin,
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

/** The target of a redirect that is sent as data: the first text in it that begins like a URL. */
function pathInData(body: string): string | undefined {
  const texts = (JSON.parse(body.split('\n')[0] ?? '[]') as unknown[]).filter(
    (one): one is string => typeof one === 'string',
  )
  return texts.find((text) => /^[/\\h]/.test(text))
}

function expectToStay(location: string | string[] | undefined, what: string): void {
  const to = String(location)
  expect(to, what).toMatch(/^[\x20-\x7E]*$/)
  // Resolved as a browser does, and as a router does that reads '//' as a host.
  expect(new URL(to, `${siteOrigin}/login`).origin, what).toBe(siteOrigin)
  expect(new URL(to, `${siteOrigin}/login`).pathname, what).not.toMatch(/^\/\//)
}
