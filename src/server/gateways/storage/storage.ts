// Where files are kept: what every store promises, and the errors it names.
import type { Readable } from 'node:stream'

export type StoredFile = { bytes: number; sha256: string }

export type ListedFile = { key: string; writtenAt: Date }

/** First and last byte, both included, as in an HTTP Range. */
export type ByteRange = { start: number; end: number }

export type Storage = {
  name: 'files' | 's3'
  /**
   * Stores a body as it arrives, replacing what the key held before. Throws `FileTooLarge`,
   * `StorageFull`, or what the body threw; after any failure the key is as it was.
   */
  put(
    key: string,
    body: AsyncIterable<Uint8Array>,
    options: { maxBytes: number; contentType: string },
  ): Promise<StoredFile>
  /**
   * The file or a part of it, `bytes` being what `body` will yield; null when there is none. Throws
   * a RangeError when the range begins beyond the file's end; one that ends beyond it is cut.
   */
  get(key: string, range?: ByteRange): Promise<{ body: Readable; bytes: number } | null>
  stat(key: string): Promise<{ bytes: number } | null>
  /** Succeeds, too, when there is nothing under the key. */
  remove(key: string): Promise<void>
  /** Lends a path for as long as `use` runs; the file must not be changed. Throws when there is none. */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>
  /** Every whole file of a folder (the part of a key before the slash) and when it was written. */
  list(folder: string): AsyncIterable<ListedFile>
  /** Takes away what a killed process left half-written. */
  sweepUnfinished(): Promise<void>
  /** The room left where files are kept; infinite in a bucket. */
  freeBytes(): Promise<number>
  /** Throws one plain sentence when files cannot be stored now. */
  check(): Promise<void>
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

const keyPattern = /^[a-z]+\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

/**
 * Keys are made by the server; this is the second lock. No name begins with a dot, which rules out
 * `..` and keeps the names of unfinished files out of reach.
 */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
}

export function isKey(key: string): boolean {
  return keyPattern.test(key)
}

/** Clips a range to a file of `bytes`, or throws a RangeError when nothing of it is inside. */
export function clipRange(range: ByteRange, bytes: number): ByteRange {
  const { start, end } = range
  if (!(start >= 0 && start <= end && start < bytes)) {
    throw new RangeError(`Bytes ${start}-${end} are not in a file of ${bytes} bytes.`)
  }
  return { start, end: Math.min(end, bytes - 1) }
}

/** A full disk, or a used-up quota, under its own name; any other error as it is. */
export function asStorageError(error: unknown): unknown {
  const full = hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')
  return full ? new StorageFull(error) : error
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
