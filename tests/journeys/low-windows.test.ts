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
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
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
}

type Openings = Opening | Opening[]

let asked: Promise<string> | undefined
/** A customer has at most a few unpaid ones. */
const oneCommission = () => (asked ??= askForCommission({ artist, singer }))

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
  artistProfile: () => ({ as: artist }),
  artistCommissions: async () => {
    await oneCommission()
    return { as: artist }
  },
  commissionRequest: async () => {
    const again = await oneCommission()
    const path = `/artist/${artistId}/commission?again=${again}`
    return { path, as: singer, closes: 'I understand' }
  },
  commission: async () => {
    const id = await oneCommission()
    await acceptCommission(artist, id)
    return { path: `/commissions/${id}`, as: singer }
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
  adminAuditLog: () => ({ as: admin }),
}

async function flagTrack(trackId: string): Promise<string> {
  const flag = { type: 'other', reason: 'I recorded this in 2019. '.repeat(10) }
  const { id } = await singer.request<{ id: string }>(
    `POST /api/proxy/flags/track/${trackId}`,
    flag,
  )
  return id
}

async function takeDownTrack(): Promise<void> {
  const flagId = await flagTrack(app.boughtTrackId)
  const decision = {
    step: 'uphold',
    claim: 'It is a copy. '.repeat(10),
    reason: 'The recording is theirs.',
  }
  await admin.request(`POST /api/proxy/admin/flags/${flagId}`, decision)
}

// From the list of paths, so that a page that nobody opens here fails.
const pageNames = Object.keys(pageRoutes) as (keyof typeof pageRoutes)[]

test.each(pageNames)(
  'the page %s has its width for itself in a low window, no text on another, and does not scroll sideways',
  async (name) => {
    const all = await openings[name]()
    for (const { path = pageRoutes[name], as, endsAt, text, closes } of [all].flat()) {
      const page = await browser.emptiedPage(app.url, as)
      const address = new URL(path, app.url)
      const response = await page.goto(address.href)
      expect(new URL(page.url()).pathname).toBe(endsAt ?? address.pathname)
      expect(response?.status()).toBe(200)
      if (text !== undefined) await page.getByText(text).first().waitFor()
      if (closes !== undefined) await page.getByRole('button', { name: closes }).click()
      await settle(page)
      for (const size of lowWindows) {
        await page.setViewportSize(size)
        expect([path, as?.username, size, await problemsOf(page)]).toEqual([
          path,
          as?.username,
          size,
          [],
        ])
      }
    }
  },
)

async function problemsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const column = document.querySelector('h1')?.parentElement?.getBoundingClientRect().width ?? 0
    if (column < innerWidth / 2) problems.push(`the heading's column is ${column} px wide`)
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) problems.push(`scrolls sideways to ${scrollWidth} px`)
    const lines = linesOfText()
    for (const line of lines) {
      if (line.left < -1 || line.right > innerWidth + 1)
        problems.push(`“${line.text}” leaves the window`)
    }
    lines.forEach((one, index) => {
      const other = lines.slice(index + 1).find((next) => overlap(one, next))
      if (other) problems.push(`“${one.text}” lies on “${other.text}”`)
    })
    return problems

    type Line = { node: Node; text: string } & Record<'left' | 'right' | 'top' | 'bottom', number>

    /** The visible lines of every text of the page. */
    function linesOfText(): Line[] {
      const found: Line[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? ''
        const parent = node.parentElement
        const isShown = parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        if (!text || !parent || !isShown || parent.closest('svg')) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const box of range.getClientRects()) {
          const { left, right, top, bottom } = shownPartOf(box, parent)
          // Only for screen readers, or a remainder of a text that is cut off.
          if (right - left < 4 || bottom - top < 4) continue
          // Of the height, what letters fill: the boxes of lines set close together overlap.
          const margin = box.height / 5
          found.push({ node, text, left, right, top: top + margin, bottom: bottom - margin })
        }
      }
      return found
    }

    /** Without what boxes around it cut off, such as the frame in which a table scrolls. */
    function shownPartOf(box: DOMRect, within: Element) {
      let { left, right, top, bottom } = box
      for (let frame: Element | null = within; frame; frame = frame.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(frame)
        if (overflowX === 'visible' && overflowY === 'visible' && clipPath === 'none') continue
        if (frame === document.body || frame === document.documentElement) continue
        const edge = frame.getBoundingClientRect()
        left = Math.max(left, edge.left)
        right = Math.min(right, edge.right)
        top = Math.max(top, edge.top)
        bottom = Math.min(bottom, edge.bottom)
      }
      return { left, right, top, bottom }
    }

    function overlap(one: Line, other: Line): boolean {
      const isBeside = one.right <= other.left + 1 || other.right <= one.left + 1
      const isAbove = one.bottom <= other.top || other.bottom <= one.top
      return one.node !== other.node && !isBeside && !isAbove
    }
  })
}

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
