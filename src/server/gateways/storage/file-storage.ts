// Stores files in a local folder: a file appears complete under its name or not at all.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { measureBody } from './measured-body.ts'
import { syncFolder } from './sync-folder.ts'
import { unfinishedInFolder } from './unfinished-file.ts'
import {
  asStorageError,
  checkKey,
  clipRange,
  hasCode,
  isKey,
  type ListedFile,
  type Storage,
} from './storage.ts'

/** Every chunk is written on arrival, so a file without writes for this time has no sender any more. */
const abandonedAfterMs = 10 * 60_000
const unfinishedEnding = '.unfinished'

/** Creates the folder when it is missing; throws one sentence when it is not writable. */
export async function openFileStorage(folder: string): Promise<Storage> {
  const root = path.resolve(folder)
  await checkWritable(root)
  await sweepAbandoned(root).catch((cause: unknown) => {
    throw cannotStore(root, cause)
  })

  return {
    name: 'files',
    async put(key, body, { maxBytes }) {
      const file = pathOf(root, key)
      const measured = measureBody(body, maxBytes)
      await writeWhole(file, measured.chunks)
      return measured.result()
    },
    async get(key, range) {
      const handle = await openOrNull(pathOf(root, key))
      if (handle === null) return null
      try {
        const { size } = await handle.stat()
        const part = range && clipRange(range, size)
        const bytes = part ? part.end - part.start + 1 : size
        return { body: handle.createReadStream(part), bytes }
      } catch (error) {
        await handle.close()
        throw error
      }
    },
    async stat(key) {
      const found = await stat(pathOf(root, key)).catch(nullWhenMissing)
      return found && { bytes: found.size }
    },
    async remove(key) {
      await rm(pathOf(root, key), { force: true })
    },
    async withLocalFile(key, use) {
      const file = pathOf(root, key)
      await stat(file)
      return use(file)
    },
    unfinished: unfinishedInFolder(root),
    list: (listed) => listFolder(root, listed),
    sweepUnfinished: () => sweepAbandoned(root),
    async freeBytes() {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
    check: () => checkWritable(root),
  }
}

function pathOf(root: string, key: string): string {
  checkKey(key)
  return path.join(root, key)
}

async function checkWritable(root: string): Promise<void> {
  const probe = path.join(root, `.${randomUUID()}${unfinishedEnding}`)
  try {
    await writeWhole(probe, [Buffer.from('probe')])
    await rm(probe)
  } catch (cause) {
    throw cannotStore(root, cause)
  }
}

function cannotStore(root: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Error(`Files cannot be stored in ${root}: ${reason}`, { cause })
}

/** Deletes files left unfinished by a crash; younger ones may belong to an upload of another process. */
async function sweepAbandoned(root: string): Promise<void> {
  const files = await readdir(root, { recursive: true, withFileTypes: true })
  const unfinished = files
    .filter((file) => file.isFile() && file.name.endsWith(unfinishedEnding))
    .map((file) => path.join(file.parentPath, file.name))
  for (const file of unfinished) {
    const found = await stat(file).catch(nullWhenMissing)
    if (found && found.mtimeMs < Date.now() - abandonedAfterMs) await rm(file, { force: true })
  }
}

async function* listFolder(root: string, folder: string): AsyncGenerator<ListedFile> {
  const names = (await readdir(path.join(root, folder)).catch(nullWhenMissing)) ?? []
  for (const key of names.map((name) => `${folder}/${name}`).filter(isKey)) {
    const found = await stat(path.join(root, key)).catch(nullWhenMissing)
    if (found?.isFile()) yield { key, writtenAt: found.mtime }
  }
}

async function writeWhole(
  file: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const folder = path.dirname(file)
  const unfinished = path.join(folder, `.${randomUUID()}${unfinishedEnding}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeThrough(unfinished, chunks)
    await rename(unfinished, file)
    await syncFolder(folder)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw asStorageError(error)
  }
}

async function writeThrough(
  file: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  await using handle = await open(file, 'wx', 0o600)
  for await (const chunk of chunks) await handle.writeFile(chunk)
  await handle.sync()
}

async function openOrNull(file: string) {
  return open(file).catch(nullWhenMissing)
}

function nullWhenMissing(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null
  throw error
}
