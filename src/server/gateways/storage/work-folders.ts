// Folders for the length of one piece of work: named after the process, so that a killed one's are found and taken away.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hasCode } from './storage.ts'

const prefix = 'undersong-work-'
const nameOfProcess = new RegExp(`^${prefix}(\\d+)-`)
const inUse = new Set<string>()

/** The folder is gone when `use` has ended, however it ended. */
export async function withWorkFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = path.join(tmpdir(), `${prefix}${process.pid}-${randomUUID()}`)
  // Before it is there: a sweep may look at any moment.
  inUse.add(folder)
  try {
    await mkdir(folder, { mode: 0o700 })
    return await use(folder)
  } finally {
    inUse.delete(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Takes away the folders that no living process works in. */
export async function sweepWorkFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = nameOfProcess.exec(name) ?? []
    if (pid === undefined) continue
    const folder = path.join(tmpdir(), name)
    // In a container every start has the same number: what is under ours may be a predecessor's.
    if (Number(pid) === process.pid ? inUse.has(folder) : isAlive(Number(pid))) continue
    await rm(folder, { recursive: true, force: true }).catch(ignoreForeign)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process may not be signalled, but it lives.
    return !hasCode(error, 'ESRCH')
  }
}

/** Another user's shop on the same machine clears its own. */
function ignoreForeign(error: unknown): void {
  if (!hasCode(error, 'EACCES') && !hasCode(error, 'EPERM')) throw error
}
