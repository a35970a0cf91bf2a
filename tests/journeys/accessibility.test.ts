import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { policyRoutes, taxReportPath } from '../../src/rules/page-paths.ts'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { makeOffers } from '../support/artists/api-offers.ts'
import { desktop, openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { acceptCommission, askForCommission } from '../support/commissions/api-commission.ts'
import { storeCommissionStates } from '../support/commissions/commission-states.ts'
import { roomStates } from '../support/commissions/room-states.ts'
import { storeOwedVat } from '../support/money/owed-money.ts'
import { storeMoneyStates } from '../support/pages/money-states.ts'
import type { PageState } from '../support/pages/page-state.ts'
import { storeInvoiceOf } from '../support/sales/vat-invoices.ts'
import { playWithoutEnd } from '../support/sound/players.ts'
import { storeTaxReport } from '../support/platform-report/stored-tax-report.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const admin = await createApiAdmin(app, 'Ada Admin')
const { id: artistId } = await app.artist.request<{ id: string }>(
  'GET /api/proxy/auth/get-id-and-role',
)
const waitingId = await askForCommission(app)
const acceptedId = await askForCommission(app)
await acceptCommission(app.artist, acceptedId)
await makeOffers(app.artist)
const taxReportId = await storeTaxReport(app, app.artist)
const { customer, states } = await storeCommissionStates(app)
const invoice = await storeInvoiceOf(app, app.artist)
await storeOwedVat(app)
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())
// For all states that a visitor's emptied page is in.
await playWithoutEnd(await browser.emptiedPage(app.url))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function fillBasket(page: Page): Promise<void> {
  await page.goto(`${app.url}/tracks/${app.longTrackId}`)
  await settle(page)
  await button(page, 'Add to Basket').click()
  await button(page, 'Basket, 1 item').waitFor()
  await page.goto(`${app.url}/tracks?query=shenandoah`)
  await button(page, 'Basket, 1 item').waitFor()
  await button(page, 'Add Shenandoah to basket').click()
  await button(page, 'Basket, 2 items').waitFor()
}

async function openFilledCart(page: Page): Promise<void> {
  await fillBasket(page)
  await page.goto(`${app.url}/cart`)
  await page.getByRole('row', { name: /Shenandoah/ }).waitFor()
}

