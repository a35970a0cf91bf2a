// Work of a job for many, in which one that fails does not stop the others.

import type { JobRun } from './job-names.ts'

type Run = Pick<JobRun, 'log' | 'signal'>

/**
 * @param failure what the log says of one that has failed: 'a statement was not made'
 * @returns how many have failed: the job then fails, and its next run does what is missing
 */
export async function tryEach(
  artistIds: readonly string[],
  { log, signal }: Run,
  { work, failure }: { work: (artistId: string) => Promise<unknown>; failure: string },
): Promise<number> {
  let failed = 0
  for (const artistId of artistIds) {
    signal.throwIfAborted()
    try {
      await work(artistId)
    } catch (error) {
      log.error({ err: error, artist: artistId }, failure)
      failed += 1
    }
  }
  return failed
}
