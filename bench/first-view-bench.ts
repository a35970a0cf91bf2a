// When a full room is first seen on a slow connection, by a browser that has nothing of the site yet.

import { chromium, type Browser, type Page } from 'playwright-core'
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
  const { id, notes, ...customer } = await fillFullRoom(app.slowDb)
  const [cookie = ''] = await logInUsers(app.slowDb, app.url, [
    { id: customer.userId, email: customer.email },
  ])
  console.log(
    `A room with ${messages} messages and ${notes} notes at 1.6 Mb/s, its customer, an empty cache, median of ${runs}:`,
  )
  for (const viewport of windows) {
    const times: number[] = []
    for (let run = 0; run < runs; run++)
      times.push(await openRoom(browser, { url: app.url + commissionPath(id), cookie, viewport }))
    const median = times.toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? NaN
    const name = `largest contentful paint, ${viewport.width} × ${viewport.height}`
    printVerdict(median <= goalMs, name, median, goalMs)
  }
}

async function fillFullRoom(db: Db) {
  const room = await db
    .selectFrom('commissions')
    .innerJoin('users', 'users.id', 'customer_id')
    .innerJoin('commission_notes', 'commission_id', 'commissions.id')
    .select(['commissions.id', 'users.id as userId', 'email'])
    .select((eb) => eb.fn.countAll<string>().as('notes'))
    .where('commissions.status', '=', 'delivered')
    .groupBy(['commissions.id', 'users.id', 'email'])
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
    for (const pair of cookie.split('; ')) {
      const [name = '', ...value] = pair.split('=')
      await visitor.addCookies([{ name, value: value.join('='), url }])
    }
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
