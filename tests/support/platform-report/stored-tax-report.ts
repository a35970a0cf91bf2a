// What the tax authority was told of an artist, and the artist's copy of it, for journeys, whose app is another process.

import type { ApiUser } from '../api-user.ts'
import { openDatabaseOf } from '../money/stored-differences.ts'
import { storeCopy, storeFigures } from './stored-figures.ts'

/** Of the year 2024, which is corrected once. Returns the id of the later copy. */
export async function storeTaxReport(app: { dataDir: string }, artist: ApiUser): Promise<string> {
  const { id: artistId } = await artist.request<{ id: string }>(
    'GET /api/proxy/auth/get-id-and-role',
  )
  const database = await openDatabaseOf(app)
  try {
    const year = 2024
    await storeFigures(database, { artistId, year })
    await storeFigures(database, { artistId, year, kind: 'track', sales: 3, creditedPence: 1500 })
    await storeCopy(database, { artistId, year })
    return await storeCopy(database, { artistId, year, number: 2 })
  } finally {
    await database.close()
  }
}
