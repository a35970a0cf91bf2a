// Scheduled jobs for the catalogue's read model.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { placePageFences } from './page-fences.ts'
import { nameSongs, rebuildTrackSearch } from './rebuild.ts'

export function searchJobs({ db }: { db: Db }): Jobs {
  return {
    async fold_search_changes() {
      await sql`select fold_search_changes()`.execute(db)
    },
    async place_page_fences() {
      await placePageFences(db)
    },
    async name_songs(_payload, { signal }) {
      await nameSongs(db, signal)
    },
    async rebuild_track_search(_payload, { signal }) {
      await rebuildTrackSearch(db, signal)
    },
  }
}
