// Runs a real Chromium: one for all files of a worker, with a profile of its own for each visitor.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from 'playwright-core'
import { browserArgs } from '../../scripts/find-browser.ts'
import type { ApiUser } from './api-user.ts'
import { requestsAnswered, watchRequests } from './page-requests.ts'

export type Screen = {
  width: number
  height: number
  colorScheme?: 'light' | 'dark'
  scripts?: boolean
  /** False lets pages do what their Content-Security-Policy forbids. */
  policy?: boolean
}

export const desktop: Screen = { width: 1280, height: 900 }
export const phone: Screen = { width: 390, height: 844 }

/**
 * Parts of the browser's own window, which loads them again for each visitor. The switch replaces the one of Playwright,
 * whose list comes first.
 */
const withoutFeatures =
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,' +
  'HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,' +
  'AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,' +
  'PreconnectToSearch,WebUIOmniboxPopup,WebUIOmniboxAimPopup'

/** Only ends a hang: on a busy machine a page may take long. */
const hangMs = 120_000

let running: Promise<Browser> | null = null

/** Starts at the first call. Playwright ends it with this process. */
async function chromiumOfWorker(): Promise<Browser> {
  // Without it, a Chromium that crashed in one file would fail all later ones.
  if (running !== null && !(await running).isConnected()) running = null
  running ??= chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...browserArgs, `--disable-features=${withoutFeatures}`],
  })
  return running
}

/** Disposing closes the visitors that are still open. */
export async function openBrowser() {
  const browser = await chromiumOfWorker()
  const visitors: BrowserContext[] = []
  const usedPages = new Map<string, Page>()
  return {
    /** A browser context with its own cookies and storage. */
    async visitor({
      width,
      height,
      colorScheme = 'light',
      scripts = true,
      policy = true,
    }: Screen = desktop): Promise<BrowserContext> {
      const visitor = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        javaScriptEnabled: scripts,
        bypassCSP: !policy,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        acceptDownloads: true,
      })
      visitor.setDefaultTimeout(hangMs)
      watchRequests(visitor)
      endRoutesAtClose(visitor)
      visitors.push(visitor)
      return visitor
    },
    /** Like `visitor`, but logged in. */
    async visitorAs(url: string, user: ApiUser, screen?: Screen): Promise<BrowserContext> {
      const visitor = await this.visitor(screen)
      await logInAs(visitor, url, user)
      return visitor
    },
    /**
     * For states that are looked at one after another: each gets the same page, emptied, on a wide screen and in light.
     * Opening a page takes longer than most states, and one that ran axe before runs it in half the time.
     */
    async emptiedPage(url: string, user?: ApiUser): Promise<Page> {
      const used = usedPages.get(user?.email ?? '')
      if (used) return empty(used, url, user)
      const visitor = user ? await this.visitorAs(url, user) : await this.visitor()
      const page = await visitor.newPage()
      usedPages.set(user?.email ?? '', page)
      return page
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(visitors.map((visitor) => visitor.close()))
    },
  }
}

/** Otherwise a test's route that still delays a response at the end of the test fails, because its page is gone. */
function endRoutesAtClose(visitor: BrowserContext): void {
  const close = visitor.close.bind(visitor)
  let closing: Promise<void> | null = null
  const closeOnce = async () => {
    const pages = visitor.pages().filter((page) => !page.isClosed())
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await close()
  }
  visitor.close = () => (closing ??= closeOnce())
}

/** Without what earlier states left on the page, in the browser's storage and in the test. */
async function empty(page: Page, url: string, user?: ApiUser): Promise<Page> {
  await page.context().setOffline(false)
  // A page of the same site without scripts, so that nothing stores anything after the emptying.
  await page.goto(`${url}/healthz`)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  // Only now: some pages ask before they are left.
  for (const kind of ['console', 'pageerror', 'dialog']) page.removeAllListeners(kind)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().clearCookies()
  if (user) await logInAs(page.context(), url, user)
  // Outside, where it points at nothing.
  await page.mouse.move(-1, -1)
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: null })
  return page
}

/** Gives a browser context the session cookie of a user, as after a login. */
export async function logInAs(visitor: BrowserContext, url: string, user: ApiUser): Promise<void> {
  for (const pair of user.cookie.split('; ')) {
    const [name = '', ...value] = pair.split('=')
    await visitor.addCookies([{ name, value: value.join('='), url }])
  }
}

/** Visible controls that neither the browser nor a form handles. */
export function deadControls(page: Page): Promise<string[]> {
  return page
    .locator('button:not([popovertarget]), input, select, [role=button]')
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility())
        .filter((control) => control.closest('form') === null || control.matches('[type=button]'))
        .map((control) => control.outerHTML),
    )
}

/** Waits until the page is hydrated and its requests, such as the one for the session user, have been answered. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => !('replayEarlyClicks' in window))
  await requestsAnswered(page, hangMs)
}

export function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement)
}

/** @throws if the keyboard does not reach it within `maxStops` */
export async function tabTo(page: Page, locator: Locator, maxStops: number): Promise<void> {
  for (let stops = 0; stops < maxStops; stops++) {
    await page.keyboard.press('Tab')
    if (await hasFocus(locator)) return
  }
  throw new Error(`The keyboard does not reach ${String(locator)}.`)
}

const allRules: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}
const colourRules: axe.RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

type Scheme = 'light' | 'dark'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const axeFile = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

/** Every rule in light; in dark only those that look at colours, because nothing else changes. */
export async function brokenRules(page: Page, scheme: Scheme, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(await readFile(axeFile, 'utf8'))
  const options: axe.RunOptions = {
    ...(scheme === 'light' ? allRules : colourRules),
    // Otherwise axe also describes what passes, and reads the style sheets for a rule that is off.
    reporter: 'no-passes',
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  }
  return page.evaluate(findViolations, { within, options })
}

/** In the page. */
async function findViolations(check: {
  within: string
  options: axe.RunOptions
}): Promise<string[]> {
  const { violations } = await window.axe.run(check.within, check.options)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join()}`))
}

/** What axe finds and whether the page scrolls sideways, in light and dark. Ends on the last screen, in light. */
export async function problemsOnScreens(
  page: Page,
  within = 'html',
  [first, last]: [Screen, Screen] = [phone, desktop],
): Promise<string[]> {
  const problems: string[] = []
  // Each change of the colours paints the page again, so both screens are seen in dark one after the other.
  const views = [
    { screen: first, colorSchemes: ['light', 'dark'] },
    { screen: last, colorSchemes: ['dark', 'light'] },
  ] as const
  for (const { screen, colorSchemes } of views) {
    const { width, height } = screen
    await page.setViewportSize({ width, height })
    // Wherever the page was scrolled to, the header that stays in the window may cover half of a field.
    await page.evaluate(() => scrollTo(0, 0))
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme })
      const found = await brokenRules(page, colorScheme, within)
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      if (isWide) found.push('scrolls sideways')
      problems.push(...found.map((problem) => `${width} ${colorScheme}: ${problem}`))
    }
  }
  return problems
}
