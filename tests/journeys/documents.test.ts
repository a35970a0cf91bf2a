// Documents of the built web, as sent and as a browser shows them before and after the scripts run.

import { createHash } from 'node:crypto'
import Fastify, { type InjectOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { ensureWebIsBuilt } from '../../scripts/build-web.ts'
import { handleErrors } from '../../src/server/http/errors.ts'
import { openPageCache } from '../../src/server/pages/page-cache.ts'
import { servePages } from '../../src/server/pages/web-pages.ts'
import { loadBuiltWeb, serveBuiltFiles } from '../../src/server/start/web-build.ts'
import { Refusal } from '../../src/rules/errors/refusal.ts'
import { exampleSite } from '../support/pages/example-site.ts'
import { openBrowser, phone } from '../support/browser.ts'
import { exampleTrack } from '../../src/web/tracks/example-track.ts'

const planted = '</script><script nonce="0">evil()</script><link rel="modulepreload" href="/evil">'
const track = exampleTrack({ title: planted, description: planted, instructions: planted })
const comment = { id: '1', text: planted, createdAt: track.createdAt, user: track.user }

await ensureWebIsBuilt(() => undefined)
const app = await openPages()
afterAll(() => app.close())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

/** The built web on stub endpoints. */
async function openPages() {
  const pages = Fastify()
  handleErrors(pages)
  pages.get('/public/tracks/query', () => ({
    tracks: [track],
    totalTracks: 1,
    totalPages: 1,
    currentPage: 1,
  }))
  pages.get('/public/tracks/featured', () => ({ tracks: [track], featured: 1 }))
  pages.get('/public/artists/featured', () => ({ artists: [] }))
  pages.get<{ Params: { id: string } }>('/api/proxy/tracks/:id', ({ params: { id } }) => {
    if (id.endsWith('500')) throw new Error('broken')
    if (id.endsWith('503')) throw new Refusal('unavailable')
    if (id.endsWith('404')) throw new Refusal('not_found')
    return {
      ...track,
      fineWaveform: 'z',
      comments: [comment],
      totalComments: 1,
      commentPage: 1,
      commentPages: 1,
    }
  })
  pages.get('/api/proxy/auth/get-id-and-role', () => ({ id: null, role: null }))
  pages.post('/api/accounts/log-in', () => {
    throw new Refusal('wrong_login')
  })
  servePages(pages, {
    loadRender: await loadBuiltWeb(),
    cache: openPageCache(),
    site: exampleSite,
    formOrigins: [],
  })
  await serveBuiltFiles(pages)
  await pages.listen({ host: '127.0.0.1', port: 0 })
  return pages
}

const address = (ending: string) => `/tracks/0198f000-0000-7000-8000-000000000${ending}`
const form = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: 'email=a%40b.test&password=wrong',
}

const kinds: [string, number, InjectOptions][] = [
  ['a public page', 200, { url: '/' }],
  ['a public page out of the cache', 200, { url: '/' }],
  ['the catalogue', 200, { url: '/tracks' }],
  ['a track', 200, { url: address('001') }],
  ['a page of one person', 200, { url: '/login' }],
  ['the page of an unknown address', 404, { url: '/nowhere' }],
  ['the page of a missing track', 404, { url: address('404') }],
  ['the page of an unexpected error', 500, { url: address('500') }],
  ['the page of an overloaded server', 503, { url: address('503') }],
  ['the response to a form without scripts', 401, { url: '/login', method: 'POST', ...form }],
]

test.each(kinds)(
  '%s has the HTML doctype, and its policy allows exactly its own scripts',
  async (_kind, status, request) => {
    const { statusCode, headers, body } = await app.inject(request)
    expect(statusCode).toBe(status)
    expect(body).toMatch(/^<!DOCTYPE html><html lang="en-GB">/)
    const scripts = [...body.matchAll(/<script(?! type="application)[^>]*>(.+?)<\/script>/gs)].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    )
    expect(scripts.length).toBeGreaterThan(4)
    const allowed = String(headers['content-security-policy']).match(/'sha256-[^']+'/g) ?? []
    expect(allowed.toSorted()).toEqual([...new Set(scripts)].toSorted())
    expect(body).not.toContain('<script nonce')
  },
)

test.each(['/', '/tracks', address('001')])(
  'in %s a script or import in the text of a track or a comment is shown as text',
  async (url) => {
    const { headers, body } = await app.inject(url)
    expect(body).toContain('evil()')
    expect(body).not.toContain(planted)
    expect(body).not.toMatch(/<(script|link)[^>]*(evil|nonce="0")/)
    const evil = createHash('sha256').update('evil()').digest('base64')
    expect(headers['content-security-policy']).not.toContain(evil)
  },
)

test.each(['/', '/tracks', address('001')])(
  'in %s scripts are deferred in a template, and the first covers are not',
  async (url) => {
    const { body } = await app.inject(url)
    const [, deferred = ''] = /<template id="deferred-scripts">(.*?)<\/template>/s.exec(body) ?? []
    const outside = body.replace(deferred, '')
    expect(outside).not.toMatch(/<link rel="modulepreload|<script[^>]*type="module"/)
    expect(deferred).toMatch(/^(<link rel="modulepreload"[^>]*>)+<script type="module"/)
    expect(body).toMatch(/<img[^>]*cover\.svg"[^>]* fetchPriority="high"/i)
    const covers = (body.match(/<img[^>]*>/g) ?? []).filter((image) => image.includes('cover.svg'))
    expect(covers.filter((image) => image.includes('loading="lazy"'))).toEqual([])
  },
)

test('the footer below the cart does not move when the cart turns out to be empty', async () => {
  const footerTop = async (scripts: boolean) => {
    await using visitor = await browser.visitor({ ...phone, scripts })
    const page = await visitor.newPage()
    await page.goto(`${app.listeningOrigin}/cart`)
    if (scripts) await page.getByText('Your cart is empty').waitFor()
    await page.evaluate(() => document.fonts.ready)
    return (await page.getByRole('contentinfo').boundingBox())?.y
  }
  const [before, after] = [await footerTop(false), await footerTop(true)]
  expect(before).toBeGreaterThan(0)
  expect(after).toBe(before)
})
