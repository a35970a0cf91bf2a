// After a `kill -9` of the app its PostgreSQL still runs, or has left its lock file: either would block the next start.

import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { contentOf } from './data-dir.ts'
import { commandOf, hasFinished } from './processes.ts'
import { StartProblem } from './start-problem.ts'

const timeoutMs = 20_000

/** Only called while DATA_DIR is locked: a PostgreSQL that runs on the folder belongs to no app. @throws StartProblem */
export async function endLeftPostgres(folder: string, identify = commandOf): Promise<void> {
  const lockFile = join(folder, 'postmaster.pid')
  const lock = await contentOf(lockFile)
  if (lock === null) return
  const [number, startedOn = ''] = lock.split('\n')
  const pid = Number(number)
  if (Number.isInteger(pid) && pid > 1 && !hasFinished(pid)) {
    const command = await identify(pid)
    // Without its lock file a second PostgreSQL would start on the same data and corrupt it.
    if (command === null && !hasFinished(pid)) {
      throw new StartProblem(
        `${lockFile} names process ${pid}, which runs and cannot be identified: end it if it is a PostgreSQL, otherwise delete the file.`,
      )
    }
    const names = (await isSameFolder(startedOn, folder)) ? [folder, startedOn] : [folder]
    if (names.some((name) => command?.includes(name))) await end(pid, folder, identify)
  }
  // The pid in a stale lock may now belong to any process, and PostgreSQL would treat that process as its own server.
  await rm(lockFile, { force: true })
}

/** It may have been started with another path to the same folder. */
async function isSameFolder(one: string, other: string): Promise<boolean> {
  try {
    return one !== '' && (await realpath(one)) === (await realpath(other))
  } catch {
    // The lock in a copied folder names the original folder, which may no longer exist.
    return false
  }
}

async function end(pid: number, folder: string, identify: typeof commandOf): Promise<void> {
  try {
    // Fast shutdown; SIGKILL would leave shared memory behind.
    process.kill(pid, 'SIGINT')
  } catch (cause) {
    if (hasFinished(pid)) return
    throw new StartProblem(
      `An old PostgreSQL (process ${pid}) of another user still runs on ${folder}: end it, or start as that user.`,
      { cause },
    )
  }
  const giveUpAt = Date.now() + timeoutMs
  // A process that has ended but is not yet reaped has no command any more.
  while (!hasFinished(pid) && (await identify(pid)) !== '') {
    if (Date.now() > giveUpAt) {
      throw new StartProblem(
        `An old PostgreSQL (process ${pid}) still runs on ${folder} and does not stop.`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
