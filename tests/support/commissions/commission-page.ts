// The page of a commission in the browser of one of its people.

import type { Page } from 'playwright-core'
import type { ApiUser } from '../api-user.ts'
import { settle, type openBrowser, type Screen } from '../browser.ts'

type Visit = { url: string; id: string; as: ApiUser; screen?: Screen }

/** In a browser of its own, which is closed with the others of the file. */
export async function openCommission(
  browser: Awaited<ReturnType<typeof openBrowser>>,
  { url, id, as, screen }: Visit,
): Promise<Page> {
  const visitor = await browser.visitorAs(url, as, screen)
  const page = await visitor.newPage()
  await page.goto(`${url}/commissions/${id}`)
  await settle(page)
  return page
}

/** The status that the page shows. */
export const statusOn = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: true })

/** The addresses that pages load anew from now on. */
export function watchDocuments(...pages: Page[]): string[] {
  const loaded: string[] = []
  for (const page of pages)
    page.on('request', (request) => {
      if (request.resourceType() === 'document') loaded.push(request.url())
    })
  return loaded
}

/** The room of a party whose network is away: a message that does not leave the browser. */
export async function writeOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.getByRole('textbox', { name: /^Your message to/ }).fill('Is it still in D?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Your message was not sent.').waitFor()
}
