// Jobs for artists.

import type { Jobs } from '#server/jobs/job-names.ts'
import { refreshArtistPopularity } from './artist-popularity.ts'
import { exampleJobs } from './examples/example-jobs.ts'
import type { ExampleDeps } from './examples/example-preparation.ts'

export function artistJobs(deps: ExampleDeps): Jobs {
  return {
    async refresh_artist_popularity(_payload, { signal }) {
      await refreshArtistPopularity(deps.db, signal)
    },
    ...exampleJobs(deps),
  }
}
