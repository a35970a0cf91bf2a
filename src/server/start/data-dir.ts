// The data folder of all embedded parts: created, checked for write access and free space, and locked by one process.

import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { commandOf, hasFinished, startedAs } from './processes.ts'
import { codeOf, isFull, StartProblem } from './start-problem.ts'

export type DataDir = { path: string; release: () => Promise<void> }

const exitTimeoutMs = 2_000
const minFreeBytes = 300 * 1024 * 1024

/** @throws StartProblem */
export async function takeDataDir(path: string, needed?: number): Promise<DataDir> {
  await makeDataDir(path, needed)
  return lock(path)
}

async function makeDataDir(path: string, needed = minFreeBytes): Promise<void> {
  try {
    await makeFolder(path)
    await writeFile(join(path, '.writable'), '')
    await rm(join(path, '.writable'))
  } catch (cause) {
    if (isFull(cause)) throw tooLittleRoom(path, needed)
    throw new StartProblem(`DATA_DIR ${path} cannot be written.`, { cause })
  }
  const { bavail, bsize } = await statfs(path)
  if (bavail * bsize < needed) throw tooLittleRoom(path, needed)
}

/** Not with mkdir's own `recursive`: it loops for ever where creating a folder fails with ENOENT, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path)
  }
}

function tooLittleRoom(path: string, needed: number): StartProblem {
  const megabytes = Math.ceil(needed / 1024 / 1024)
  return new StartProblem(
    `DATA_DIR ${path} has less than ${megabytes} MB of room left on its disk.`,
  )
}

/** Null only when the file does not exist; an unreadable file is an error. @throws StartProblem */
export async function contentOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null
    throw new StartProblem(
      `${file} cannot be read (${codeOf(cause)}): start as the user it belongs to, or mend its permissions.`,
      { cause },
    )
  }
}

const lockSchema = z.object({ pid: z.int(), started: z.string() })

/** A killed process leaves its lock file: the lock is valid only while that same process runs. */
async function lock(path: string): Promise<DataDir> {
  const file = join(path, 'running.json')
  if (!(await claim(file))) {
    await refuseLivingHolder(file, path)
    await rm(file, { force: true })
    // Another process has taken it over first.
    if (!(await claim(file))) throw alreadyRunning(path)
  }
  return { path, release: () => rm(file, { force: true }) }
}

/** Of several simultaneous processes only one can create the file. */
async function claim(file: string): Promise<boolean> {
  const own = { pid: process.pid, started: await startedAs(process.pid) }
  try {
    await writeFile(file, JSON.stringify(own), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function refuseLivingHolder(file: string, path: string): Promise<void> {
  let holder = await readLock(file)
  if (holder === null) {
    // Another process may be writing it now.
    await pause(200)
    holder = await readLock(file)
  }
  if (holder === null || holder.pid === process.pid) return
  // A process that was just killed takes a while to end.
  const giveUpAt = Date.now() + exitTimeoutMs
  while (await isAlive(holder)) {
    if (Date.now() > giveUpAt) throw alreadyRunning(path, holder.pid)
    await pause(100)
  }
}

/** A process that has ended but is not yet reaped by its parent has no command any more. */
async function isAlive({ pid, started }: z.infer<typeof lockSchema>): Promise<boolean> {
  if (hasFinished(pid) || (await startedAs(pid)) !== started) return false
  return (await commandOf(pid)) !== ''
}

/** Null when the file is damaged by a crash, or missing. */
async function readLock(file: string): Promise<z.infer<typeof lockSchema> | null> {
  const read = lockSchema.safeParse(parseJson((await contentOf(file)) ?? ''))
  return read.success ? read.data : null
}

function alreadyRunning(path: string, pid?: number): StartProblem {
  const which = pid === undefined ? '' : ` (process ${pid})`
  return new StartProblem(`Undersong is already running on DATA_DIR ${path}${which}.`)
}

const secretsSchema = z.object({
  auth: z.string(),
  revalidate: z.string(),
  database: z.string(),
  sandboxKey: z.string(),
  webhook: z.string(),
  thinWebhook: z.string(),
})
export type Secrets = z.infer<typeof secretsSchema>

/** Created once, never replaced, readable only by the owner. @throws StartProblem when the file is damaged or cannot be read. */
export async function readSecrets(path: string): Promise<Secrets> {
  const file = join(path, 'secrets.json')
  const stored = await contentOf(file)
  if (stored !== null) {
    const parsed = secretsSchema.safeParse(parseJson(stored))
    if (parsed.success) return parsed.data
    throw new StartProblem(`${file} is damaged: restore it from a backup.`)
  }
  const random = () => randomBytes(32).toString('base64url')
  const made: Secrets = {
    auth: random(),
    revalidate: random(),
    database: random(),
    sandboxKey: `sk_test_${randomBytes(16).toString('hex')}`,
    webhook: `whsec_${random()}`,
    thinWebhook: `whsec_${random()}`,
  }
  await writeFile(`${file}.new`, JSON.stringify(made, null, 2), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return made
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Damaged by a crash during writing: the schemas above handle null.
    return null
  }
}
