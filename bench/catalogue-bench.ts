// How long the catalogue's lists and searches take with up to a million tracks, and whether they are complete.

import { seededRandom } from '../demo/music/score/random.ts'
import { trackListSchema } from '../src/contracts/catalogue.ts'
import { withCatalogueApp, type CatalogueApp } from './measuring/catalogue-app.ts'
import { compareWithScan } from './catalogue/compare-with-scan.ts'
import { fillTracks } from './catalogue/fill-tracks.ts'
import {
  openConnection,
  refusalOf,
  RefusedRequest,
  type Connection,
} from './measuring/measure-class.ts'
import { measureWrites } from './catalogue/measure-writes.ts'
import {
  listPath,
  queryClasses,
  readFacts,
  type CatalogueFacts,
} from './catalogue/query-classes.ts'
import { printClasses } from './measuring/print-classes.ts'
import { print } from './measuring/verdicts.ts'
import { warmUp } from './measuring/warm-up.ts'
import { measureUnderAttack } from './under-attack.ts'

const sizes = [10_000, 100_000, 1_000_000]
const compared = 1000

/** `-- catalogue 100000 FOLDER` measures one size, and keeps its data for the next run; a third argument is the seed. */
export async function benchCatalogue(): Promise<void> {
  const [size, folder, seed] = process.argv.slice(3)
  for (const trackCount of size === undefined ? sizes : [Number(size)]) {
    await withCatalogueApp({ name: String(trackCount), keptIn: folder }, (app) =>
      benchSize(app, trackCount, Number(seed ?? Date.now())),
    )
  }
}

async function benchSize(app: CatalogueApp, trackCount: number, seed: number): Promise<void> {
  await fillOnce(app, trackCount)
  await warmUp(app.slowDb)
  console.log(`${trackCount} tracks: ms over HTTP, one connection, warm; CPU is PostgreSQL's`)
  const facts = await readFacts(app.slowDb)
  const connection = openConnection(app.url)
  const classes = queryClasses(facts)
  await printClasses({ db: app.slowDb, connection }, classes)
  await measureUnderAttack(app, facts, classes)
  await compareSearches(app, { facts, connection, seed })
  connection.close()
  await measureWrites(app)
}

async function fillOnce({ slowDb }: CatalogueApp, trackCount: number): Promise<void> {
  const filled = await slowDb.selectFrom('listed_tracks').select('id').limit(1).execute()
  if (filled.length > 0) return
  const startedAt = performance.now()
  await fillTracks(slowDb, trackCount)
  console.log(`Filled ${trackCount} tracks in ${minutesSince(startedAt)} minutes`)
}

type Comparison = { facts: CatalogueFacts; connection: Connection; seed: number }

/** A seed gives the same searches. */
async function compareSearches(
  { slowDb }: CatalogueApp,
  { facts, connection, seed }: Comparison,
): Promise<void> {
  const startedAt = performance.now()
  const differences = await compareWithScan({
    db: slowDb,
    list: async (params) => {
      const list = await connection.get(listPath([...params])).catch(refusalOf)
      return list instanceof RefusedRequest ? null : trackListSchema.parse(list)
    },
    words: facts.tracks.map(({ words }) => words),
    artistIds: facts.tracks.map(({ artistId }) => artistId),
    random: seededRandom(seed),
    count: compared,
  })
  print(differences.length === 0, [
    `seed ${seed}: ${compared} random searches compared with a scan in ${minutesSince(startedAt)} minutes: ${differences.length} differ`,
  ])
  for (const { search, found, scanned } of differences.slice(0, 5))
    console.log(`          ${search}\n            ${JSON.stringify({ found, scanned })}`)
}

function minutesSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 60_000).toFixed(1)
}
