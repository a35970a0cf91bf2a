// A state of a page, for journeys that look at each.

import type { Page } from 'playwright-core'
import type { ApiUser } from '../api-user.ts'

export type PageState = {
  page: string
  path: string
  as?: ApiUser
  /** Actions on the page before the check. */
  after?: (page: Page) => Promise<unknown>
  /** An overlay that partly covers the page: only the overlay is checked. */
  inFront?: string
  /** What the browser logs as an error: the server refuses the request, or is not reached. */
  expected?: RegExp
}
