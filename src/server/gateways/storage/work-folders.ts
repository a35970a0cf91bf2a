// Temporary work folders, named after the process so that those of a killed process can be found and deleted.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hasCode } from './storage.ts'

const prefix = 'undersong-work-'
const nameOfProcess = new RegExp(`^${prefix}(\\d+)-`)
const inUse = new Set<string>()

/** The folder is deleted when `use` has ended, also after an error. */
export async function withWorkFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = path.join(tmpdir(), `${prefix}${process.pid}-${randomUUID()}`)
  // Registered before it is created: a sweep may run at any moment.
  inUse.add(folder)
  try {
    await mkdir(folder, { mode: 0o700 })
    return await use(folder)
  } finally {
    inUse.delete(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes the folders of processes that no longer run. */
export async function sweepWorkFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = nameOfProcess.exec(name) ?? []
    if (pid === undefined) continue
    const folder = path.join(tmpdir(), name)
    // In a container every start has the same pid: a folder with ours may be an earlier process's.
    if (Number(pid) === process.pid ? inUse.has(folder) : isAlive(Number(pid))) continue
    await rm(folder, { recursive: true, force: true }).catch(ignoreForeign)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process may not be signalled, but it runs.
    return !hasCode(error, 'ESRCH')
  }
}

/** Another user's app on the same machine deletes its own folders. */
function ignoreForeign(error: unknown): void {
  if (!hasCode(error, 'EACCES') && !hasCode(error, 'EPERM')) throw error
}
