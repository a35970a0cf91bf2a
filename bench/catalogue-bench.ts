// How long the catalogue's lists and searches take with up to a million tracks, whether they are complete, and how soon they show a change.

import { sql } from 'kysely'
import { placePageFences } from '../src/server/search/page-fences.ts'
import { refreshPopularity } from '../src/server/tracks/track-popularity.ts'
import { withCatalogueApp, type CatalogueApp } from './catalogue/catalogue-app.ts'
import { readFacts } from './catalogue/catalogue-facts.ts'
import { compareWithPlainQuery } from './catalogue/compare-size.ts'
import { fillSize, isFilled } from './catalogue/fill-size.ts'
import { fillTrackSearch } from './catalogue/fill-track-search.ts'
import { measureFreshness } from './catalogue/freshness.ts'
import { measureClass, openConnection } from './catalogue/measure-class.ts'
import { measurePopularity } from './catalogue/popularity.ts'
import { queryClasses } from './catalogue/query-classes.ts'
import { measureUnderAttack } from './under-attack.ts'
import { printClass, printVerdict } from './catalogue/verdicts.ts'
import { warmUp } from './catalogue/warm-up.ts'

const sizes = [10_000, 100_000, 1_000_000]
const freshWithinMs = 2000

/** `-- catalogue 100000 FOLDER` measures one size, and keeps its data for the next run. */
export async function benchCatalogue(): Promise<void> {
  const [size, folder] = process.argv.slice(3)
  const smallestMedians = new Map<string, number>()
  for (const trackCount of size === undefined ? sizes : [Number(size)]) {
    await withCatalogueApp({ name: String(trackCount), keptIn: folder }, (app) =>
      benchSize(app, trackCount, smallestMedians),
    )
  }
}

async function benchSize(
  app: CatalogueApp,
  trackCount: number,
  smallestMedians: Map<string, number>,
): Promise<void> {
  await fillOnce(app, trackCount)
  await warmUp(app.slowDb)
  console.log(`${trackCount} tracks: ms over HTTP, one connection, warm; CPU is PostgreSQL's`)
  const facts = await readFacts(app.slowDb)
  const connection = openConnection(app.url)
  const classes = await queryClasses(facts, app.url)
  for (const one of classes) {
    const measured = await measureClass(connection, one)
    const smallest = smallestMedians.get(one.name) ?? measured.p50
    smallestMedians.set(one.name, smallest)
    printClass(one, measured, smallest)
  }
  connection.close()
  await measureUnderAttack(app, facts, classes)
  for (const { change, slowestMs } of await measureFreshness(app))
    printVerdict(slowestMs <= freshWithinMs, `${change} is seen`, slowestMs, freshWithinMs)
  await compareWithPlainQuery(app, facts)
  await measurePopularity(app)
}

async function fillOnce({ slowPool, slowDb }: CatalogueApp, trackCount: number) {
  if (await isFilled(slowDb)) {
    // The changes of the last run have put them out of use, and no job runs here.
    await placePageFences(slowDb)
    return
  }
  const startedAt = performance.now()
  await fillSize(slowPool, slowDb, trackCount)
  await refreshPopularity(slowDb)
  const filledAt = performance.now()
  await fillTrackSearch(slowDb)
  await sql`vacuum (analyze)`.execute(slowDb)
  const [filling, rebuilding] = [filledAt - startedAt, performance.now() - filledAt]
  console.log(
    `Filled ${trackCount} tracks in ${seconds(filling)}, rebuilt in ${seconds(rebuilding)}`,
  )
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
