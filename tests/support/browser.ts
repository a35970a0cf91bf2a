// A real Chromium, with a profile of its own each time.

import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import type { ApiPerson } from './api-person.ts'

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
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
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
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

/** Lets a window be that person's, as after logging in. */
export async function logInAs(
  visitor: BrowserContext,
  url: string,
  person: ApiPerson,
): Promise<void> {
  for (const pair of person.cookie.split('; ')) {
    const [name = '', ...value] = pair.split('=')
    await visitor.addCookies([{ name, value: value.join('='), url }])
  }
}
