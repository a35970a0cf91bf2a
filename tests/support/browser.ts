// A real Chromium, with a profile of its own each time.

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { browserArgs } from '../../scripts/find-browser.ts'
import type { ApiUser } from './api-user.ts'

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

export async function openBrowser() {
  const browser: Browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: browserArgs,
  })
  return {
    /** Somebody's own browser window: cookies and storage are theirs alone. */
    visitor({
      width,
      height,
      colorScheme = 'light',
      scripts = true,
      policy = true,
    }: Screen = desktop): Promise<BrowserContext> {
      return browser.newContext({
        viewport: { width, height },
        colorScheme,
        javaScriptEnabled: scripts,
        bypassCSP: !policy,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        acceptDownloads: true,
      })
    },
    /** As `visitor`, and logged in. */
    async visitorAs(url: string, person: ApiUser): Promise<BrowserContext> {
      const visitor = await this.visitor()
      await logInAs(visitor, url, person)
      return visitor
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

/** Lets a window be that person's, as after logging in. */
export async function logInAs(
  visitor: BrowserContext,
  url: string,
  person: ApiUser,
): Promise<void> {
  for (const pair of person.cookie.split('; ')) {
    const [name = '', ...value] = pair.split('=')
    await visitor.addCookies([{ name, value: value.join('='), url }])
  }
}

/** What can be seen and pressed, and is answered neither by the browser nor by a form. */
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
