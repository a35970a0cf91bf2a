// Limits how many public pages are rendered at once: rendering is the most expensive work of a request, and everyone may
// ask for pages that are not in the cache. Personal pages, such as those of log-in and checkout, are not limited.

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
    try {
      return await render()
    } finally {
      // The turn is handed over, so that a request that arrives now cannot take it as well.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  /** Renders the page as soon as it is its turn; beyond the limits it is a page that says so, at once. */
  return async (render: () => Promise<Page>): Promise<Page> => {
    if (running < mostAtOnce) running++
    else if (waiting.length >= mostWaiting) return busyPage
    else await new Promise<void>((resolve) => waiting.push(resolve))
    return run(render)
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
