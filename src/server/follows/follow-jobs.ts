import type { Db } from '#server/db/client.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { notifyFollowers } from './notify-followers.ts'

export function followJobs({ db }: { db: Db }): Jobs {
  return {
    notify_followers: ({ trackId }, { signal }) => notifyFollowers(db, { trackId, signal }),
  }
}
