// When a page counts as settled: the other journeys rely on it.

import { createServer, type ServerResponse } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { openBrowser, settle } from '../support/browser.ts'

const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

/** A site whose slow response leads to another request, beside an event stream that never ends. */
async function openSlowSite(answered: string[]) {
  const answers: Record<string, (response: ServerResponse) => void> = {
    '/': (response) => response.setHeader('content-type', 'text/html').end('<p>Here'),
    '/events': (response) => response.setHeader('content-type', 'text/event-stream').write('\n'),
    '/slow': (response) => answerSlowly(response, 'the first'),
    '/slow/next': (response) => answerSlowly(response, 'what it leads to'),
  }
  function answerSlowly(response: ServerResponse, name: string) {
    setTimeout(() => {
      answered.push(name)
      response.end('{}')
    }, 300)
  }
  const server = createServer(({ url = '' }, response) =>
    answers[url] ? answers[url](response) : response.writeHead(404).end(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a page that settled before settles again when what it requested since has been answered', async () => {
  const order: string[] = []
  using site = await openSlowSite(order)
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  await page.goto(site.url)
  await settle(page)
  const requested = page.waitForRequest('**/slow')
  await page.evaluate(() => {
    const opened = new Promise((resolve) => {
      new EventSource('/events').addEventListener('open', resolve)
    })
    void opened
      .then(() => fetch('/slow'))
      .then((slow) => slow.json())
      .then(() => fetch('/slow/next'))
  })
  await requested
  await settle(page)
  expect([...order, 'settled']).toEqual(['the first', 'what it leads to', 'settled'])
})
