// Scheduled jobs for what searches read.

import type { Db } from '#server/db/client.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { countWords, nameSongs, relistTracks, tidySuggestions } from './rebuild.ts'

export function searchJobs({ db }: { db: Db }): Jobs {
  return {
    async count_words() {
      await countWords(db)
      await tidySuggestions(db)
    },
    async name_songs(_payload, { signal }) {
      await nameSongs(db, signal)
    },
    async relist_tracks(_payload, { signal }) {
      await relistTracks(db, signal)
    },
  }
}
