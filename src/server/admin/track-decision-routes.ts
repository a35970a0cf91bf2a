import {
  endFeaturing,
  featureTrack,
  listAllTracks,
  putBackTrack,
  setTrackQuality,
  takeDownTrack,
} from '#contracts/admin/tracks.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { findAllTracks } from './all-tracks.ts'
import * as decisions from './track-decisions.ts'

export function trackDecisionRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(listAllTracks, async ({ input }) => {
    const { tracks, paging } = await findAllTracks(db, input)
    return { tracks, ...paging }
  })

  serve(takeDownTrack, async ({ input: { id, ...words }, user }) => {
    await decisions.takeDownTrack(db, { trackId: id, adminId: user.id, ...words })
    return {}
  })

  serve(putBackTrack, async ({ input: { id, ...words }, user }) => {
    await decisions.putBackTrack(db, { trackId: id, adminId: user.id, ...words })
    return {}
  })

  serve(setTrackQuality, async ({ input: { id, note, qualityValidated }, user }) => {
    const decision = { trackId: id, adminId: user.id, note }
    await decisions.setTrackQuality(db, { ...decision, isValidated: qualityValidated })
    return {}
  })

  serve(featureTrack, async ({ input: { id, note }, user }) => {
    const decision = { trackId: id, adminId: user.id, note }
    await decisions.setFeatured(db, { ...decision, isFeatured: true })
    return {}
  })

  serve(endFeaturing, async ({ input: { id, note }, user }) => {
    const decision = { trackId: id, adminId: user.id, note }
    await decisions.setFeatured(db, { ...decision, isFeatured: false })
    return {}
  })
}
