// After a `kill -9` of the shop its PostgreSQL lives on, or has left its lock file: either would block the next start.

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { commandOf, hasFinished } from './processes.ts'
import { StartProblem } from './start-problem.ts'

const patienceMs = 20_000

/** Only called while DATA_DIR is locked: whatever runs on the folder has lost its shop. */
export async function endLeftPostgres(folder: string): Promise<void> {
  const lockFile = join(folder, 'postmaster.pid')
  const lock = await readFile(lockFile, 'utf8').catch(() => null)
  if (lock === null) return
  const pid = Number(lock.split('\n')[0])
  const isOurs =
    Number.isInteger(pid) && pid > 1 && !hasFinished(pid) && (await commandOf(pid)).includes(folder)
  if (isOurs) {
    // Fast shutdown first; SIGKILL would leave shared memory behind.
    process.kill(pid, 'SIGINT')
    const giveUpAt = Date.now() + patienceMs
    while (!hasFinished(pid)) {
      if (Date.now() > giveUpAt) {
        throw new StartProblem(
          `An old PostgreSQL (process ${pid}) still runs on ${folder} and does not stop.`,
        )
      }
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  // The number in a stale lock may belong to anybody by now, and PostgreSQL would take that one for itself.
  await rm(lockFile, { force: true })
}
