import { connect } from '../../../src/server/db/client.ts'
import type { TrackDescription } from '../../../src/server/tracks/track-columns.ts'
import { databaseUrlOf } from '../inside.ts'
import { createTrack } from '../catalogue/stored-track.ts'

/** Creates copies of a track without recordings, for example to fill a second page of the catalogue. */
export async function copyTrack(
  dataDir: string,
  title: string,
  count: number,
  changes: Partial<TrackDescription> = {},
): Promise<void> {
  const database = connect(await databaseUrlOf(dataDir), { onIdleError: () => undefined })
  try {
    const { artistId, ...original } = await database.db
      .selectFrom('tracks')
      .select(['artist_id as artistId', 'original_artist as originalArtist'])
      .select(['description', 'price_pence as pricePence', 'created_at as createdAt'])
      .where('title', '=', title)
      .executeTakeFirstOrThrow()
    for (let copy = 1; copy <= count; copy++)
      await createTrack(database.db, {
        ...original,
        ...changes,
        artistId,
        title: `${changes.title ?? title} ${copy}`,
      })
  } finally {
    await database.close()
  }
}
