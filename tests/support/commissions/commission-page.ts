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
