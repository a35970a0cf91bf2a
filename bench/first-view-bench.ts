// When a full room is first seen on a slow connection, by a browser that has nothing of the site yet; and how long a message
// and a note take from the press of one party to the open page of the other.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { seededRandom } from '../demo/music/score/random.ts'
import { ensureWebIsBuilt } from '../scripts/build-web.ts'
import { browserArgs, findBrowser } from '../scripts/find-browser.ts'
import { commissionPath } from '../src/rules/commissions/commission-paths.ts'
import type { Db } from '../src/server/db/client.ts'
import { withCatalogueApp, type CatalogueApp } from './measuring/catalogue-app.ts'
import { printVerdict } from './measuring/verdicts.ts'
import { fillCommissions } from './commissions/fill-commissions.ts'
import { fillRoom } from './commissions/fill-messages.ts'
import { fillNotes } from './commissions/fill-notes.ts'
import { logInUsers } from './measuring/create-customers.ts'

const goalMs = 1_500
const liveGoalMs = 1_000
/** Of each window; odd, so that one of them is in the middle. */
const runs = 5
const rooms = 1_000
/** Of the one that is opened. */
const messages = 200

/** Lighthouse's slow 4G: 1.6 Mb/s down, 750 kb/s up, and 150 ms until a response begins. */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

const windows = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

export async function benchFirstView(): Promise<void> {
  const executablePath = await findBrowser()
  if (executablePath === null) throw new Error('There is no browser to measure with.')
  await ensureWebIsBuilt((line) => console.log(line))
  await withCatalogueApp({ name: 'first-view', keptIn: undefined, hasPages: true }, async (app) => {
    await fillCommissions(app.slowDb, rooms, seededRandom(rooms))
    await fillNotes(app.slowDb)
    const browser = await chromium.launch({ executablePath, args: browserArgs })
    try {
      await benchRoom(app, browser)
    } finally {
      await browser.close()
    }
  })
}

async function benchRoom(app: CatalogueApp, browser: Browser): Promise<void> {
  const { id, notes, noteId, ...parties } = await fillFullRoom(app.slowDb)
  const [customer = '', artist = ''] = await logInUsers(app.slowDb, app.url, [
    { id: parties.customerId, email: parties.customerEmail },
    { id: parties.artistId, email: parties.artistEmail },
  ])
  const url = app.url + commissionPath(id)
  console.log(
    `A room with ${messages} messages and ${notes} notes at 1.6 Mb/s, its customer, an empty cache, median of ${runs}:`,
  )
  for (const viewport of windows) {
    const times: number[] = []
    for (let run = 0; run < runs; run++)
      times.push(await openRoom(browser, { url, cookie: customer, viewport }))
    const name = `largest contentful paint, ${viewport.width} × ${viewport.height}`
    printMedian(name, times, goalMs)
  }
  console.log(`The same room, open in the artist’s browser, median of ${runs}:`)
  await benchLive(browser, {
    url,
    api: `${app.url}/api/commissions/${id}`,
    customer,
    artist,
    noteId,
  })
}

function printMedian(name: string, times: number[], goal: number): void {
  const median = times.toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? NaN
  printVerdict(median <= goal, name, median, goal)
}

type Live = { url: string; api: string; customer: string; artist: string; noteId: string }

/** From the request of the customer until the open page of the artist has drawn its text. */
async function benchLive(
  browser: Browser,
  { url, api, customer, artist, noteId }: Live,
): Promise<void> {
  const visitor = await browser.newContext()
  try {
    await addCookies(visitor, url, artist)
    const page = await visitor.newPage()
    const isLive = page.waitForResponse('**/api/events')
    await page.goto(url)
    await isLive
    const ways = {
      'a message in the other browser': (text: string) =>
        send(`POST ${api}/messages`, customer, { text, requestKey: randomUUID() }),
      'a note in the other browser': (text: string) =>
        send(`PATCH ${api}/notes/${noteId}`, customer, { text }),
    }
    for (const [name, write] of Object.entries(ways)) {
      const times: number[] = []
      for (let run = 0; run < runs; run++) {
        const text = `Softer there: ${randomUUID()}`
        const begunAt = performance.now()
        await write(text)
        await page.getByText(text).first().waitFor()
        times.push(performance.now() - begunAt)
      }
      printMedian(name, times, liveGoalMs)
    }
  } finally {
    await visitor.close()
  }
}

async function send(route: string, cookie: string, body: object): Promise<void> {
  const [method = '', address = ''] = route.split(' ')
  const headers = { cookie, 'content-type': 'application/json' }
  const response = await fetch(address, { method, headers, body: JSON.stringify(body) })
  if (!response.ok)
    throw new Error(`${route} responded ${response.status}: ${await response.text()}`)
}

async function fillFullRoom(db: Db) {
  const room = await db
    .selectFrom('commissions')
    .innerJoin('users as customers', 'customers.id', 'customer_id')
    .innerJoin('users as artists', 'artists.id', 'artist_id')
    .innerJoin('commission_notes', 'commission_id', 'commissions.id')
    .select(['commissions.id', 'customer_id as customerId', 'artist_id as artistId'])
    .select(['customers.email as customerEmail', 'artists.email as artistEmail'])
    .select((eb) => [
      eb.fn.countAll<string>().as('notes'),
      // One that its author may still change.
      sql<string>`(array_agg(commission_notes.id) filter (where author = 'customer' and done_at is null))[1]`.as(
        'noteId',
      ),
    ])
    .where('commissions.status', '=', 'delivered')
    .groupBy(['commissions.id', 'customers.id', 'artists.id'])
    .orderBy('commissions.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await fillRoom(db, { commissionId: room.id, count: messages })
  return room
}

type Opening = { url: string; cookie: string; viewport: (typeof windows)[number] }

/** With a profile of its own, so that nothing is cached. */
async function openRoom(browser: Browser, { url, cookie, viewport }: Opening): Promise<number> {
  const visitor = await browser.newContext({ viewport })
  try {
    await addCookies(visitor, url, cookie)
    const page = await visitor.newPage()
    const devtools = await visitor.newCDPSession(page)
    await devtools.send('Network.emulateNetworkConditions', slow4G)
    // With its fonts and scripts, after which nothing larger appears.
    const response = await page.goto(url, { waitUntil: 'load' })
    if (response?.status() !== 200) throw new Error(`${url} responded ${response?.status()}.`)
    return await largestPaintOf(page)
  } finally {
    await visitor.close()
  }
}

async function addCookies(visitor: BrowserContext, url: string, cookie: string): Promise<void> {
  for (const pair of cookie.split('; ')) {
    const [name = '', ...value] = pair.split('=')
    await visitor.addCookies([{ name, value: value.join('='), url }])
  }
}

/** In milliseconds since the navigation began. */
function largestPaintOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1)?.startTime ?? NaN),
        )
        observer.observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}
