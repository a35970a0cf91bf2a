// How long an artist with 100,000 sales waits for sums, for any page of the list, and for all of it as a file.

import { chooseFrom, seededRandom, type Random } from '../demo/music/score/random.ts'
import { downloadSales, getSalesSummary, listSales } from '../src/contracts/sales.ts'
import { salesPageSize } from '../src/rules/sales/sales-search.ts'
import { findSales, findWaiting } from '../src/server/sales/sale-queries.ts'
import { findSums } from '../src/server/sales/sale-sums.ts'
import { withCatalogueApp, type CatalogueApp } from './measuring/catalogue-app.ts'
import { openConnection, type QueryClass } from './measuring/measure-class.ts'
import { printClasses } from './measuring/print-classes.ts'
import { printVerdict } from './measuring/verdicts.ts'
import { warmUp } from './measuring/warm-up.ts'
import { explainQueries, recordQueries } from './commissions/explained-queries.ts'
import { logInUsers } from './measuring/create-customers.ts'
import { measureVisits } from './measure-visits.ts'
import { fillSales, holdSales, type Filled } from './sales/fill-sales.ts'

const usualCount = 100_000
const goalMs = 20
const fileGoalMs = 30_000
const requests = 400

/** SALES_COUNT: another number of sales. */
export async function benchSales(): Promise<void> {
  const count = Number(process.env['SALES_COUNT'] ?? usualCount)
  await withCatalogueApp({ name: 'sales', keptIn: undefined }, (app) => benchFilled(app, count))
}

async function benchFilled(app: CatalogueApp, count: number): Promise<void> {
  const filled = await fillSales(app.slowDb, count)
  await warmUp(app.slowDb)
  const { artistId, email } = filled
  const [cookie = ''] = await logInUsers(app.slowDb, app.url, [{ id: artistId, email }])
  console.log(
    `${count} sales of one artist: ms over HTTP, one connection, warm; CPU is PostgreSQL's`,
  )
  const random = seededRandom(count)
  const cookies = new Map([[artistId, cookie]])
  await measureAll(app, cookies, { filled, classes: classesOf(filled, count, random) })
  console.log('Statements of these, by EXPLAIN (ANALYZE, BUFFERS):')
  await explainStatements(app, filled, count)
  await measureFile(app, cookie)
  await holdSales(app.slowDb, artistId)
  console.log('The same artist, when no transfer was ever sent, because an admin holds them:')
  await measureAll(app, cookies, { filled, classes: heldClassesOf(filled, count, random) })
}

type Asked = { filled: Filled; classes: QueryClass[] }

async function measureAll(
  { url, slowDb }: CatalogueApp,
  cookies: ReadonlyMap<string, string>,
  { filled: { artistId }, classes }: Asked,
): Promise<void> {
  const [connection, other] = [openConnection(url, cookies), openConnection(url, cookies)]
  await printClasses({ db: slowDb, connection }, classes)
  await measureVisits({
    name: 'sums and newest page at once',
    goalMs,
    visits: Array.from(
      { length: requests },
      () => () =>
        Promise.all([
          connection.get(`${getSalesSummary.path}#${artistId}`),
          other.get(`${listSales.path}#${artistId}`),
        ]),
    ),
  })
  for (const one of [connection, other]) one.close()
}

const classOf =
  ({ artistId }: Filled) =>
  (name: string, path: () => string): QueryClass => ({
    name,
    goalMs,
    paths: Array.from({ length: requests }, () => `${path()}#${artistId}`),
  })

/** Any of the first pages, which are this share of all. */
const pageOf = (count: number, random: Random, share = 1) =>
  `page=${1 + Math.floor(random() * Math.ceil(count / salesPageSize) * share)}`

function heldClassesOf(filled: Filled, count: number, random: Random): QueryClass[] {
  const of = classOf(filled)
  const list = (query: string) => `${listSales.path}?${query}`
  return [
    of('sums', () => getSalesSummary.path),
    of('the newest page', () => list('')),
    of('waiting, any page', () => list(`state=waiting&${pageOf(count, random)}`)),
    of('waiting in a month', () =>
      list(`state=waiting&month=${chooseFrom(filled.months as [string], random)}`),
    ),
    of('owed, on its way', () => list(`state=${chooseFrom(['owed', 'on_its_way'], random)}`)),
  ]
}

function classesOf(filled: Filled, count: number, random: Random): QueryClass[] {
  const { months } = filled
  const of = classOf(filled)
  const page = (share = 1) => pageOf(count, random, share)
  const month = () => `month=${chooseFrom(months as [string], random)}`
  const list = (query: string) => `${listSales.path}?${query}`
  return [
    of('sums', () => getSalesSummary.path),
    of('the newest page', () => list('')),
    of('any page', () => list(page())),
    of('a month, any page of it', () => list(`${month()}&${page(1 / months.length)}`)),
    of('commissions, any page', () => list(`kind=commission&${page(0.02)}`)),
    of('transferred, any page', () => list(`state=transferred&${page()}`)),
    of('transferred commissions of a month', () =>
      list(`${month()}&kind=commission&state=transferred`),
    ),
    of('held, sent back, free', () =>
      list(`state=${chooseFrom(['held', 'returned', 'free'], random)}`),
    ),
    of('not sent', () => list(`state=${chooseFrom(['owed', 'on_its_way', 'waiting'], random)}`)),
  ]
}

async function explainStatements(app: CatalogueApp, { artistId }: Filled, count: number) {
  const explain = async (name: string, work: Parameters<typeof recordQueries>[1]) =>
    explainQueries(app.pool, { name, goalMs, queries: await recordQueries(app.pool, work) })
  await explain('sums', async (db) => {
    await findWaiting(db, { artistId, sums: await findSums(db, artistId) })
  })
  const last = Math.floor(count / salesPageSize)
  for (const [name, filter, page] of [
    ['the newest page', {}, 1],
    ['a page far back', {}, last],
    ['transferred, far back', { state: 'transferred' }, last - 20],
    ['waiting', { state: 'waiting' }, 1],
  ] as const)
    await explain(name, (db) => findSales(db, { artistId, filter, page }))
}

async function measureFile(app: CatalogueApp, cookie: string): Promise<void> {
  const startedAt = performance.now()
  const response = await fetch(app.url + downloadSales.path, { headers: { cookie } })
  const bytes = (await response.arrayBuffer()).byteLength
  const ms = performance.now() - startedAt
  printVerdict(response.ok && ms < fileGoalMs, `the file, ${bytes} bytes`, ms, fileGoalMs)
}
