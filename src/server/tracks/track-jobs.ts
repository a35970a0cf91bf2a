// Scheduled jobs for tracks.

import type { Db } from '#server/db/client.ts'
import type { AudioEngine } from '#server/gateways/audio/audio-engine.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { measureTracks } from './measure-tracks.ts'
import { refreshPopularity } from './track-popularity.ts'

export function trackJobs(deps: { db: Db; storage: Storage; audio: AudioEngine }): Jobs {
  return {
    async refresh_popularity(_payload, { signal }) {
      await refreshPopularity(deps.db, signal)
    },
    async measure_tracks(_payload, run) {
      await measureTracks(deps, run)
    },
  }
}
