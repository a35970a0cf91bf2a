// Every page in windows that are low: a phone held sideways, two apps above one another, a page at 400 % zoom.

import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { pageRoutes } from '../../src/rules/page-paths.ts'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { createSuspendedBuyer } from '../support/access/suspended-buyer.ts'
import { linkSentTo } from '../support/accounts/confirm-email.ts'
import type { ApiUser } from '../support/api-user.ts'
import { openBrowser, settle } from '../support/browser.ts'
import { acceptCommission, askForCommission } from '../support/commissions/api-commission.ts'
import { writeOffline } from '../support/commissions/commission-page.ts'
import { storeCommissionStates } from '../support/commissions/commission-states.ts'
import { storeBankDispute } from '../support/money/stored-bank-dispute.ts'
import { openDatabaseOf } from '../support/money/stored-differences.ts'
import { createContents } from '../support/pages/created-contents.ts'
import { layoutProblems } from '../support/pages/layout-problems.ts'
import { owedOpenings } from '../support/pages/owed-openings.ts'
import { paperOpenings } from '../support/pages/paper-openings.ts'
import { reconciliationOpenings } from '../support/pages/reconciliation-openings.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const database = await openDatabaseOf(app)
afterAll(() => database.close())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const lowWindows = [
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 390, height: 470 },
  { width: 320, height: 256 },
]

const { artist, singer, longTrackId } = app
const admin = await createApiAdmin(app, 'Ada Admin')
const suspended = await createSuspendedBuyer(app, {
  admin,
  trackId: app.boughtTrackId,
  reason: 'Copied recordings. '.repeat(20),
})
const { id: artistId } = await artist.request<{ id: string }>('GET /api/proxy/auth/get-id-and-role')
const { id: singerId } = await singer.request<{ id: string }>('GET /api/proxy/auth/get-id-and-role')

const { flagTrack, askForMoney, takeDownTrack, writeComment, removeComment } = createContents({
  ...app,
  admin,
})

type Opening = {
  /** With the values of its parameters; the page's own by default. */
  path?: string
  as?: ApiUser
  /** Of a page that only leads to another one. */
  endsAt?: string
  /** Of the part for this user, which scripts add. */
  text?: string
  /** The button of a dialog that stands over the page at first. */
  closes?: string
  /** Actions on the page before the check. */
  after?: (page: Page) => Promise<unknown>
}

type Openings = Opening | Opening[]

let asked: Promise<string> | undefined
/** A customer has at most a few unpaid ones. */
const oneCommission = () => (asked ??= askForCommission({ artist, singer }))
let stored: ReturnType<typeof storeCommissionStates> | undefined
/** It takes the time of a delivery. */
const everyState = () => (stored ??= storeCommissionStates(app))

