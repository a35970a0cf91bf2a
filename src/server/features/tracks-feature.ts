// One track and an artist's own.

import { ownTrackRoutes } from '#server/tracks/own-track-routes.ts'
import { trackJobs } from '#server/tracks/track-jobs.ts'
import { trackPictureRoutes } from '#server/tracks/track-picture-routes.ts'
import { trackRoutes } from '#server/tracks/track-routes.ts'

export const tracksFeature = {
  routes: [trackRoutes, ownTrackRoutes, trackPictureRoutes],
  jobs: [trackJobs],
}
