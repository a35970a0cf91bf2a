// The catalogue, one track, and an artist's own.

import { searchJobs } from '#server/search/search-jobs.ts'
import { searchRoutes } from '#server/search/search-routes.ts'
import { ownTrackRoutes } from '#server/tracks/own-track-routes.ts'
import { trackJobs } from '#server/tracks/track-jobs.ts'
import { trackPictureRoutes } from '#server/tracks/track-picture-routes.ts'
import { trackRoutes } from '#server/tracks/track-routes.ts'

export const tracksFeature = {
  routes: [searchRoutes, trackRoutes, ownTrackRoutes, trackPictureRoutes],
  jobs: [searchJobs, trackJobs],
}
