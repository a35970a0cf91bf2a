// The comparison with the plain query at the size of a benchmark.

import { sql } from 'kysely'
import { seededRandom } from '../../demo/music/random.ts'
import { trackListSchema } from '../../src/contracts/catalogue.ts'
import type { CatalogueApp } from './catalogue-app.ts'
import type { CatalogueFacts } from './catalogue-facts.ts'
import { compareSearches } from './compare-search.ts'
import { openConnection, refusalOf, RefusedRequest } from './measure-class.ts'
import { createPlainTracks } from './plain-search.ts'
import { listPath } from './query-classes.ts'
import { print } from './verdicts.ts'

const count = 1000

export async function compareWithPlainQuery(
  { slowDb, url }: CatalogueApp,
  { tracks }: CatalogueFacts,
): Promise<void> {
  await createPlainTracks(slowDb)
  const connection = openConnection(url)
  const startedAt = performance.now()
  const differences = await slowDb.connection().execute(async (db) => {
    // The matches of a plain query stay in memory.
    await sql`set work_mem = '256MB'`.execute(db)
    await sql`set jit = off`.execute(db)
    return compareSearches({
      db,
      list: async (params) => {
        const list = await connection.get(listPath([...params])).catch(refusalOf)
        return list instanceof RefusedRequest ? null : trackListSchema.parse(list)
      },
      words: tracks.map(({ titleWords, artistWords }) => [...titleWords, ...artistWords]),
      artistIds: tracks.map(({ artistId }) => artistId),
      random: seededRandom(count),
      count,
    })
  })
  connection.close()
  await sql`drop table plain_tracks, plain_words`.execute(slowDb)
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  print(differences.length === 0, [
    `${count} random searches compared with the plain query in ${minutes} minutes: ${differences.length} differ`,
  ])
  for (const { search, found, plain } of differences.slice(0, 5))
    console.log(`          ${search}\n            ${JSON.stringify({ found, plain })}`)
}
