// Writes files one after the other into a ZIP stream. One file is open at a time.

import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import {
  dataDescriptor,
  directoryOf,
  localHeader,
  type EntryFacts,
  type WrittenEntry,
} from './zip-records.ts'

export type ZipEntry = {
  name: string
  /** Null when it is not known before: then the entry is compressed. */
  bytes: number | null
  writtenAt: Date
  open: () => Promise<Readable>
}

/** Stored, not compressed, because recordings hardly become smaller and so the size of the whole is known at the start. */
type StoredEntry = ZipEntry & { bytes: number }

export type ZipStream = {
  body: Readable
  bytes: number
  /** Ends the stream, and closes the file that is open. */
  close: () => void
}

export function openZipStream(entries: StoredEntry[]): ZipStream {
  const body = writeZip(entries)
  return { body, bytes: measureZip(entries), close: () => body.destroy() }
}

/**
 * An entry that cannot be opened, or has another size, destroys the stream; a stream that is destroyed, as when the
 * client goes, closes the file that is open.
 */
export function writeZip(entries: ZipEntry[]): Readable {
  let open: Readable | null = null
  const parts = partsOf(entries, async (entry) => {
    open = await entry.open()
    // The client may have gone while the file was opened.
    if (body.destroyed) open.destroy()
    return open
  })
  // Not Readable.from: destroyed, it waits for the part that is being read.
  const body: Readable = new Readable({
    read() {
      parts.next().then(
        ({ value }) => body.push(value ?? null),
        (error: unknown) => body.destroy(error instanceof Error ? error : new Error(String(error))),
      )
    },
    destroy(error, done) {
      open?.destroy()
      done(error)
    },
  })
  return body
}

async function* partsOf(
  entries: ZipEntry[],
  open: (entry: ZipEntry) => Promise<Readable>,
): AsyncGenerator<Buffer, undefined> {
  const written: WrittenEntry[] = []
  let at = 0
  for (const entry of entries) {
    const header = localHeader(factsOf(entry))
    yield header
    const counted = { crc: 0, bytes: 0, compressedBytes: 0 }
    const source = count(await open(entry), counted)
    for await (const part of entry.bytes === null ? compress(source) : source) {
      counted.compressedBytes += part.length
      yield part
    }
    if (entry.bytes !== null && entry.bytes !== counted.bytes)
      throw new Error(`The file ${entry.name} has an unexpected number of bytes.`)
    const done = { ...factsOf(entry), at, ...counted }
    const descriptor = dataDescriptor(done)
    yield descriptor
    written.push(done)
    at += header.length + counted.compressedBytes + descriptor.length
  }
  yield directoryOf(written, at)
}

function factsOf({ name, writtenAt, bytes }: ZipEntry): EntryFacts {
  return { name, writtenAt, isCompressed: bytes === null }
}

async function* count(
  source: Readable,
  counted: { crc: number; bytes: number },
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    const part = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
    counted.crc = crc32(part, counted.crc)
    counted.bytes += part.length
    yield part
  }
}

function compress(source: AsyncIterable<Buffer>): Readable {
  // An error is thrown to the stream's reader.
  return pipeline(source, createDeflateRaw(), () => {})
}

/** The length of the same records, without the files. */
function measureZip(entries: StoredEntry[]): number {
  const written: WrittenEntry[] = []
  let at = 0
  for (const entry of entries) {
    const facts = factsOf(entry)
    const done = { ...facts, at, crc: 0, bytes: entry.bytes, compressedBytes: entry.bytes }
    written.push(done)
    at += localHeader(facts).length + entry.bytes + dataDescriptor(done).length
  }
  return at + directoryOf(written, at).length
}
