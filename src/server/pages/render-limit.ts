// Limits how many public pages are rendered at once: rendering is the most expensive work of a request, and everyone may
// ask for pages that are not in the cache. Personal pages, such as those of log-in and checkout, are not limited.

import { retryAfterSeconds } from '#server/http/errors.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import type { Page } from '#contracts/page-seam.ts'

/** While a page waits for its data, others are rendered. */
const mostAtOnce = 4
/** About a third of a second of rendering. */
const mostWaiting = 60

export function openRenderLimit() {
  const waiting: (() => void)[] = []
  let running = 0

  async function run(render: () => Promise<Page>): Promise<Page> {
    running++
    try {
      return await render()
    } finally {
      running--
      waiting.shift()?.()
    }
  }

  /** Renders the page as soon as it is its turn; beyond the limits it is a page that says so, at once. */
  return async (render: () => Promise<Page>): Promise<Page> => {
    if (running >= mostAtOnce) {
      if (waiting.length >= mostWaiting) return busyPage
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    return run(render)
  }
}

const busyPage: Page = {
  status: 503,
  headers: [['content-type', 'text/html; charset=utf-8']],
  body: [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
    `<meta http-equiv="refresh" content="${retryAfterSeconds}">`,
    '<meta name="viewport" content="width=device-width"><title>Please try again in a moment</title></head>',
    `<body><main><h1>${refusalMessage('unavailable')}</h1></main></body></html>`,
  ].join(''),
}
