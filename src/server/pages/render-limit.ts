// Limits how many public pages are rendered at once: rendering is the most expensive work of a request, and everyone may
// ask for pages that are not in the cache. Personal pages, such as those of log-in and checkout, are not limited.

import { refusalMessage } from '#rules/errors/refusal.ts'
import type { Page } from '#contracts/page-seam.ts'
import { Busy, openCallQueue } from '#server/db/call-queue.ts'

/** While a page waits for its data, others are rendered. */
const maxAtOnce = 4
/** About a third of a second of rendering. */
const maxWaiting = 60

/** Renders a page as soon as one of the few may begin; beyond the limits it is a page that says so, at once. */
export function openRenderLimit() {
  const queued = openCallQueue({ maxAtOnce, maxWaiting })
  return async (render: () => Promise<Page>): Promise<Page> => {
    try {
      return await queued(render)
    } catch (error) {
      if (error instanceof Busy) return busyPage
      throw error
    }
  }
}

const busyPage: Page = {
  status: 503,
  headers: [['content-type', 'text/html; charset=utf-8']],
  body: [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><title>Please try again in a moment</title></head>',
    `<body><main><h1>${refusalMessage('unavailable')}</h1><p><a href="">Try again</a></p></main></body></html>`,
  ].join(''),
}
