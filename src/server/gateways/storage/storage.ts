// The interface of every file store, and its errors.
import type { Readable } from 'node:stream'

export type StoredFile = { bytes: number; sha256: string }

export type ListedFile = { key: string; writtenAt: Date }

/** First and last byte, both included, as in an HTTP Range. */
export type ByteRange = { start: number; end: number }

export type Storage = {
  name: 'files' | 's3'
  /**
   * Stores a body as it arrives, replacing the key's earlier file. Throws `FileTooLarge`,
   * `StorageFull`, or the body's own error; after any failure the key is unchanged.
   */
  put(
    key: string,
    body: AsyncIterable<Uint8Array>,
    options: { maxBytes: number; contentType: string },
  ): Promise<StoredFile>
  /**
   * The file or a range of it, `bytes` being the length of `body`; null when there is none. Throws
   * a RangeError when the range begins beyond the file's end; one that ends beyond it is clipped.
   */
  get(key: string, range?: ByteRange): Promise<{ body: Readable; bytes: number } | null>
  stat(key: string): Promise<{ bytes: number } | null>
  /** Also succeeds when there is nothing under the key. */
  remove(key: string): Promise<void>
  /** Provides a local path while `use` runs; the file must not be changed. Throws when there is none. */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>
  /** For a file that arrives in several requests. */
  unfinished: UnfinishedFiles
  /** Every complete file of a folder (the part of a key before the slash) and its time of writing. */
  list(folder: StorageFolder): AsyncIterable<ListedFile>
  /** Deletes files that a killed process left unfinished. */
  sweepUnfinished(): Promise<void>
  /** The free space of the store; infinite in a bucket. */
  freeBytes(): Promise<number>
  /** Throws one sentence when files cannot be stored now. */
  check(): Promise<void>
}

/**
 * A file that has no name until all of it is there. `handle` is what `begin` returned; the caller stores it, and how
 * many bytes count. Only one call at a time may append.
 */
export type UnfinishedFiles = {
  begin(key: string, options: { contentType: string }): Promise<string>
  /**
   * Stores `body` behind the first `offset` bytes, over what an interrupted call may have left there. A chunk of it is
   * not used any more once the next one is requested, so that its memory can be given back. `onStored` is
   * awaited with the number of all bytes that are stored for good, from time to time and at the end, also before the
   * error of a body that breaks off is thrown; if it throws, nothing more is stored. Returns that number.
   * Throws `StorageFull`.
   */
  append(
    key: string,
    handle: string,
    part: {
      offset: number
      body: AsyncIterable<Uint8Array>
      onStored: (bytes: number) => Promise<void>
    },
  ): Promise<number>
  /** Puts the file under its key. May be repeated after a crash. Throws when it has not exactly `bytes`. */
  finish(key: string, handle: string, bytes: number): Promise<void>
  /** Also succeeds when there is nothing. */
  abandon(key: string, handle: string): Promise<void>
}

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge'

  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`)
  }
}

export class StorageFull extends Error {
  override readonly name = 'StorageFull'

  constructor(cause: unknown) {
    super('There is no space left to store files.', { cause })
  }
}

/**
 * The part of a key before the slash. For each it is decided what the deletion of an account removes, and what a copy of
 * a user's data contains (own-data/own-data.test.ts).
 */
export const storageFolders = [
  'arriving',
  'originals',
  'previews',
  'renditions',
  'licences',
  'examples',
  'avatars',
  'attachments',
  'evidence',
] as const
export type StorageFolder = (typeof storageFolders)[number]

const keyPattern = new RegExp(
  `^(?:${storageFolders.join('|')})/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$`,
)

/**
 * The server creates all keys; this check is a second line of defence. No name begins with a dot, which
 * excludes `..` and the names of unfinished files.
 */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
}

export function isKey(key: string): boolean {
  return keyPattern.test(key)
}

/** Clips a range to a file of `bytes`, or throws a RangeError when it is completely outside. */
export function clipRange(range: ByteRange, bytes: number): ByteRange {
  const { start, end } = range
  if (!(start >= 0 && start <= end && start < bytes)) {
    throw new RangeError(`Bytes ${start}-${end} are not in a file of ${bytes} bytes.`)
  }
  return { start, end: Math.min(end, bytes - 1) }
}

/** Converts a full disk or an exceeded quota to `StorageFull`; returns any other error unchanged. */
export function asStorageError(error: unknown): unknown {
  const full = hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')
  return full ? new StorageFull(error) : error
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
