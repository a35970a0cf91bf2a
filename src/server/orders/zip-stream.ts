// Writes files one after the other into a ZIP stream: stored, not compressed, because recordings hardly become smaller and
// so the size of the whole is known at the start. One file is open at a time.

import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

type ZipEntry = {
  name: string
  bytes: number
  writtenAt: Date
  open: () => Promise<Readable>
}

type OnOpened = (error: null, body: Readable) => void

export type ZipStream = {
  body: Readable
  bytes: number
  /** Ends the stream, and closes the file that is open. */
  close: () => void
}

/** An entry that cannot be opened, or has another size, destroys the stream. */
export function openZipStream(entries: ZipEntry[]): ZipStream {
  const zip = new ZipFile()
  const body = zip.outputStream
  let open: Readable | null = null
  const close = (error?: Error) => {
    body.destroy(error)
    open?.destroy()
  }
  const fail = (error: unknown) => close(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  async function openNext(openEntry: ZipEntry['open'], done: OnOpened): Promise<void> {
    try {
      open = await openEntry()
    } catch (error) {
      return fail(error)
    }
    // The client may have gone while the file was opened.
    if (body.destroyed) return void open.destroy()
    open.on('error', fail)
    done(null, open)
  }
  for (const { name, bytes, writtenAt, open: openEntry } of entries) {
    const options = { size: bytes, mtime: writtenAt, compress: false } as const
    zip.addReadStreamLazy(name, options, (done) => {
      if (!body.destroyed) void openNext(openEntry, done)
    })
  }
  const bytes = endAndMeasure(
    zip,
    entries.map(({ name }) => name),
  )
  if (bytes === null) {
    close()
    throw new Error('The size of the ZIP is not known.')
  }
  return { body, bytes, close: () => close() }
}

/** Of the longest header in the directory at the end, without the name. */
const maxHeaderBytes = 128
const maxPlainDirectoryBytes = 0xffff

/** The library, as of 3.3.1, counts the end of a directory of 64 kB or more as ZIP64 without writing it so, unless told. */
function endAndMeasure(zip: ZipFile, names: string[]): number | null {
  const directoryBytes = names.reduce(
    (sum, name) => sum + maxHeaderBytes + Buffer.byteLength(name),
    0,
  )
  let bytes: number | null = null
  zip.end({ forceZip64Format: directoryBytes >= maxPlainDirectoryBytes }, (totalBytes) => {
    bytes = totalBytes
  })
  return bytes
}
