// Artists: their list, their profiles, what they offer and how they play; following them.

import { artistJobs } from '#server/artists/artist-jobs.ts'
import { artistRoutes } from '#server/artists/profile/artist-routes.ts'
import { exampleJobs } from '#server/artists/examples/example-jobs.ts'
import { exampleRoutes } from '#server/artists/examples/example-routes.ts'
import { offerRoutes } from '#server/artists/offers/offer-routes.ts'
import { artistPictureRoutes } from '#server/artists/pictures/artist-picture-routes.ts'
import { avatarRoutes } from '#server/artists/profile/avatar-routes.ts'
import { profileRoutes } from '#server/artists/profile/profile-routes.ts'
import { followJobs } from '#server/follows/follow-jobs.ts'
import { followRoutes } from '#server/follows/follow-routes.ts'

export const artistsFeature = {
  routes: [
    artistRoutes,
    exampleRoutes,
    profileRoutes,
    offerRoutes,
    avatarRoutes,
    artistPictureRoutes,
    followRoutes,
  ],
  jobs: [artistJobs, exampleJobs, followJobs],
}
