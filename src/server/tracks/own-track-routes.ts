import {
  countUploadedTracks,
  editTrack,
  getOwnTrack,
  listOwnTracks,
  restoreTrack,
  withdrawTrack,
} from '#contracts/own-tracks.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import {
  countOwnTracks,
  findOwnTrack,
  findOwnTracks,
  presentOwnTrack,
} from './own-track-queries.ts'
import * as commands from './track-commands.ts'
import { describeChanges } from './track-presenter.ts'

export function ownTrackRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(listOwnTracks, async ({ input, user }) => {
    const found = await findOwnTracks(db, { ...input, artistId: user.id })
    return {
      tracks: found.rows.map(presentOwnTrack),
      totalTracks: found.total,
      ...found.paging,
      takenDownTracks: found.takenDown,
    }
  })

  serve(getOwnTrack, ({ input, user }) => presentOwn({ id: input.id, artistId: user.id }))

  serve(countUploadedTracks, async ({ user }) => ({ count: await countOwnTracks(db, user.id) }))

  serve(editTrack, async ({ input: { id, ...changes }, user }) => {
    const own = { id, artistId: user.id }
    await commands.updateTrack(db, { ...own, changes: describeChanges(changes) })
    return presentOwn(own)
  })

  serve(withdrawTrack, async ({ input, user }) => {
    const own = { id: input.id, artistId: user.id }
    await commands.withdrawTrack(db, own)
    return presentOwn(own)
  })

  serve(restoreTrack, async ({ input, user }) => {
    const own = { id: input.id, artistId: user.id }
    await commands.restoreTrack(db, own)
    return presentOwn(own)
  })

  async function presentOwn(own: { id: string; artistId: string }) {
    const row = await findOwnTrack(db, own)
    if (!row) throw new Refusal('not_found')
    return presentOwnTrack(row)
  }
}
