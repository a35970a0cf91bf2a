import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { policyRoutes, taxReportPath } from '../../src/rules/page-paths.ts'
import { createApiAdmin } from '../support/access/api-admin.ts'
import type { ApiUser } from '../support/api-user.ts'
import { makeOffers } from '../support/artists/api-offers.ts'
import { openBrowser } from '../support/browser.ts'
import { acceptCommission, askForCommission } from '../support/commissions/api-commission.ts'
import { storeCommissionStates } from '../support/commissions/commission-states.ts'
import { markupProblems } from '../support/markup.ts'
import { storeMoneyStates } from '../support/pages/money-states.ts'
import { storeInvoiceOf } from '../support/sales/vat-invoices.ts'
import { playWithoutEnd } from '../support/sound/players.ts'
import { storeTaxReport } from '../support/platform-report/stored-tax-report.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const admin = await createApiAdmin(app, 'Ada Admin')
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

type PageRequest = {
  page: string
  path: string
  status?: number
  as?: ApiUser
  /** Sent as a browser without JavaScript sends a form. */
  form?: Record<string, string>
}

const { longTrackId, singer, artist } = app
const { id: artistId } = await artist.request<{ id: string }>('GET /api/proxy/auth/get-id-and-role')
const waitingId = await askForCommission(app)
const acceptedId = await askForCommission(app)
await acceptCommission(artist, acceptedId)
await makeOffers(artist)
const taxReportId = await storeTaxReport(app, artist)
const { customer, states } = await storeCommissionStates(app)
const invoice = await storeInvoiceOf(app, artist)
const noTrack = '8f14e45f-ceea-467f-a1d2-91b5a1c0c0de'
const unpaid = 'cs_test_0'

const pageRequests: PageRequest[] = [
  { page: 'the home page', path: '/' },
  { page: 'the catalogue', path: '/tracks' },
  { page: 'the second page of the catalogue', path: '/tracks?page=2&orderBy=price' },
  { page: 'a search', path: '/tracks?query=shenandoah' },
  { page: 'a search without results', path: '/tracks?query=zither' },
  { page: 'the artists', path: '/artists?availableForCommission=all' },
  { page: 'the closest matches of a search', path: '/tracks?query=barbara+xylophonist' },
  {
    page: 'filters and search text',
    path: '/tracks?query=shenandoah&keySig=D&vocal-range=Tenor&isHigher=true',
  },
  { page: 'a track with a long title and comments', path: `/tracks/${longTrackId}` },
  { page: 'a track that is not there', path: `/tracks/${noTrack}`, status: 404 },
  { page: 'a cart before scripts', path: '/cart' },
  { page: 'the login page', path: '/login?next=/cart' },
  {
    page: 'a refused login',
    path: '/login',
    status: 401,
    form: { email: 'a@b.test', password: 'wrong' },
  },
  { page: 'an empty login', path: '/login', status: 400, form: {} },
  { page: 'the registration page', path: '/register' },
  { page: 'an empty registration', path: '/register', status: 400, form: {} },
  {
    page: 'a registration with an email that is taken',
    path: '/register',
    status: 409,
    form: { email: singer.email, username: 'Mia Two', password: 'sing it to me', role: 'customer' },
  },
  { page: 'the logout page', path: '/logout', as: singer },
  ...policyRoutes.map((path) => ({ page: path, path })),
  { page: 'the purchased tracks', path: '/my-tracks', as: singer },
  { page: 'nothing bought', path: '/my-tracks', as: artist },
  { page: 'owned tracks searched in vain', path: '/my-tracks?query=zither', as: singer },
  { page: 'the receipts', path: '/receipts', as: singer },
  { page: 'the followed artists', path: '/following', as: singer },
  { page: 'the settings', path: '/settings', as: singer },
  { page: 'password and devices', path: '/settings/security', as: singer },
  {
    page: 'an empty change of password',
    path: '/settings/security',
    status: 400,
    as: singer,
    form: { form: 'password' },
  },
  { page: 'the export and the deletion', path: '/settings/data', as: singer },
  { page: 'a forgotten password', path: '/forgotten-password' },
  {
    page: 'a new password by an old link',
    path: '/reset-password?token=old',
    status: 410,
    form: { token: 'old', password: 'another song to sing' },
  },
  { page: 'the confirmation of an email', path: '/confirm-email?token=old' },
  { page: 'the second step of a log-in', path: '/login/code' },
  { page: 'a receipt', path: '/receipts/UND-000001', as: singer },
  { page: 'the library for a visitor', path: '/my-tracks' },
  {
    page: 'a payment of another customer',
    path: `/checkout/success?session_id=${unpaid}`,
    status: 404,
    as: singer,
  },
  { page: 'a cancelled payment', path: '/checkout/cancelled', as: singer },
  { page: 'a customer’s artist dashboard', path: '/artist-dashboard', as: singer },
  { page: 'an artist’s dashboard', path: '/artist-dashboard', as: artist },
  { page: 'an artist’s own profile', path: '/artist-dashboard/profile', as: artist },
  { page: 'an artist’s commissions', path: '/artist-dashboard/commissions', as: artist },
  { page: 'the form that reports a track', path: `/report/track/${longTrackId}`, as: singer },
  { page: 'the same for a visitor', path: `/report/track/${longTrackId}` },
  { page: 'a user’s removed words', path: '/removed-words', as: singer },
  { page: 'an artist’s sales', path: '/artist-dashboard/sales', as: artist },
  { page: 'no bank payouts', path: '/artist-dashboard/payouts', as: artist },
  { page: 'an artist’s papers', path: '/artist-dashboard/papers', as: artist },
  { page: 'no papers of a kind', path: '/artist-dashboard/papers?kind=statement', as: artist },
  { page: 'a VAT invoice', path: `/artist-dashboard/vat-invoices/${invoice}`, as: artist },
  { page: 'a tax report', path: taxReportPath(taxReportId), as: artist },
  { page: 'no sales of a kind', path: '/artist-dashboard/sales?state=free', as: artist },
  ...(await storeMoneyStates(app, admin)),
  { page: 'a commission to answer', path: `/commissions/${waitingId}`, as: artist },
  { page: 'a commission to pay', path: `/commissions/${acceptedId}`, as: singer },
  ...Object.entries(states).flatMap(([state, id]) =>
    [customer, artist].map((as) => ({
      page: `a commission, ${state}, for ${as.username}`,
      path: `/commissions/${id}`,
      as,
    })),
  ),
  {
    page: 'a request for changes after the last revision',
    path: `/commissions/${states.delivered}`,
    status: 400,
    as: customer,
    form: { step: 'request_changes', revisionFeedback: 'Slower.' },
  },
  { page: 'the form of a request', path: `/artist/${artistId}/commission`, as: singer },
  {
    page: 'the form of a request that was refused',
    path: `/artist/${artistId}/commission?again=${waitingId}`,
    status: 400,
    as: singer,
    form: { name: '', requirements: 'Slowly.', guideTrackUrl: 'ftp://example.com' },
  },
  { page: 'a commission of others', path: `/commissions/${noTrack}`, status: 404, as: singer },
  {
    page: 'a refused answer to a commission',
    path: `/commissions/${acceptedId}`,
    status: 409,
    as: artist,
    form: { step: 'accept', reason: '' },
  },
  { page: 'a page that is not there', path: '/no-such-page', status: 404 },
]