const pageStates: PageState[] = [
  { page: 'the home page', path: '/' },
  { page: 'the catalogue', path: '/tracks' },
  {
    page: 'the catalogue while a preview plays',
    path: '/tracks?query=shenandoah',
    after: async (page) => {
      await button(page, 'Preview Shenandoah').click()
      await page.getByRole('region', { name: 'Preview player' }).getByText('Playing').waitFor()
      await button(page, 'Pause Shenandoah').first().click()
    },
  },
  { page: 'a search without results', path: '/tracks?query=zither' },
  { page: 'the artists', path: '/artists?availableForCommission=all&lastOnlineWithin=90' },
  { page: 'a search for artists without results', path: '/artists?query=zither' },
  { page: 'the closest matches of a search', path: '/tracks?query=barbara+xylophonist' },
  {
    page: 'the catalogue with suggestions',
    path: '/tracks',
    after: async (page) => {
      await page.getByRole('main').getByLabel('Search tracks').focus()
      await page.keyboard.type('bar')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
    },
  },
  {
    page: 'a track that the customer owns',
    path: '/tracks?query=barbara',
    as: app.singer,
    after: (page) => page.getByRole('link', { name: /^Owned · Download/ }).waitFor(),
  },
  {
    page: 'the page of a track that the customer owns',
    path: `/tracks/${app.boughtTrackId}`,
    as: app.singer,
    after: (page) => page.getByText(/^Yours since/).waitFor(),
  },
  { page: 'a track with a long title and comments', path: `/tracks/${app.longTrackId}` },
  { page: 'an empty cart', path: '/cart' },
  { page: 'a guest’s cart', path: '/', after: openFilledCart },
  {
    page: 'the question before a cart is cleared',
    path: '/',
    after: async (page) => {
      await openFilledCart(page)
      await button(page, 'Clear cart').click()
      await page.getByRole('dialog', { name: 'Clear the cart?' }).waitFor()
    },
  },
  {
    page: 'the open basket',
    path: '/',
    inFront: '#cart-menu',
    after: async (page) => {
      await fillBasket(page)
      await button(page, 'Basket, 2 items').click()
      await page.getByRole('link', { name: 'View Cart' }).waitFor()
    },
  },
  { page: 'the login page', path: '/login' },
  { page: 'the registration page', path: '/register' },
  {
    page: 'the registration page with errors',
    path: '/register',
    expected: /status of 400/,
    after: async (page) => {
      await button(page, 'Open my account').click()
      await page.getByRole('alert').waitFor()
    },
  },
  ...policyRoutes.map((path) => ({ page: path, path })),
  { page: 'the purchased tracks', path: '/my-tracks', as: app.singer },
  { page: 'the receipts', path: '/receipts', as: app.singer },
  { page: 'the followed artists', path: '/following', as: app.singer },
  { page: 'the settings', path: '/settings', as: app.singer },
  { page: 'password and devices', path: '/settings/security', as: app.singer },
  { page: 'the export and the deletion', path: '/settings/data', as: app.singer },
  { page: 'a forgotten password', path: '/forgotten-password' },
  { page: 'a new password', path: '/reset-password?token=invented' },
  { page: 'the confirmation of an email', path: '/confirm-email?token=invented' },
  { page: 'the second step of a log-in', path: '/login/code' },
  { page: 'a customer’s artist dashboard', path: '/artist-dashboard', as: app.singer },
  { page: 'an artist’s dashboard', path: '/artist-dashboard', as: app.artist },
  { page: 'the contact form', path: '/contact', as: app.artist },
  { page: 'the form that reports a profile', path: `/report/profile/${artistId}`, as: app.singer },
  { page: 'the same for a visitor', path: `/report/profile/${artistId}` },
  { page: 'a user without removed words', path: '/removed-words', as: app.singer },
  { page: 'an admin’s list of users', path: '/admin/users', as: admin },
  { page: 'an admin’s list of tracks', path: '/admin/tracks', as: admin },
  { page: 'an artist’s own profile', path: '/artist-dashboard/profile', as: app.artist },
  { page: 'an artist’s commissions', path: '/artist-dashboard/commissions', as: app.artist },
  {
    page: 'an offer without a title',
    path: '/artist-dashboard/commissions',
    as: app.artist,
    inFront: '[role=dialog]',
    after: async (page) => {
      await button(page, 'Add an offer').click()
      await button(page, 'Save offer').click()
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
  {
    page: 'an artist’s sales',
    path: '/artist-dashboard/sales',
    as: app.artist,
    after: (page) => page.getByText('The same as a table').click(),
  },
  { page: 'no bank payouts', path: '/artist-dashboard/payouts', as: app.artist },
  { page: 'an artist’s papers', path: '/artist-dashboard/papers', as: app.artist },
  { page: 'no papers of a kind', path: '/artist-dashboard/papers?kind=statement', as: app.artist },
  { page: 'a VAT invoice', path: `/artist-dashboard/vat-invoices/${invoice}`, as: app.artist },
  { page: 'a tax report', path: taxReportPath(taxReportId), as: app.artist },
  { page: 'no sales of a kind', path: '/artist-dashboard/sales?state=free', as: app.artist },
  { page: 'a commission to answer', path: `/commissions/${waitingId}`, as: app.artist },
  {
    page: 'the question before a commission is declined',
    path: `/commissions/${waitingId}`,
    as: app.artist,
    after: async (page) => {
      await button(page, 'Decline').click()
      await page.getByRole('dialog', { name: 'Decline this commission?' }).waitFor()
    },
  },
  { page: 'a commission to pay', path: `/commissions/${acceptedId}`, as: app.singer },
  {
    page: 'how commissions work, over the form of a request',
    path: `/artist/${artistId}/commission?again=${waitingId}`,
    as: app.singer,
    inFront: '[role=dialog]',
    after: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    page: 'the form of a request',
    path: `/artist/${artistId}/commission?again=${waitingId}`,
    as: app.singer,
    after: (page) => page.getByRole('button', { name: 'I understand' }).click(),
  },
  {
    page: 'the form of a request over the profile of an artist',
    path: `/artist/${artistId}`,
    as: app.singer,
    inFront: '[role=dialog]',
    after: async (page) => {
      await page.getByRole('link', { name: 'Order Custom Track' }).click()
      await button(page, 'I understand').click()
      await page.getByRole('dialog', { name: /^Request Custom Track from / }).waitFor()
    },
  },
  ...roomStates({ customer, artist: app.artist, states }),
  {
    page: 'the part of a price that an admin decides',
    path: `/admin/commissions/${states.disputed}/decide?outcome=partial&artistPart=15`,
    as: admin,
  },
  {
    page: 'a part of a price that an admin cannot decide',
    path: `/admin/commissions/${states.disputed}/decide?outcome=partial&artistPart=half`,
    as: admin,
  },
  { page: 'a commission as an admin sees it', path: `/commissions/${acceptedId}`, as: admin },
  { page: 'an admin’s list of commissions', path: '/admin/commissions', as: admin },
  { page: 'an admin’s list of disputes', path: '/admin/disputes', as: admin },
  ...(await storeMoneyStates(app, admin)),
  { page: 'what waits for an admin', path: '/admin/tasks', as: admin },
  { page: 'an admin’s list of days', path: '/admin/reconciliation', as: admin },
  { page: 'what the tax authority is told', path: '/admin/reporting', as: admin },
  { page: 'the VAT of a year', path: '/admin/reporting/vat', as: admin },
  ...vatPaymentsOf({ 'a payment of VAT': 24, 'a payment of VAT that is too much': 99 }),
]

test.each(pageStates)(
  '$page breaks no accessibility rule in light or dark, fits a phone, and reports no error',
  async ({ path, as, after, inFront, expected }) => {
    const page = await browser.emptiedPage(app.url, as)
    const errors = errorsOn(page, expected)
    await page.goto(app.url + path)
    await settle(page)
    if (after !== undefined) {
      await after(page)
      await settle(page)
    }
    expect(await problemsOnScreens(page, inFront, [desktop, phone])).toEqual([])
    expect(await widthOf(page)).toBeLessThanOrEqual(phone.width)
    expect(errors).toEqual([])
  },
)

/** As it was typed, with what it books or why it is refused. */
function vatPaymentsOf(pounds: Record<string, number>): PageState[] {
  const typed = 'from=2026-09&until=2026-11&paidOn=2026-11-01&reference=VAT'
  return Object.entries(pounds).map(([page, amount]) => ({
    page,
    path: `/admin/reporting/vat/payment?amount=${amount}&${typed}`,
    as: admin,
  }))
}

function errorsOn(page: Page, expected?: RegExp): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    const isExpected = expected?.test(message.text()) ?? false
    if (message.type() === 'error' && !isExpected) errors.push(message.text())
  })
  return errors
}

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)
}
