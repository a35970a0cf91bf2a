// Stores for this folder's tests: one of each kind, opened empty and removed with the test.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { openFileStorage } from './file-storage.ts'
import { startS3StandIn } from './s3-stand-in.ts'
import { openS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

type OpenedStorage = AsyncDisposable & {
  storage: Storage
  /** The keys of everything stored now, finished or not. */
  storedKeys(): Promise<string[]>
}

export const stores: { name: string; openStore: () => Promise<OpenedStorage> }[] = [
  { name: 'files', openStore: openFiles },
  { name: 's3', openStore: openS3 },
]

export const audio = { maxBytes: 20_000_000, contentType: 'audio/wav' }

// Larger than one part of an S3 upload, and not a multiple of the part size.
export const large = randomBytes(9_000_001)

export async function openFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'storage-test-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  return { folder, [Symbol.asyncDispose]: removeFolder }
}

async function openFiles(): Promise<OpenedStorage> {
  const { folder, [Symbol.asyncDispose]: removeFolder } = await openFolder()
  return {
    storage: await openFileStorage(folder),
    async storedKeys() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile())
      return files.map((file) => path.relative(folder, path.join(file.parentPath, file.name)))
    },
    [Symbol.asyncDispose]: removeFolder,
  }
}

/** A bucket over HTTP, and the options of `openS3Storage` for it. */
export async function openService() {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test-key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-secret')
  const standIn = await startS3StandIn('undersong')
  const options = { bucket: 'undersong', endpoint: standIn.endpoint, region: 'eu-west-2' }
  return {
    standIn,
    options,
    async [Symbol.asyncDispose]() {
      vi.unstubAllEnvs()
      await standIn[Symbol.asyncDispose]()
    },
  }
}

async function openS3(): Promise<OpenedStorage> {
  const { standIn, options, [Symbol.asyncDispose]: stop } = await openService()
  return {
    storage: await openS3Storage(options),
    storedKeys: () => Promise.resolve([...standIn.objects.keys(), ...standIn.uploads.keys()]),
    [Symbol.asyncDispose]: stop,
  }
}

export async function* inChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 65_000) {
    yield bytes.subarray(start, start + 65_000)
  }
}
