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
  await sql`drop table if exists plain_tracks`.execute(slowDb)
  await createPlainTracks(slowDb)
  const connection = openConnection(url)
  const differences = await compareSearches({
    db: slowDb,
    list: async (params) => {
      const list = await connection.get(listPath([...params])).catch(refusalOf)
      return list instanceof RefusedRequest ? null : trackListSchema.parse(list)
    },
    words: tracks.map(({ titleWords, artistWords }) => [...titleWords, ...artistWords]),
    artistIds: tracks.map(({ artistId }) => artistId),
    random: seededRandom(count),
    count,
  })
  connection.close()
  await sql`drop table plain_tracks`.execute(slowDb)
  print(differences.length === 0, [
    `${count} random searches compared with the plain query: ${differences.length} differ`,
  ])
  for (const { search, found, plain } of differences.slice(0, 5))
    console.log(`          ${search}\n            ${JSON.stringify({ found, plain })}`)
}
