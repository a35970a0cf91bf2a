// What people do on a page with a keyboard alone: Tab, Enter, Space, and typing.

import type { Locator, Page } from 'playwright-core'
import { tabTo } from '../browser.ts'

const maxTabStops = 80

export const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })

export async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await control.waitFor()
  await tabTo(page, control, maxTabStops)
  await page.keyboard.press(key)
}

export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await field.waitFor()
  await tabTo(page, field, maxTabStops)
  await page.keyboard.type(text)
}

/** Answers the question that the button opens. */
export async function confirm(page: Page, name: string, submit: string): Promise<void> {
  await press(page, button(page, name))
  const dialog = page.getByRole('dialog')
  await dialog.locator(':focus').waitFor()
  await press(page, button(dialog, submit), 'Space')
  await dialog.waitFor({ state: 'detached' })
}
