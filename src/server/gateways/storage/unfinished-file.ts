// Files in a local folder that arrive in several requests.
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from './sync-folder.ts'
import { asStorageError, checkKey, hasCode, type UnfinishedFiles } from './storage.ts'

/** So often what has arrived is stored for good: after an interruption at most this is sent again. */
const storedAtLeast = { everyBytes: 8 * 1024 * 1024, everyMs: 5_000 }

/** The key of a file without a name of its own: it has the same last part. */
export function arrivingKeyOf(key: string): string {
  checkKey(key)
  return `arriving/${path.posix.basename(key)}`
}

export function unfinishedInFolder(root: string): UnfinishedFiles {
  const pathOf = (key: string) => path.join(root, key)
  return {
    async begin(key) {
      const handle = arrivingKeyOf(key)
      await mkdir(path.dirname(pathOf(handle)), { recursive: true })
      await (await open(pathOf(handle), 'a', 0o600)).close()
      return handle
    },
    async append(_key, handle, { offset, body, onStored }) {
      await using file = await open(pathOf(handle), 'r+')
      const { size } = await file.stat()
      if (size < offset) throw new Error(`${handle} has ${size} bytes, not ${offset}.`)
      try {
        return await writeFrom(file, { offset, body, onStored })
      } catch (error) {
        throw asStorageError(error)
      }
    },
    async finish(key, handle, bytes) {
      const found = await stat(pathOf(handle)).catch(nullWhenMissing)
      // Repeated after a crash.
      if (found === null && (await stat(pathOf(key))).size === bytes) return
      if (found?.size !== bytes) throw new Error(`${handle} has not ${bytes} bytes.`)
      const folder = path.dirname(pathOf(key))
      await mkdir(folder, { recursive: true })
      await rename(pathOf(handle), pathOf(key))
      await syncFolder(folder)
    },
    async abandon(_key, handle) {
      await rm(pathOf(handle), { force: true })
    },
  }
}

async function writeFrom(
  file: FileHandle,
  { offset, body, onStored }: Parameters<UnfinishedFiles['append']>[2],
): Promise<number> {
  let written = offset
  let stored = offset
  let storedAt = performance.now()
  const store = async () => {
    if (written === stored) return
    await file.datasync()
    await onStored(written)
    stored = written
    storedAt = performance.now()
  }
  try {
    for await (const chunk of body) {
      // A disk that becomes full may take the first part of a chunk; the rest then throws ENOSPC.
      for (let taken = 0; taken < chunk.length;) {
        const { bytesWritten } = await file.write(chunk, taken, chunk.length - taken, written)
        taken += bytesWritten
        written += bytesWritten
      }
      const isDue =
        written - stored >= storedAtLeast.everyBytes ||
        performance.now() - storedAt >= storedAtLeast.everyMs
      if (isDue) await store()
    }
  } catch (error) {
    // The bytes that arrived before the body broke off count.
    await store()
    throw error
  }
  await store()
  return stored
}

function nullWhenMissing(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null
  throw error
}
