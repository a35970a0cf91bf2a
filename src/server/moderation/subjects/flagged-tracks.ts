// Tracks as what a flag is about.

import type { FlaggedTrack } from '#contracts/moderation/flagged.ts'
import { nameOf } from '#server/db/user-name.ts'
import { listedTracks } from '#server/tracks/listed-tracks.ts'
import { lockTrack, putBack, takeDown } from '#server/tracks/taken-down-tracks.ts'
import type { FlagSubject } from './flag-subject.ts'

export const flaggedTracks: FlagSubject = {
  async find(db, { id }) {
    const flagged: FlaggedTrack | undefined = await listedTracks(db)
      .select([
        'tracks.title',
        'tracks.original_artist as originalArtist',
        'tracks.description',
        'tracks.artist_id as artistId',
        nameOf().as('artistName'),
        'tracks.licence_status as licenceStatus',
        'tracks.licensed_from as licensedFrom',
        'tracks.original_sha256 as sha256',
      ])
      .where('tracks.id', '=', id)
      .executeTakeFirst()
    return (
      flagged && {
        authorId: flagged.artistId,
        about: { id, name: flagged.title },
        text: '',
        flagged,
      }
    )
  },
  async lock(tx, id) {
    await lockTrack(tx, id)
  },
  async takeDown(tx, id) {
    await takeDown(tx, id)
    return []
  },
  async putBack(tx, id) {
    await putBack(tx, id)
  },
}