/** The fullest that each page can be; several, if no user sees all of its parts at once. */
const openings: Record<keyof typeof pageRoutes, () => Promise<Openings> | Openings> = {
  home: () => [{}, { as: suspended, text: 'Copied recordings.' }],
  tracks: () => [{}, { as: singer }],
  track: () => [
    { path: `/tracks/${longTrackId}`, as: singer },
    { path: `/tracks/${longTrackId}`, as: artist, text: 'Owner Statistics' },
    { path: `/tracks/${app.boughtTrackId}`, as: singer, text: 'Yours since' },
  ],
  artist: () => ({ path: `/artist/${artistId}` }),
  artists: () => ({ path: '/artists?availableForCommission=all' }),
  cart: async () => {
    await singer.request('POST /api/proxy/auth/cart/add', { trackId: longTrackId })
    return { as: singer }
  },
  checkoutSuccess: async () => {
    const { url } = await singer.request<{ url: string }>(
      'POST /api/proxy/stripe/create-cart-checkout-session',
      { items: [{ trackId: longTrackId }] },
    )
    const [session = ''] = /cs_\w+/.exec(url) ?? []
    return { path: `/checkout/success?cs=${session}`, as: singer }
  },
  checkoutCancelled: () => ({ as: singer }),
  myTracks: () => ({ as: singer }),
  refundRequest: () => ({ path: `/my-tracks/${app.boughtTrackId}/refund`, as: singer }),
  following: async () => {
    await singer.request(`POST /api/users/follow/${artistId}`, {})
    return { as: singer }
  },
  receipts: () => ({ as: singer }),
  receipt: () => ({ path: '/receipts/UND-000001', as: singer }),
  artistDashboard: () => ({ as: artist }),
  notifications: () => ({ as: artist }),
  notificationSettings: () => ({ as: artist }),
  unsubscribe: async () => {
    const link = new URL(await linkSentTo(app, artist.email, '/unsubscribe'))
    return { path: pageRoutes.unsubscribe + link.search }
  },
  takeDowns: async () => {
    await takeDownTrack()
    return { as: artist }
  },
  removedWords: async () => {
    await removeComment()
    return { as: singer }
  },
  report: async () => [
    { path: `/report/comment/${await writeComment()}`, as: artist, text: 'Reason' },
    { path: `/report/track/${longTrackId}` },
  ],
  artistProfile: () => ({ as: artist }),
  artistCommissions: async () => {
    await oneCommission()
    return { as: artist }
  },
  artistSales: () => ({ as: artist }),
  artistPayouts: () => ({ as: artist }),
  ...paperOpenings({ app, database, artist, artistId }),
  commissionRequest: async () => {
    const again = await oneCommission()
    const path = `/artist/${artistId}/commission?again=${again}`
    return { path, as: singer, closes: 'I understand' }
  },
  commission: async () => {
    const id = await oneCommission()
    await acceptCommission(artist, id)
    const { customer, states } = await everyState()
    const path = `/commissions/${states.full}`
    return [
      { path: `/commissions/${id}`, as: singer },
      { path, as: customer },
      { path, as: artist },
      { path: `${path}?before=nothing`, as: customer, text: 'The messages could not be loaded.' },
      { path, as: customer, after: writeOffline },
    ]
  },
  login: () => ({}),
  register: () => ({}),
  loginCode: () => ({}),
  logout: () => ({ as: singer, endsAt: '/' }),
  forgottenPassword: () => ({}),
  resetPassword: () => ({ path: '/reset-password?token=invented' }),
  confirmEmail: () => ({ path: '/confirm-email?token=invented' }),
  settings: () => ({ as: singer }),
  settingsSecurity: () => ({ as: singer }),
  settingsData: () => [{ as: singer }, { as: suspended, text: 'Copied recordings.' }],
  copyrightPolicy: () => ({}),
  terms: () => ({}),
  privacy: () => ({}),
  refunds: () => ({}),
  reviewsPolicy: () => ({}),
  about: () => ({}),
  contact: () => [{}, { as: suspended, text: 'Copied recordings.' }],
  admin: () => ({ as: admin, endsAt: '/admin/users' }),
  adminUsers: () => ({ as: admin }),
  adminUser: () => ({ path: `/admin/users/${singerId}`, as: admin }),
  adminRefunds: async () => {
    await askForMoney()
    return { as: admin, path: '/admin/refunds?receipt=1' }
  },
  adminRefundRequest: async () => {
    await askForMoney()
    const { requests } = await admin.request<{ requests: { id: string }[] }>(
      'GET /api/proxy/admin/refund-requests',
    )
    return { path: `/admin/refunds/requests/${requests[0]?.id}`, as: admin }
  },
  adminSale: async () => {
    const { sales } = await admin.request<{ sales: { id: string }[] }>(
      'GET /api/proxy/admin/sales?receipt=UND-000001',
    )
    return { path: `/admin/sales/${sales[0]?.id}?amount=0.10`, as: admin }
  },
  adminTasks: () => ({ as: admin }),
  adminTracks: () => ({ as: admin }),
  adminFlags: async () => {
    await flagTrack(longTrackId)
    return { as: admin }
  },
  adminMessages: async () => {
    const message = { subject: 'other', message: 'Where is my track? '.repeat(20) }
    await singer.request('POST /api/contact', { ...message, name: 'Mia', email: singer.email })
    return { as: admin }
  },
  adminCommissions: async () => {
    await oneCommission()
    return { as: admin }
  },
  adminDisputes: () => ({ as: admin }),
  adminDecision: async () => {
    const { states } = await everyState()
    return { path: `/admin/commissions/${states.disputed}/decide?outcome=refund`, as: admin }
  },
  adminBankDisputes: async () => {
    await storeBankDispute(app)
    return { as: admin }
  },
  adminBankDispute: async () => ({
    path: `/admin/bank-disputes/${await storeBankDispute(app)}`,
    as: admin,
  }),
  adminMoney: () => ({ as: admin }),
  adminPayOut: () => ({ as: admin }),
  adminMargins: () => ({ as: admin }),
  ...owedOpenings(app, admin),
  ...reconciliationOpenings(database, admin),
  adminReporting: () => ({ as: admin }),
  adminVat: () => ({ as: admin }),
  adminAuditLog: () => ({ as: admin }),
}

// From the list of paths, so that a page that nobody opens here fails.
const pageNames = Object.keys(pageRoutes) as (keyof typeof pageRoutes)[]

test.each(pageNames)(
  'the page %s has its width for itself in a low window, no text on another, and does not scroll sideways',
  async (name) => {
    const all = await openings[name]()
    for (const { path = pageRoutes[name], as, endsAt, text, closes, after } of [all].flat()) {
      const page = await browser.emptiedPage(app.url, as)
      const address = new URL(path, app.url)
      const response = await page.goto(address.href)
      expect(new URL(page.url()).pathname).toBe(endsAt ?? address.pathname)
      expect(response?.status()).toBe(200)
      if (text !== undefined) await page.getByText(text).first().waitFor()
      if (closes !== undefined) await page.getByRole('button', { name: closes }).click()
      await settle(page)
      await after?.(page)
      // Otherwise what has been scrolled past lies on what is hidden above the window.
      await page.evaluate(() => scrollTo(0, 0))
      for (const size of lowWindows) {
        await page.setViewportSize(size)
        expect([path, as?.username, size, await layoutProblems(page)]).toEqual([
          path,
          as?.username,
          size,
          [],
        ])
      }
    }
  },
)

test('at 400 % zoom a dialog scrolls with its buttons, which leave its text the window', async () => {
  const page = await browser.emptiedPage(app.url, artist)
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(`${app.url}/artist-dashboard?upload=new`)
  await settle(page)
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Upload track' })
  await submit.waitFor()
  const top = async () => (await submit.boundingBox())?.y ?? 0
  expect(await top()).toBeGreaterThan(256)
  await submit.scrollIntoViewIfNeeded()
  expect(await top()).toBeLessThan(256)
})