test.each(pageRequests)(
  'the markup of $page is valid as the server sends it',
  async (pageRequest) => {
    const { path, as, form, status = 200 } = pageRequest
    const response = await fetch(app.url + path, {
      headers: as ? { cookie: as.cookie } : {},
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ])
    expect(await markupProblems(await response.text())).toEqual([])
  },
)

test('every link of the footer leads to a page with its own title, a heading and that footer', async () => {
  const linksIn = (html: string) =>
    [...html.slice(html.indexOf('<footer')).matchAll(/<a\b[^>]*? href="([^"]+)"/g)].map(
      ([, href = '']) => href,
    )
  const links = linksIn(await (await fetch(app.url)).text())
  expect(links).toEqual(
    expect.arrayContaining(['/tracks', '/artists', '/contact', ...policyRoutes]),
  )
  const titles = new Set<string | undefined>()
  for (const href of links) {
    const response = await fetch(app.url + href)
    const html = await response.text()
    titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1])
    const headings = html.match(/<h1\b/g)?.length
    expect([href, response.status, headings, linksIn(html)]).toEqual([href, 200, 1, links])
  }
  expect(titles.has(undefined)).toBe(false)
  expect(titles.size).toBe(links.length)
})

test('the pages of fixed words are cached for everyone, name their own address, and link only to parts that exist', async () => {
  const known = new Map<string, Set<string>>()
  const linked: [string, string][] = []
  for (const path of policyRoutes) {
    await fetch(app.url + path)
    const response = await fetch(app.url + path, { headers: { cookie: singer.cookie } })
    const html = await response.text()
    expect([path, response.headers.get('x-cache')]).toEqual([path, 'cache'])
    expect(html).toContain(`<link rel="canonical" href="${app.url}${path}"`)
    known.set(path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)))
    for (const [, page = '', part = ''] of html.matchAll(/ href="(\/[\w-]+)?#([\w-]+)"/g))
      linked.push([page || path, part])
  }
  expect(linked.length).toBeGreaterThan(30)
  expect(linked.filter(([page, part]) => known.get(page)?.has(part) === false)).toEqual([])
})

test('the markup that scripts add is valid: the basket, the cart, a player, and errors in a form', async () => {
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  await playWithoutEnd(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(`${app.url}/tracks/${longTrackId}`)
  await page.locator('header').getByRole('link', { name: 'Log in' }).waitFor()
  await button('Add to Basket').click()
  await button('Basket, 1 item').click()
  await page.getByRole('link', { name: 'View Cart' }).waitFor()
  await expectValid(page, 'the open basket')

  // Not with a dialog open: its library hides the page behind it in ways that the validator cannot check.
  await page.goto(`${app.url}/cart`)
  await button('Clear cart').waitFor()
  await expectValid(page, 'a filled cart')

  await page.goto(`${app.url}/tracks?query=shenandoah`)
  await button('Basket, 1 item').waitFor()
  await button('Preview Shenandoah').click()
  await page.getByRole('region', { name: 'Preview player' }).getByText('Playing').waitFor()
  await expectValid(page, 'the catalogue while a preview plays')

  await page.getByRole('main').getByLabel('Search tracks').fill('bar')
  await page.getByRole('option').first().waitFor()
  await expectValid(page, 'the catalogue with suggestions')

  await page.goto(`${app.url}/register`)
  await button('Basket, 1 item').waitFor()
  await button('Open my account').click()
  await page.getByRole('alert').waitFor()
  await expectValid(page, 'the registration page with errors')
})

async function expectValid(page: Page, state: string): Promise<void> {
  expect([state, await markupProblems(await page.content())]).toEqual([state, []])
}
