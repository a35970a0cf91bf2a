// Where tests store databases: in memory if the machine provides enough, because no test needs its database after a crash of the machine.

import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const sharedMemory = '/dev/shm'
const enoughBytes = 2 * 1024 ** 3

export async function findDatabaseFolder(): Promise<string> {
  const freeBytes = await statfs(sharedMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return freeBytes >= enoughBytes ? sharedMemory : tmpdir()
}
