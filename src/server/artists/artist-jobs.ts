// Jobs for artists.

import type { Db } from '#server/db/client.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { refreshArtistPopularity } from './artist-popularity.ts'

export function artistJobs({ db }: { db: Db }): Jobs {
  return {
    async refresh_artist_popularity(_payload, { signal }) {
      await refreshArtistPopularity(db, signal)
    },
  }
}
