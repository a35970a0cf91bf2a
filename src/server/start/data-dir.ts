// The folder everything embedded lives in: made, writable, with room, and in the hands of one process at a time.

import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hasFinished, startedAs } from './processes.ts'
import { StartProblem } from './start-problem.ts'

export type DataDir = { path: string; release: () => Promise<void> }

const roomNeededBytes = 300 * 1024 * 1024

/** @throws StartProblem */
export async function takeDataDir(path: string, needed = roomNeededBytes): Promise<DataDir> {
  try {
    await mkdir(path, { recursive: true })
    await writeFile(join(path, '.writable'), '')
    await rm(join(path, '.writable'))
  } catch (cause) {
    throw new StartProblem(`DATA_DIR ${path} cannot be written.`, { cause })
  }
  const { bavail, bsize } = await statfs(path)
  if (bavail * bsize < needed) {
    const megabytes = Math.ceil(needed / 1024 / 1024)
    throw new StartProblem(
      `DATA_DIR ${path} has less than ${megabytes} MB of room left on its disk.`,
    )
  }
  return lock(path)
}

const lockSchema = z.object({ pid: z.int(), started: z.string() })

/** A process that was killed leaves its lock behind: it counts only while that very process lives. */
async function lock(path: string): Promise<DataDir> {
  const file = join(path, 'running.json')
  const holder = lockSchema.safeParse(await readFile(file, 'utf8').then(parseJson, () => null))
  if (holder.success && holder.data.pid !== process.pid) {
    const { pid, started } = holder.data
    if (!hasFinished(pid) && (await startedAs(pid)) === started) {
      throw new StartProblem(`Undersong is already running on DATA_DIR ${path} (process ${pid}).`)
    }
  }
  const own = { pid: process.pid, started: await startedAs(process.pid) }
  await writeFile(`${file}.new`, JSON.stringify(own))
  await rename(`${file}.new`, file)
  return { path, release: () => rm(file, { force: true }) }
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

/** Made once, kept for ever, readable by the owner alone. @throws StartProblem when the file was damaged. */
export async function readSecrets(path: string): Promise<Secrets> {
  const file = join(path, 'secrets.json')
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept !== null) {
    const parsed = secretsSchema.safeParse(parseJson(kept))
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
    // Damaged by a crash in the middle of writing: the schemas above say what follows from that.
    return null
  }
}
